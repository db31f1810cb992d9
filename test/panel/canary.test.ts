import { afterEach, expect, it, vi } from 'vitest';
import type { Panel } from '../../src/panel/index.js';
import { openPanel } from './browser.js';
import { kit } from './kit.js';

const desk = await kit('mesa-de-ayuda.mjs');

const CANARY = 'canary.4711@example.com';
const NUMBER = 4711;

let panel: Panel | undefined;
afterEach(async () => {
  await panel?.close();
  vi.restoreAllMocks();
});

it.each(['2026-07-28', '2025-11-25'] as const)(
  'on %s what was answered is in no view, event, copy, error, log or warning',
  async (revision) => {
    const written: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((chunk) => (written.push(String(chunk)), true));
    }
    for (const name of ['log', 'error', 'warn', 'info', 'debug'] as const) {
      vi.spyOn(console, name).mockImplementation((...words) => void written.push(words.join(' ')));
    }
    const warned = (warning: Error): void => void written.push(String(warning.stack));
    process.on('warning', warned);

    const opened = await openPanel({ open: () => ({ target: desk }), label: 'kit', revision });
    panel = opened.panel;
    const { browser } = opened;
    await browser.ready();
    const tab = await browser.listen();
    const content = { priority: 'p1', area: 'api', customerEmail: CANARY, affectedCustomers: NUMBER };

    const id = await browser.call('escalate_ticket', { ticketId: `C-${revision}` });
    const question = await browser.question();
    // Each wrong answer carries the canary too.
    await browser.answer(question, 'accept', { ...content, customerEmail: `not an address ${CANARY}` });
    await browser.answer(question, 'accept', { ...content, customerEmail: { canary: CANARY } });
    await browser.answer(question, 'accept', { ...content, priority: CANARY });
    await browser.answer(question, 'accept', CANARY);
    await browser.post('/api/answer', `{"question":"${question.id}","content":"${CANARY}" oops`);
    await browser.answer({ ...question, id: 'none' }, 'accept', content);
    expect((await browser.answer(question, 'accept', content)).status).toBe(200);
    const { ending } = await browser.ended(id);
    expect(ending.text).toMatch(/^Escalated/);
    await browser.answer(question, 'accept', content);
    if (revision === '2026-07-28') {
      for (const tamper of ['none', 'middle', 'no-state', 'no-answers', 'other-arguments']) {
        expect((await browser.post('/api/replay', { call: id, round: 2, tamper })).status).toBe(200);
      }
    }
    for (const as of ['call', 'answers', 'contract']) await browser.copy(id, as);

    // The world has it: the test sees what it looks for.
    await expect.poll(() => tab.last()?.calls[0]?.status).toBe('ended');
    expect(browser.heard + tab.text()).not.toContain('anary');
    expect(browser.heard + tab.text()).not.toContain(String(NUMBER));
    const shown = await browser.ended(await browser.call('show_ticket', { ticketId: `C-${revision}` }));
    expect(shown.ending.text).toContain(CANARY);
    tab.close();
    process.off('warning', warned);
    expect(written.join('\n')).not.toContain('anary');
  },
);
