import type { IncomingMessage } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { accept, connect, readText } from '../../src/client/index.js';
import { createTravel } from './fixtures/travel.mjs';
import { type Hosted, listen, serveSessions } from './fixtures/hosting.js';
import { keep } from './fixtures/keep.js';

const { createServer } = createTravel();
type Redirect = (req: IncomingMessage) => readonly [number, string | undefined] | undefined;

/** A server in front of which some requests are sent elsewhere. */
async function behind(redirect: Redirect): Promise<Hosted & { readonly seen: string[] }> {
  const handler = createMcpHandler(createServer);
  const serve = toNodeHandler(handler);
  const seen: string[] = [];
  const hosted = await listen((req, res) => {
    seen.push(`${req.method} ${req.url}`);
    const [status, location] = redirect(req) ?? [];
    if (status === undefined) return void serve(req as Parameters<typeof serve>[0], res);
    res.writeHead(status, location === undefined ? {} : { location }).end('moved');
  });
  return Object.assign(hosted, { seen });
}

const from =
  (path: string, status: number, location: string | undefined): Redirect =>
  ({ url }) =>
    url === path ? [status, location] : undefined;

const failure = (url: URL, options = {}): Promise<Error> =>
  connect(url, { headers: { authorization: 'Bearer hush' }, ...options }).then(
    () => new Error('connected'),
    (error: Error) => error,
  );

describe('F85: a redirect', () => {
  it.each([
    [307, '/mcp/'],
    [308, '/mcp/'],
    [307, 'mcp/'],
    [308, '?moved=yes'],
  ])('%i to %s within the origin is followed, with the method and the body', async (status, location) => {
    const hosted = keep(await behind(from('/mcp', status, location)));
    const harness = keep(await connect(hosted.url));
    expect(
      readText(await harness.call('steps', { steps: 1, label: 'A' }, { answers: () => accept({ step1: 'a' }) })),
    ).toContain('A');
    expect(hosted.seen.filter((line) => line === 'POST /mcp').length).toBe(hosted.seen.length / 2);
  });

  it.each<[string, number, (other: URL) => string | undefined, string]>([
    ['another origin', 307, ({ href }) => `${href}?token=hush`, 'that is another origin'],
    ['https', 308, () => 'https://127.0.0.1/mcp', 'https://127.0.0.1/mcp'],
    ['another origin, without its scheme', 307, ({ host }) => `//${host}/mcp`, 'that is another origin'],
    ['a user of the same host', 307, ({ host }) => `http://me:hush@${host}/mcp/`, 'that is another origin'],
    ['a status that makes it a GET', 301, () => '/mcp/', 'a POST would become a GET'],
    ['the same, 302', 302, () => '/mcp/', 'a POST would become a GET'],
    ['the same, 303', 303, () => '/mcp/', 'a POST would become a GET'],
    ['nowhere', 307, () => undefined, 'there is no Location header'],
    ['no address', 308, () => 'http://[', 'its Location is not an address'],
    ['itself', 307, () => '/mcp', '5 were followed before'],
    ['another protocol', 307, () => 'file:///etc/passwd', 'that is another origin'],
  ])('to %s is refused and named', async (_name, status, location, said) => {
    const other = keep(await behind(() => undefined));
    const hosted: Hosted = keep(
      await behind(({ url }) => {
        const target = location(_name === 'a user of the same host' ? hosted.url : other.url);
        return url === '/mcp' ? [status, target] : undefined;
      }),
    );
    const error = await failure(hosted.url);
    expect(error).toMatchObject({ code: 'connect_failed', cause: { code: 'redirect_refused' } });
    expect(error.message).toContain(`HTTP ${status}`);
    expect(error.message).toContain(said);
    expect(error.message).not.toContain('hush');
    expect(other.seen).toEqual([]);
  });

  it.each(['2026-07-28', '2025-11-25'] as const)(
    'that comes in the middle of a call is named too, on %s',
    async (revision) => {
      const other = keep(await behind(() => undefined));
      let moved = false;
      const base = keep(revision === '2026-07-28' ? await behind(() => undefined) : await serveSessions(createServer));
      const { fetchUnlimited } = await import('../../src/client/connection/fetch.js');
      const harness = keep(
        await connect(base.url, {
          revision,
          roundTimeoutMs: 2000,
          fetch: (url, init) =>
            moved && init?.method === 'POST'
              ? Promise.resolve(new Response(null, { status: 307, headers: { location: other.url.href } }))
              : fetchUnlimited(url, init),
        }),
      );
      const call = harness.call(
        'steps',
        { steps: 1, label: 'A' },
        {
          answers: () => {
            moved = true;
            return accept({ step1: 'a' });
          },
        },
      );
      await expect(call).rejects.toMatchObject({
        code: 'redirect_refused',
        message: expect.stringContaining(other.url.href),
      });
      expect(other.seen).toEqual([]);
    },
  );

  it('of the stream for the server’s own messages is named by the call that waits in vain', async () => {
    const hosted = keep(await serveSessions(createServer));
    const { fetchUnlimited } = await import('../../src/client/connection/fetch.js');
    let answered: ((value: Response) => void) | undefined;
    const harness = keep(
      await connect(hosted.url, {
        revision: '2025-11-25',
        roundTimeoutMs: 300,
        fetch: (url, init) => {
          if (init?.method === 'GET') {
            return Promise.resolve(new Response(null, { status: 302, headers: { location: 'https://docs.example/' } }));
          }
          if (typeof init?.body === 'string' && init.body.includes('tools/call'))
            return new Promise<Response>((resolve) => (answered = resolve));
          return fetchUnlimited(url, init);
        },
      }),
    );
    await expect(harness.call('steps', { steps: 1, label: 'A' })).rejects.toMatchObject({
      code: 'client_timeout',
      message: expect.stringContaining('https://docs.example/'),
    });
    answered?.(new Response(null, { status: 202 }));
  });

  it('that the global fetch sees is treated the same', async () => {
    const other = keep(await behind(() => undefined));
    const near = keep(await behind(from('/mcp', 307, '/mcp/')));
    const far = keep(await behind(from('/mcp', 307, other.url.href)));
    keep(await connect(near.url, { fetch }));
    expect(await failure(far.url, { fetch })).toMatchObject({ cause: { code: 'redirect_refused' } });
    expect(other.seen).toEqual([]);
  });
});
