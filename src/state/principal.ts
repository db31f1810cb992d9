/** What the guard needs of a request's context to know who asks; the SDK's `ServerContext` fits. */
export interface AuthenticatedContext {
  readonly http?:
    | { readonly authInfo?: { readonly clientId: string; readonly extra?: Record<string, unknown> } | undefined }
    | undefined;
}

/**
 * Who asks, by the access token that the server has verified: issuer and subject where the verifier put them into
 * `authInfo.extra` (`iss`, `sub`), else the client id; `undefined` without authorization (stdio, open servers).
 */
export function principalOf(ctx: AuthenticatedContext): string | undefined {
  const auth = ctx.http?.authInfo;
  if (auth === undefined) return undefined;
  const { iss, sub } = auth.extra ?? {};
  if (typeof sub !== 'string') return JSON.stringify(['client', auth.clientId]);
  return JSON.stringify(['subject', typeof iss === 'string' ? iss : '', sub]);
}
