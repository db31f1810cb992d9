import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Events } from '../../src/panel/serve/events.js';
import type { Panel } from '../../src/panel/index.js';
import { type Got, type Scripted, serveScript } from '../client/fixtures/hosting.js';
import { type Browser, openPanel, send } from './browser.js';

let panel: Panel | undefined;
let server: Scripted | undefined;
afterEach(async () => {
  await panel?.close();
  await server?.close();
  [panel, server] = [undefined, undefined];
});

const listOf = (tools: unknown) => ({ resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' });

async function open(
  tools: unknown,
  act: (got: Got) => unknown = () => listOf([]),
  written: (text: string) => string = (text) => text,
): Promise<Browser> {
  server = await serveScript((got) => {
    const result = got.method === 'tools/list' ? listOf(tools) : act(got);
    return { reply: written(JSON.stringify({ jsonrpc: '2.0', id: got.id, result })) };
  });
  const { url } = server;
  const opened = await openPanel({ open: () => ({ target: url }), label: 'large' });
  panel = opened.panel;
  await opened.browser.ready();
  return opened.browser;
}

describe('what a server lists', () => {
  it('500 tools with schemas of 80 kB are listed, and the view stays one that can be sent again and again', async () => {
    const properties = { text: { type: 'string', description: 'd'.repeat(3_000) } };
    const padding = Array.from({ length: 25 }, (_, at) => [`p${at}`, properties.text]);
    const inputSchema = { type: 'object', properties: Object.fromEntries(padding) };
    const tools = Array.from({ length: 501 }, (_, at) => ({ name: `tool-${at}`, inputSchema }));
    const browser = await open(tools);
    const { body } = await browser.get('/api/view');
    expect(body.length).toBeLessThan(1_500_000);
    const { callables } = await browser.view();
    expect(callables).toHaveLength(500);
    const [first, last] = [callables[0], callables[499]];
    expect(first).toMatchObject({ inputSchema: { type: 'object' } });
    // Anything goes: the page takes the arguments as JSON.
    expect(last).toMatchObject({ name: 'tool-499', inputSchema: true });
  });

  it('a schema that is nested without end costs only itself', async () => {
    const depth = 60_000;
    const deep = `{"type":"object","properties":${'{"a":'.repeat(depth)}{}${'}'.repeat(depth)}}`;
    const browser = await open(
      [
        { name: 'deep', inputSchema: { type: 'object', properties: {} } },
        { name: 'flat', inputSchema: { type: 'object' } },
      ],
      undefined,
      (text) => text.replace('{"type":"object","properties":{}}', deep),
    );
    const { callables, fault } = await browser.view();
    expect(fault).toBeUndefined();
    expect(callables.map(({ name }) => name)).toEqual(['deep', 'flat']);
  });
});

describe('what a person reads of a result', () => {
  const data = 'AAAA';
  it.each([
    ['an image', { content: [{ type: 'image', data, mimeType: 'image/png' }] }, '(image, image/png, 3 bytes)'],
    ['a sound', { content: [{ type: 'audio', data: 'AA==', mimeType: 'audio/wav' }] }, '(audio, audio/wav, 1 bytes)'],
    [
      'a link',
      { content: [{ type: 'resource_link', name: '<b>n', uri: 'file:///\u202ex' }] },
      '(resource_link, <b>n, file:///⟨U+202E⟩x)',
    ],
    [
      'resources',
      {
        content: [
          { type: 'resource', resource: { uri: 'memo://a', text: 'inside' } },
          { type: 'resource', resource: { uri: 'memo://b', blob: data, mimeType: 'application/pdf' } },
        ],
      },
      'inside\n(resource, memo://b, application/pdf, 3 bytes)',
    ],
    ['structure alone', { content: [], structuredContent: { a: [1] } }, '{\n  "a": [\n    1\n  ]\n}'],
    ['text and structure', { content: [{ type: 'text', text: 'said' }], structuredContent: { a: 1 } }, 'said'],
    ['nothing', { content: [] }, ''],
    ['what is none', { content: [null, 5, {}] }, '()'],
  ])('%s', async (_name, result, text) => {
    const browser = await open([{ name: 'tool', inputSchema: { type: 'object' } }], () => ({
      resultType: 'complete',
      ...result,
    }));
    const { ending } = await browser.ended(await browser.call('tool'));
    expect(ending).toMatchObject({ kind: 'result', text });
  });
});

/** A promise and what ends it. */
function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

it.each([
  ['quick', 0, 21],
  ['slow', 25, 4],
])('a view that is %s to write is sent accordingly often', async (_name, busyMs, times) => {
  const { promise: opening, resolve: opened } = withResolvers();
  const events = new Events(() => {
    vi.advanceTimersByTime(busyMs);
    return {};
  });
  let sent = 0;
  const http = createServer((_request, response) => {
    const write = response.write.bind(response);
    response.write = ((chunk: string) => {
      sent += 1;
      return write(chunk);
    }) as typeof response.write;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    events.open(response);
    opened();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => http.once('listening', resolve));
  const listening = send(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`);
  await opening;
  for (const end = performance.now() + 800; performance.now() < end;) {
    events.changed();
    vi.advanceTimersByTime(10);
  }
  events.close();
  vi.useRealTimers();
  await listening;
  http.close();
  expect(sent).toBe(times);
});
