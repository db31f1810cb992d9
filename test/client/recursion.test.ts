import { describe, expect, it } from 'vitest';
import {
  accept,
  type AnswerFunction,
  type Answers,
  connect,
  type Revision,
  type Harness,
  portAnswers,
  readText,
} from '../../src/client/index.js';
import { serveSessions, travelCommand } from './fixtures/hosting.js';
import { keep } from './fixtures/keep.js';
import { createTravel } from './fixtures/travel.mjs';

const { createServer } = createTravel();

const ways: ReadonlyArray<readonly [string, Revision, () => Promise<Harness>]> = [
  ['in process', '2026-07-28', () => connect(createServer)],
  ['in process', '2025-11-25', () => connect(createServer, { revision: '2025-11-25' })],
  ['stdio', '2026-07-28', () => connect(travelCommand)],
  ['stdio', '2025-11-25', () => connect(travelCommand, { revision: '2025-11-25' })],
  ['HTTP', '2025-11-25', async () => connect(keep(await serveSessions(createServer)).url, { revision: '2025-11-25' })],
];

const yes = accept({ confirm: true });
const booking = (harness: Harness, answers: Answers, trip = 'Rome') => harness.call('book', { trip }, { answers });
const port = (put: () => Promise<ReturnType<typeof accept>>, name = 'own') => ({
  name,
  capabilities: { elicitation: { form: {} } },
  put,
});

describe.each(ways)('F95: an answer that calls through itself, %s on %s', (_name, _era, open) => {
  const recursive = expect.objectContaining({ code: 'answer_recursive' });

  it('a port, on another harness', async () => {
    const [harness, other] = [keep(await open()), keep(await open())];
    const answers: AnswerFunction = portAnswers(port(async () => (await booking(other, answers), yes)));
    await expect(booking(harness, answers)).rejects.toEqual(recursive);
  });

  it('a port, on the same harness', async () => {
    const harness = keep(await open());
    const answers: AnswerFunction = portAnswers(port(async () => (await booking(harness, answers), yes)));
    // On 2025-11-25 nothing but a session over HTTP says which of two open calls asks; that is refused before.
    const code = _era === '2025-11-25' && _name !== 'HTTP' ? 'ask_unanswered' : 'answer_recursive';
    await expect(booking(harness, answers)).rejects.toMatchObject({ code });
  });

  it('a port through another port: there is one person', async () => {
    const [harness, other] = [keep(await open()), keep(await open())];
    const second = portAnswers(port(async () => yes, 'second'));
    const first = portAnswers(port(async () => (await booking(other, second), yes)));
    await expect(booking(harness, first)).rejects.toEqual(recursive);
    expect(readText(await booking(harness, second))).toBe('booked Rome');
  });

  it('an answer function, by itself, in a circle, and made anew each time', async () => {
    const [harness, other, third] = [keep(await open()), keep(await open()), keep(await open())];
    const itself: AnswerFunction = async () => (await booking(other, itself), yes);
    const circle: AnswerFunction = async () => (
      await booking(third, async () => (await booking(other, circle), yes)),
      yes
    );
    await expect(booking(harness, itself)).rejects.toEqual(recursive);
    await expect(booking(harness, circle)).rejects.toEqual(recursive);
    if (_era !== '2026-07-28') return;
    const anew = (): AnswerFunction => async () => (await booking(harness, anew()), yes);
    await expect(booking(harness, anew())).rejects.toEqual(recursive);
  });

  it('what it catches is its own matter: the outer call goes on, and the next one finds the person free', async () => {
    const [harness, other] = [keep(await open()), keep(await open())];
    const codes: unknown[] = [];
    const answers: AnswerFunction = portAnswers(
      port(async () => {
        await booking(other, answers).catch((error: { code: unknown }) => codes.push(error.code));
        return yes;
      }),
    );
    expect(readText(await booking(harness, answers))).toBe('booked Rome');
    expect(readText(await booking(harness, portAnswers(port(async () => yes))))).toBe('booked Rome');
    expect(codes).toEqual(['answer_recursive']);
  });

  it('a call with answers of its own, one at the same time and one after the answer are no recursion', async () => {
    const [harness, other, third] = [keep(await open()), keep(await open()), keep(await open())];
    let later: Promise<unknown> | undefined;
    const plain = portAnswers(port(async () => yes));
    const answers = portAnswers(
      port(async () => {
        await booking(other, { confirm: yes });
        later ??= new Promise<void>((resolve) => setTimeout(resolve, 50)).then(() => booking(third, plain, 'Oslo'));
        return yes;
      }),
    );
    const both = await Promise.all([booking(harness, answers), booking(third, plain, 'Bern')]);
    expect(both.map(readText)).toEqual(['booked Rome', 'booked Bern']);
    expect(await later).toMatchObject({ kind: 'result', isError: false });
  });
});
