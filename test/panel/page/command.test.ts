import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { MAIN, REPO } from '../../cli/vuelta.js';
import { call, launch, pick, press, typeInto } from './chrome.js';

it('vuelta panel: the escalation form is filled in and sent with the keyboard alone', async () => {
  const child = spawn(process.execPath, [MAIN, 'panel', 'kit/mesa-de-ayuda.mjs'], { cwd: REPO });
  const context = await (await launch()).newContext({ locale: 'en-GB' });
  try {
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const page = await context.newPage();
    await page.goto(line.trim());
    await call(page, 'escalate_ticket', { ticketId: 'T-1042' });
    const question = page.locator('.question');
    await pick(page, question.getByRole('radiogroup', { name: 'Priority' }), 'P2 Major feature broken');
    await pick(page, question.getByRole('radiogroup', { name: 'Area' }), 'billing');
    await typeInto(page, question.getByLabel('Affected customers'), '37');
    await typeInto(page, question.getByLabel('Customer email'), 'ana@example.com');
    await pick(page, question.getByRole('radiogroup', { name: 'Is it an outage?' }), 'Yes');
    await press(page, question.getByRole('button', { name: 'Answer' }));
    await page.locator('.ending > .said', { hasText: 'Escalated T-1042 as p2 in billing.' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Copy as vuelta call' }));
    await page.locator('.copied', { hasText: 'npx vuelta call kit/mesa-de-ayuda.mjs escalate_ticket' }).waitFor();
  } finally {
    await context.close();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  }
});
