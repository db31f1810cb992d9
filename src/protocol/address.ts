const MAX_LENGTH = 2048;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why an address must not be shown to a person, or `undefined` when it may: only `https://`, or `http://` on this computer,
 * without a user name or password in it.
 *
 * Rests on: client/elicitation, URL mode, safe URL handling.
 *
 * @example
 * ```ts
 * refuseAddress('http://evil.example'); // 'must be https://, or http:// on localhost, 127.0.0.1 or [::1]'
 * ```
 */
export function refuseAddress(address: unknown): string | undefined {
  if (typeof address !== 'string') return 'must be a text';
  if (address.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  if (!URL.canParse(address)) return 'must be an absolute URL';
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return 'must not hold a user name or password';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:' && LOOPBACK.has(hostname)) return undefined;
  return 'must be https://, or http:// on localhost, 127.0.0.1 or [::1]';
}
