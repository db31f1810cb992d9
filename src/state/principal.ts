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
  if (sub === undefined || sub === null) return JSON.stringify(['client', auth.clientId]);
  // A subject that is no text is still somebody: two of one client must not become one.
  return JSON.stringify(['subject', typeof iss === 'string' ? iss : '', sub]);
}
