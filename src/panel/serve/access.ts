import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Refusal } from './refusal.js';

/** On every response. Nothing but the page's own files runs, is shown or is reached, and nobody else may hold or read it. */
export const HEADERS: OutgoingHttpHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'none'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Browsers that have been let in; more than these are no person's. */
const MAX_SESSIONS = 16;

const newSecret = (): string => randomBytes(32).toString('base64url');
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Another port may have set one of the same name. */
function cookiesOf({ headers }: IncomingMessage, name: string): readonly string[] {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

/**
 * Who may talk to the page: a browser that was let in with a token of the terminal, from a page of this server.
 *
 * The Host keeps out DNS rebinding, the Origin other pages, the cookie other programs that cannot read the terminal.
 *
 * ATTACK: a browser sends a cookie of 127.0.0.1 to every port, so to a server here whose link a person follows. The cookie is
 * for a path that only this page has and that no referrer tells.
 */
export class Access {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #cookie: string;
  /** Everything is under it; it ends with a slash. */
  readonly base = `/${randomBytes(16).toString('base64url')}/`;
  readonly #sessions: Buffer[] = [];
  #token = newSecret();

  constructor(port: number) {
    this.#hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
    this.#origins = new Set([...this.#hosts].map((host) => `http://${host}`));
    this.#cookie = `vuelta_panel_${port}`;
  }

  /** Lets one browser in, once. */
  get token(): string {
    return this.#token;
  }

  /** Refuses a request under another name, or from another page. */
  checkOrigin({ method, headers, headersDistinct }: IncomingMessage): void {
    const { host, origin } = headers;
    if (host === undefined || headersDistinct['host']?.length !== 1 || !this.#hosts.has(host)) {
      throw new Refusal(403, 'This is another host.');
    }
    const needed = method !== 'GET' && method !== 'HEAD';
    if (origin === undefined ? needed : origin !== `http://${host}` || !this.#origins.has(origin)) {
      throw new Refusal(403, 'This is a request of another page.');
    }
  }

  /** Other pages on this computer are of the same site, and a script or image tag of theirs sends no Origin. */
  checkFetch({ headers }: IncomingMessage): void {
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      throw new Refusal(403, 'This is a request of another page.');
    }
  }

  isLetIn(request: IncomingMessage): boolean {
    const given = cookiesOf(request, this.#cookie).map(digest);
    return given.some((one) => this.#sessions.some((known) => timingSafeEqual(known, one)));
  }

  /** Uses the token up and gives the cookie for it; `undefined` for a token that is used or wrong. */
  letIn(token: string): string | undefined {
    if (!timingSafeEqual(digest(token), digest(this.#token))) return undefined;
    this.#token = newSecret();
    const session = newSecret();
    this.#sessions.push(digest(session));
    if (this.#sessions.length > MAX_SESSIONS) this.#sessions.shift();
    return `${this.#cookie}=${session}; HttpOnly; SameSite=Strict; Path=${this.base}`;
  }
}
