import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Panel, servePanel } from '../../src/panel/index.js';
import { Browser, send } from './browser.js';
import { kit } from './kit.js';

const booking = await kit('servidor.mjs');

let panel: Panel;
let browser: Browser;
const links: string[] = [];

beforeAll(async () => {
  panel = await servePanel({
    open: () => ({ target: booking }),
    label: 'kit',
    onLink: (url) => links.push(url),
  });
  browser = await Browser.open(panel);
  await browser.ready();
});

afterAll(() => panel.close());

const CALL = { kind: 'tool', name: 'ver_vagas', args: { turma_id: 'html-01' } };

describe('the link', () => {
  it('lets one browser in, with a cookie that scripts and other sites do not get', async () => {
    const own = await servePanel({ open: () => ({ target: booking }), label: 'kit' });
    const { status, headers } = await send(own.url);
    expect(status).toBe(303);
    const { port, pathname } = new URL(own.url);
    expect(headers.location).toBe(pathname);
    expect(pathname).toMatch(/^\/[\w-]{22}\/$/u);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(`^vuelta_panel_${port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=${pathname}$`),
      ),
    ]);
    const again = await send(own.url);
    expect(again.status).toBe(403);
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.body).toContain('start vuelta panel again');
    await own.close();
  });

  it('a wrong token is refused, and a used one has a successor that works', async () => {
    const { base } = browser;
    for (const token of ['', 'x', 'A'.repeat(43)]) expect((await send(`${base}/?token=${token}`)).status).toBe(403);
    expect((await send(panel.url)).status).toBe(403);
    const next = links.at(-1) ?? '';
    expect(next).not.toBe(panel.url);
    expect((await send(next)).status).toBe(303);
    expect((await send(next)).status).toBe(403);
  });

  it('a browser that is in may follow a used link', async () => {
    const { status, headers } = await browser.get(`/${new URL(panel.url).search}`);
    expect(status).toBe(303);
    expect(headers['set-cookie']).toBeUndefined();
  });
});

describe('without the cookie', () => {
  it.each([
    '/',
    '/api/view',
    '/api/events',
    '/api/copy?call=a&as=call',
    '/panel/page/main.js',
    '/form/index.js',
    '/nothing',
  ])('%s is refused', async (path) => {
    expect((await send(browser.base + path)).status).toBe(403);
    const other = { headers: { cookie: `vuelta_panel_${new URL(panel.url).port}=${'A'.repeat(43)}` } };
    expect((await send(browser.base + path, other)).status).toBe(403);
  });

  it.each(['settings', 'call', 'answer', 'stop', 'replay', 'forget'])('POST %s is refused', async (name) => {
    const headers = { origin: browser.origin, 'content-type': 'application/json' };
    expect((await send(`${browser.base}/api/${name}`, { method: 'POST', headers, body: '{}' })).status).toBe(403);
  });
});

describe('another path', () => {
  it.each(['/', '/api/view', '/AAAAAAAAAAAAAAAAAAAAAA/', '/AAAAAAAAAAAAAAAAAAAAAA/api/view', '//'])(
    '%s is refused, also with the cookie',
    async (path) => {
      const { status, body } = await send(browser.origin + path, { headers: { ...browser.cookie } });
      expect(status).toBe(403);
      expect(body).not.toContain(browser.base);
    },
  );

  it('a token counts under the path of the page only, and is not used up elsewhere', async () => {
    const next = links.at(-1) ?? panel.url;
    expect((await send(`${browser.origin}/${new URL(next).search}`)).status).toBe(403);
    expect(links.at(-1) ?? panel.url).toBe(next);
  });

  it('a cookie of the same name that another port has set does no harm', async () => {
    const [name] = browser.cookie.cookie.split('=');
    const cookie = `${name}=other; ${browser.cookie.cookie}`;
    expect((await browser.get('/api/view', { cookie })).status).toBe(200);
  });
});

describe('another host or page', () => {
  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]:PORT',
    'localhost.evil.example:PORT',
  ])('Host %s is refused, also with the cookie and at the link', async (name) => {
    const host = name.replace('PORT', new URL(panel.url).port);
    expect((await browser.get('/api/view', { host })).status).toBe(403);
    expect((await browser.get('/', { host })).status).toBe(403);
    expect((await send(links.at(-1) ?? '', { headers: { host } })).status).toBe(403);
    expect((await browser.post('/api/forget', {}, { host })).status).toBe(403);
  });

  it('localhost is the same computer', async () => {
    const host = `localhost:${new URL(panel.url).port}`;
    expect((await browser.get('/api/view', { host })).status).toBe(200);
    expect((await browser.post('/api/forget', {}, { host, origin: `http://${host}` })).status).toBe(200);
  });

  it.each([
    'null',
    'http://evil.example',
    'https://127.0.0.1:PORT',
    'http://127.0.0.1:1',
    'http://localhost:PORT',
    'http://127.0.0.1',
  ])('Origin %s may neither post nor listen', async (name) => {
    const origin = name.replace('PORT', new URL(panel.url).port);
    expect((await browser.post('/api/call', CALL, { origin })).status).toBe(403);
    expect((await browser.get('/api/events', { origin })).status).toBe(403);
    expect((await browser.get('/api/view', { origin })).status).toBe(403);
  });

  it('a post without an Origin is refused', async () => {
    const headers = { ...browser.cookie, 'content-type': 'application/json' };
    const reply = await send(`${browser.base}/api/forget`, { method: 'POST', headers, body: '{}' });
    expect(reply.status).toBe(403);
  });

  it.each(['cross-site', 'same-site'])('a tag of a page that is %s gets nothing', async (site) => {
    expect((await browser.get('/api/view', { 'sec-fetch-site': site })).status).toBe(403);
    expect((await browser.get('/api/view', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('nothing was called by all this', async () => {
    expect((await browser.view()).calls).toEqual([]);
  });
});

describe('what is posted', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    '',
  ])('as %j is refused', async (type) => {
    expect((await browser.post('/api/call', CALL, { 'content-type': type })).status).toBe(415);
  });

  it('longer than 1 MiB is refused, told or not', async () => {
    const long = JSON.stringify({ ...CALL, args: { text: 'x'.repeat(1024 * 1024) } });
    expect((await browser.post('/api/call', long, { 'content-length': String(long.length) })).status).toBe(413);
    const refused = await browser.post('/api/call', long, { 'transfer-encoding': 'chunked' }).then(
      ({ status }) => status,
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect([413, 'ECONNRESET', 'EPIPE']).toContain(refused);
    expect((await browser.view()).calls).toEqual([]);
  });

  it.each(['', '{', '[]', 'null', '"x"'])('the body %j is refused', async (body) => {
    const reply = await browser.post('/api/call', body);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toEqual({ error: expect.any(String) as string });
  });

  it('what is in a body that cannot be read is in no error', async () => {
    expect((await browser.post('/api/answer', '{"content": canary-4711}')).body).not.toContain('canary');
  });

  it.each([
    [
      '/api/settings',
      { revision: '2024-11-05', capabilities: { form: true, url: true, sampling: true, roots: true } },
      400,
    ],
    ['/api/settings', { revision: '2026-07-28', capabilities: { form: 'yes' } }, 400],
    ['/api/settings', { revision: '2026-07-28' }, 400],
    ['/api/call', { kind: 'page', name: 'x' }, 400],
    ['/api/call', { kind: 'tool', name: '' }, 400],
    ['/api/call', { kind: 'tool', name: 'x', args: [] }, 400],
    ['/api/call', { kind: 'prompt', name: 'x', args: { a: 1 } }, 400],
    ['/api/answer', { question: 'none', action: 'accept' }, 409],
    ['/api/answer', { question: 'none', action: 'maybe' }, 400],
    ['/api/answer', { action: 'accept' }, 400],
    ['/api/stop', { call: 'none' }, 404],
    ['/api/stop', {}, 404],
    ['/api/replay', { call: 'none', round: 1, tamper: 'none' }, 404],
    ['/api/replay', { call: 'none', round: '1', tamper: 'none' }, 400],
    ['/api/replay', { call: 'none', round: 1, tamper: 'constructor' }, 400],
    ['/api/nothing', {}, 404],
    ['/api/__proto__', {}, 404],
    ['/api/view', {}, 404],
  ])('%s %j is refused with %i', async (path, body, status) => {
    const reply = await browser.post(path, body);
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.body)).toEqual({ error: expect.any(String) as string });
  });

  it('other methods are refused', async () => {
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const headers = { ...browser.cookie, origin: browser.origin };
      expect((await send(`${browser.base}/api/forget`, { method, headers })).status).toBe(405);
    }
  });
});

describe('what is served', () => {
  it.each(['/api/view', '/nothing', '/panel/page/main.js', '/'])('%s has every header', async (path) => {
    const { headers } = await browser.get(path);
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'none'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('a refusal has them too', async () => {
    const { headers } = await send(browser.origin);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each([
    '/nothing',
    '/errors.js',
    '/client/index.js',
    '/form/index.js',
    '/form/index.d.ts',
    '/panel/page/main.js.map',
    '/panel/page/main.d.ts',
    '/panel/page/../../cli/main.js',
    '/panel/page/..%2f..%2fcli%2fmain.js',
    '/panel/page/tsconfig.json',
    '/panel/page/main.ts',
    '/panel/index.js',
    '/package.json',
    '/panel/',
    '/panel/page/',
    '//etc/passwd',
    '/panel/page/%00.js',
  ])('%s is not there', async (path) => {
    expect((await browser.get(path)).status).toBe(404);
  });

  it('a file that was not built is said to be so', async () => {
    const { status, body } = await browser.get('/panel/page/not-built.js');
    expect(status).toBe(503);
    expect(body).toContain('npm run build');
  });
});

it('listens on 127.0.0.1 and nowhere else', async () => {
  const { hostname, port } = new URL(panel.url);
  expect(hostname).toBe('127.0.0.1');
  await expect(send(`http://127.0.0.2:${port}/`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
