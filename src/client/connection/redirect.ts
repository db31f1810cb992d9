import type { FetchLike } from '@modelcontextprotocol/client';
import { VueltaError } from '../../errors.js';
import { printable } from '../../shown/line.js';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

/** With these the same request goes to the new address; with the others a POST would become a GET (Fetch, HTTP-redirect fetch). */
const KEEP_METHOD: ReadonlySet<number> = new Set([307, 308]);

const sameOrigin = (from: URL, to: URL): boolean =>
  from.origin === to.origin && from.username === to.username && from.password === to.password;

const shown = ({ origin, pathname }: URL): string => printable(origin + pathname);

function refused(from: URL, status: number, to: URL | undefined, why: string): VueltaError {
  const where = to === undefined ? 'elsewhere without saying where' : `to ${shown(to)}`;
  const todo = to === undefined ? 'Check the address.' : 'Give that address if it is the server you mean.';
  return new VueltaError(
    'redirect_refused',
    `${shown(from)} answered with HTTP ${status}, which leads ${where}. It was not followed: ${why}. ${todo}`,
  );
}

function targetOf(from: URL, response: Response): URL {
  const { status } = response;
  const location = response.headers.get('location');
  if (location === null) throw refused(from, status, undefined, 'there is no Location header');
  if (!URL.canParse(location, from.href)) throw refused(from, status, undefined, 'its Location is not an address');
  return new URL(location, from.href);
}

/**
 * A fetch that follows a redirect within the origin of the request when it keeps the method, as the SDK's client does. What leads
 * elsewhere is refused: the headers may hold a token, and the body what a person said.
 *
 * @throws VueltaError `redirect_refused`, which names the other address without its query and user info.
 */
export function withinOrigin(base: FetchLike): FetchLike {
  return async (url, init) => {
    const method = (init?.method ?? 'GET').toUpperCase();
    let from = new URL(url);
    for (let followed = 0; ; followed += 1) {
      const response = await base(from, { ...init, redirect: 'manual' });
      if (response.type === 'opaqueredirect') throw refused(from, 300, undefined, 'this runtime hides the address');
      if (!REDIRECTS.has(response.status)) return response;
      await response.body?.cancel();
      const to = targetOf(from, response);
      if (!sameOrigin(from, to)) throw refused(from, response.status, to, 'that is another origin');
      if (method !== 'GET' && !KEEP_METHOD.has(response.status)) {
        throw refused(from, response.status, to, `a ${method} would become a GET; 307 and 308 keep it`);
      }
      if (followed === MAX_REDIRECTS) throw refused(from, response.status, to, `${MAX_REDIRECTS} were followed before`);
      from = to;
    }
  };
}
