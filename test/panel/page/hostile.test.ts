import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { asking, done, form, type Got, listen, type Scripted, serveScript } from '../../client/fixtures/hosting.js';
import { call, launch, open, press, type Sight } from './chrome.js';

const MARKUP = '<img src=x onerror="alert(1)"><script>alert(2)</script><style>*{display:none}</style>';
const HOSTILE = `${MARKUP}\u001b[31m\u001b]0;owned\u0007\u202etxt`;
const SEEN = `${MARKUP}⟨U+202E⟩txt`;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

const answered = (got: Got): boolean => got.params?.['inputResponses'] !== undefined;

/** A panel on a server that lists one tool and does with its calls what the test wants. */
async function visit(act: (got: Got) => unknown, width = 1280): Promise<Sight> {
  const tool = { name: 'tool', title: HOSTILE, description: HOSTILE, inputSchema: { type: 'object' } };
  const server: Scripted = await serveScript((got) => {
    const tools = { resultType: 'complete', tools: [tool], ttlMs: 0, cacheScope: 'private' };
    return { reply: { jsonrpc: '2.0', id: got.id, result: got.method === 'tools/list' ? tools : act(got) } };
  });
  const sight = await open({
    target: { target: server.url, close: () => server.close() },
    browser,
    context: { viewport: { width, height: 812 } },
  });
  await call(sight.page, MARKUP.slice(0, 20));
  return sight;
}

function formOf(message: string, properties: Record<string, unknown> = {}): Record<string, unknown> {
  const ask = form(properties);
  (ask['params'] as { message: string }).message = message;
  return ask;
}

const ways = (sight: Sight) => sight.question.getByRole('button');

/** Nothing of the server has become an element, and nothing is wider than the page. */
async function isIntact({ page, question }: Sight): Promise<void> {
  expect(await page.locator('img, iframe, object, embed, body style, body script, svg').count()).toBe(0);
  const [scroll, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(scroll).toBeLessThanOrEqual(width ?? 0);
  expect(await question.getByRole('heading').first().textContent()).toBe('scripted asks');
}

it('F46 markup stays text, escapes are gone, what cannot be seen is spelled out', async () => {
  const properties = {
    field: { type: 'string', title: HOSTILE, description: HOSTILE, default: 'exact\u202e' },
    one: { type: 'string', enum: ['plain', HOSTILE] },
    several: { type: 'array', items: { anyOf: [{ const: 'x', title: HOSTILE }] } },
  };
  await using sight = await visit((got) =>
    answered(got)
      ? { ...done, content: [{ type: 'text', text: HOSTILE }] }
      : asking({ key: formOf(`${HOSTILE}\n${HOSTILE}`, properties) }),
  );
  const { page, question } = sight;
  await question.waitFor();
  expect(await question.locator('.message').textContent()).toBe(`${SEEN}\n${SEEN}`);
  expect(await question.locator('label bdi', { hasText: SEEN }).count()).toBe(3);
  expect(await question.locator('.hint').first().textContent()).toBe('left empty, it is exact⟨U+202E⟩');
  await isIntact(sight);
  await press(page, ways(sight).first());
  await page.locator('.ending > .said').waitFor();
  expect(await page.locator('.ending > .said').textContent()).toBe(SEEN);
  // oxlint-disable-next-line no-control-regex -- what must not be there
  expect(await page.locator('body').innerText()).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u);
});

it.each([375, 1280])(
  'a message of 10 000 characters leaves who asks and the buttons in reach, at %i px',
  async (width) => {
    const message = `${'word '.repeat(1_000)}${'m'.repeat(5_000)}`;
    await using sight = await visit((got) => (answered(got) ? done : asking({ key: formOf(message) })), width);
    const { page, question } = sight;
    await question.waitFor();
    expect(await question.locator('.message').textContent()).toBe(message);
    await isIntact(sight);
    expect((await question.boundingBox())?.height).toBeLessThan(812);
    const block = question.getByRole('group', { name: 'Message' });
    await press(page, block);
    await page.keyboard.press('End');
    await expect.poll(() => block.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    await press(page, ways(sight).filter({ hasText: 'Decline' }));
    await page.locator('.ending > .said').waitFor();
  },
);

it('a form of 50 fields can be filled in; the buttons stay in sight and cover no field', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`field${at}`, { type: 'string', title: `Field number ${at}` }]),
  );
  await using sight = await visit((got) => (answered(got) ? done : asking({ key: formOf('Fifty', properties) })), 375);
  const { question } = sight;
  await question.waitFor();
  await isIntact(sight);
  const buttons = question.locator('.buttons');
  for (const at of [0, 20, 49]) {
    const input = question.getByLabel(`Field number ${at} `);
    await input.focus();
    const [field, bar] = [await input.boundingBox(), await buttons.boundingBox()];
    expect(bar?.y).toBeLessThan(812);
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});

it.each(['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'http://evil.example/'])(
  'F47 the address %s never becomes a question or a link',
  async (url) => {
    const params = { mode: 'url', message: 'Pay here', url, elicitationId: 'a' };
    await using sight = await visit((got) =>
      answered(got) ? done : asking({ pay: { method: 'elicitation/create', params } }),
    );
    const { page, question } = sight;
    await page.locator('.ending').waitFor();
    expect(await question.count()).toBe(0);
    expect(await page.locator('a').count()).toBe(0);
    expect(await page.locator('.arrow.note').textContent()).toContain('cancelled without asking');
  },
);

it('F47 F48 an address is spelled out with its host, and only a person follows it', async () => {
  const url = 'https://xn--pypal-4ve.example/pay?a=1&cmd="x"';
  const params = { mode: 'url', message: 'Pay here', url, elicitationId: 'a' };
  await using sight = await visit((got) =>
    answered(got) ? done : asking({ pay: { method: 'elicitation/create', params } }),
  );
  const { page, context, question } = sight;
  await question.waitFor();
  expect(await question.locator('.address').textContent()).toBe(new URL(url).href);
  expect(await question.locator('.address strong').textContent()).toBe('xn--pypal-4ve.example');
  expect(await question.locator('.warning').first().textContent()).toMatch(/reads as pаypal\.example/u);
  const link = question.getByRole('link');
  expect(await link.getAttribute('href')).toBe(new URL(url).href);
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(await link.getAttribute('target')).toBe('_blank');
  expect(context.pages()).toHaveLength(1);
  await press(page, ways(sight).first());
  await page.locator('.ending').waitFor();
  expect(context.pages()).toHaveLength(1);
});

it('a page on another port, to which a person follows a link, learns neither the cookie nor the address', async () => {
  const seen: unknown[] = [];
  const other = await listen(({ url, headers: { cookie, referer } }, response) => {
    if (url === '/pay') seen.push({ cookie, referer });
    response.end();
  });
  const params = { mode: 'url', message: 'Pay', url: new URL('/pay', other.url).href, elicitationId: 'a' };
  await using sight = await visit((got) =>
    answered(got) ? done : asking({ pay: { method: 'elicitation/create', params } }),
  );
  const { page, context, question, faults } = sight;
  const next = context.waitForEvent('page');
  await press(page, question.getByRole('link'));
  await (await next).close();
  await expect.poll(() => seen).toEqual([{ cookie: undefined, referer: undefined }]);
  expect(await context.cookies()).toEqual([expect.objectContaining({ httpOnly: true, sameSite: 'Strict' })]);
  expect(faults).toEqual([]);
  await other.close();
});

it('the content policy is in force: what gets into the page all the same does not run', async () => {
  await using sight = await visit(() => done);
  const { page, faults } = sight;
  await page.locator('.ending').waitFor();
  const refused = await page.evaluate(
    async (markup) => {
      const directives: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) => directives.push(event.effectiveDirective));
      const place = document.createElement('div');
      place.innerHTML = `${markup}<img src="https://example.com/a.png"><iframe src="https://example.com/"></iframe>`;
      document.body.append(place);
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.body.append(script);
      await new Promise((resolve) => setTimeout(resolve, 200));
      place.remove();
      return { directives, ran: Reflect.get(globalThis, 'ran') as unknown };
    },
    MARKUP.replaceAll('alert', 'globalThis.ran=').replace('src=x', 'src="data:,"'),
  );
  expect(refused.ran).toBeUndefined();
  expect(new Set(refused.directives)).toEqual(
    new Set(['script-src-attr', 'script-src-elem', 'style-src-elem', 'img-src', 'frame-src']),
  );
  expect(faults.every((fault) => fault.includes('Content Security Policy'))).toBe(true);
  (faults as string[]).length = 0;
});

it('F46 options of arguments are spelled out too', async () => {
  const properties = { one: { type: 'string', enum: ['plain', 'o\u202ene'] } };
  const server = await serveScript(({ id }) => {
    const tools = [{ name: 'odd', inputSchema: { type: 'object', properties } }];
    const result = { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' };
    return { reply: { jsonrpc: '2.0', id, result } };
  });
  await using sight = await open({ target: { target: server.url, close: () => server.close() }, browser });
  const labels = await sight.page.locator('.call-form .option').allTextContents();
  expect(labels).toEqual(['plain', 'o⟨U+202E⟩ne', '(leave out)']);
});

it('a property that no control can hold is written as JSON', async () => {
  const properties = { nested: { type: 'object', title: 'Nested', properties: {} } };
  await using sight = await visit((got) =>
    answered(got)
      ? { ...done, content: [{ type: 'text', text: JSON.stringify(got.params?.['inputResponses']) }] }
      : asking({ key: formOf('Odd', properties) }),
  );
  const { page, question } = sight;
  await question.locator('summary', { hasText: 'Nested' }).click();
  await question.locator('textarea').fill('{"a": }');
  await ways(sight).first().click();
  await question.getByText('must be JSON').waitFor();
  await question.locator('textarea').fill('{"a": 1}');
  await ways(sight).first().click();
  await page.locator('.ending > .said', { hasText: '"nested":{"a":1}' }).waitFor();
});
