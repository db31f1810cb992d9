import { afterEach, describe, expect, it } from 'vitest';
import {
  type AnswerFile,
  type CallOptions,
  connect,
  type Revision,
  type Harness,
  parseAnswerFile,
  scriptedAnswers,
  type ScriptOptions,
  readText,
} from '../../../src/client/index.js';
import type { VueltaError } from '../../../src/errors.js';
import { keep } from '../fixtures/keep.js';
import { createTravel } from '../fixtures/travel.mjs';
import { failure } from './failure.js';
import { kitServer } from './kit.js';

let harness: Harness;
afterEach(() => harness.close());

const yes = { action: 'accept', content: { confirm: true } } as const;
const step = (value: string, n = 1) => ({ action: 'accept', content: { [`step${n}`]: value } }) as const;

describe.each<Revision>(['2026-07-28', '2025-11-25'])('on %s', (revision) => {
  const open = async (): Promise<void> => {
    harness = await connect(createTravel().createServer, { revision });
  };
  const book = async (file: AnswerFile, options: ScriptOptions = {}, call: CallOptions = {}): Promise<string> => {
    const answers = scriptedAnswers(file, options);
    const outcome = await harness.call('book', { trip: 'Lisbon' }, { ...call, answers });
    answers.finish();
    return readText(outcome);
  };

  it('answers by key, message, pattern, field, round, tool, or all of them', async () => {
    await open();
    const matches = [
      {},
      { key: 'confirm' },
      { message: 'Lisbon' },
      { message: { pattern: String.raw`^Book \p{Lu}\w+\?$` } },
      { field: 'confirm' },
      { round: 1 },
      { tool: 'book' },
      { key: 'confirm', message: 'Book', field: 'confirm', round: 1, tool: 'book' },
    ];
    for (const match of matches) expect(await book({ answers: [{ match, answer: yes }] })).toBe('booked Lisbon');
    expect(await book({ answers: { confirm: yes } })).toBe('booked Lisbon');
  });

  it('does not answer when one condition fails', async () => {
    await open();
    const matches = [
      { message: 'Porto' },
      { message: { pattern: '^Lisbon' } },
      { field: 'other' },
      { round: 2 },
      { tool: 'steps' },
      { message: 'Book', round: 2 },
    ];
    for (const match of matches) {
      const { code, message } = await failure(book({ answers: [{ match, answer: yes }] }));
      expect(code).toBe('ask_unanswered');
      expect(message).toContain(`'confirm' (form) "Book Lisbon?", fields: confirm (boolean, required)`);
      expect(message).toContain("in round 1 of 'book'");
    }
  });

  it('declines, cancels, fails and waits', async () => {
    await open();
    for (const action of ['decline', 'cancel'] as const) {
      expect(await book({ answers: { confirm: action } })).toBe(`not booked (${action})`);
      expect(await book({ answers: { confirm: { action } } })).toBe(`not booked (${action})`);
    }
    const { code, message } = await failure(book({ answers: { confirm: { fail: 'the terminal went away' } } }));
    expect(code).toBe('answer_failed');
    expect(message).toBe('answers.confirm of answer file says that this ask fails: the terminal went away');

    const start = performance.now();
    expect(await book({ answers: { confirm: { wait: 120, answer: { wait: 30, answer: yes } } } })).toBe(
      'booked Lisbon',
    );
    expect(performance.now() - start).toBeGreaterThan(145);
  });

  it('F40 stops a wait when the time of the person is over, or the caller cancels', async () => {
    await open();
    const file: AnswerFile = { answers: { confirm: { wait: 60_000, answer: yes } } };
    expect((await failure(book(file, {}, { personTimeoutMs: 50 }))).code).toBe('client_timeout');
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    await expect(book(file, {}, { signal: controller.signal })).rejects.toMatchObject({ code: 'client_aborted' });
  });

  it('uses entries in order, each as often as it says', async () => {
    await open();
    const steps = async (count: number, file: AnswerFile): Promise<string> => {
      const answers = scriptedAnswers(file);
      const outcome = await harness.call('steps', { steps: count, label: 'A' }, { answers });
      answers.finish();
      return outcome.rounds
        .flatMap((round) => Object.values(round.sent()))
        .map((sent) => JSON.stringify(sent['content']))
        .join();
    };
    const inOrder = { answers: [{ answer: step('a') }, { answer: step('b', 2) }, { answer: step('c', 3) }] };
    expect(await steps(3, inOrder)).toBe('{"step1":"a"},{"step2":"b"},{"step3":"c"}');
    const byMessage: AnswerFile = {
      answers: [
        { match: { message: 'A 2' }, answer: step('b', 2) },
        { match: { message: 'A' }, answer: step('a') },
      ],
    };
    expect(await steps(2, byMessage)).toBe('{"step1":"a"},{"step2":"b"}');

    const once = [{ match: { message: 'A' }, answer: step('a') }];
    const { message } = await failure(steps(2, { answers: once }));
    expect(message).toContain("Nothing in answer file answers 'step2'");
    expect(message).toContain("It has: answers[0] (message 'A', used up).");
  });

  it('a map answers as often as it is asked, an entry as often as it says', async () => {
    await open();
    const twice = async (file: AnswerFile): Promise<void> => {
      const answers = scriptedAnswers(file);
      await harness.call('book', { trip: 'A' }, { answers });
      await harness.call('book', { trip: 'B' }, { answers });
      answers.finish();
    };
    await twice({ answers: { confirm: yes } });
    await twice({ answers: [{ answer: yes, times: 'any' }] });
    await twice({ answers: [{ answer: yes, times: 2 }] });
    expect((await failure(twice({ answers: [{ answer: yes }] }))).code).toBe('ask_unanswered');
  });

  it('reports an entry that nothing matched, and what was asked', async () => {
    await open();
    const file = await parseAnswerFile(
      'answers:\n  - match: { key: typo, message: Porto }\n    answer: decline\n  - answer: { action: accept, content: { confirm: true } }\n',
      { name: 'mine.yaml' },
    );
    const { code, message } = await failure(book(file));
    expect(code).toBe('answer_unused');
    expect(message).toContain("No ask wanted answers[0] (line 2, key 'typo', message 'Porto') of mine.yaml.");
    expect(message).toContain(`Asked was: 'confirm' (form) "Book Lisbon?", fields: confirm (boolean, required).`);
    expect((await failure(() => scriptedAnswers(file).finish())).message).toContain('Nothing was asked.');
  });

  it('makes both a warning if loose', async () => {
    await open();
    const warnings: VueltaError[] = [];
    const loose = { loose: true, onWarning: (warning: VueltaError) => void warnings.push(warning) };
    const file: AnswerFile = { answers: [{ match: { message: 'Porto' }, answer: yes }] };
    expect(await book(file, loose, { onUnanswered: 'decline' })).toBe('not booked (decline)');
    expect(warnings.map(({ code }) => code)).toEqual(['ask_unanswered', 'answer_unused']);
    expect((await failure(book(file, loose))).message).toContain('Give an answer under this key');
  });

  it('checks contents before they are sent, and names the entry and never the value', async () => {
    await open();
    const canary = 'rosebud-4711';
    const source = `answers:\n  - match: { message: like }\n    answer: { action: accept, content: { meal: ${canary} } }\n`;
    const file = await parseAnswerFile(source, { name: 'mine.yaml' });
    const { code, message } = await failure(harness.call('preferences', {}, { answers: scriptedAnswers(file) }));
    expect(code).toBe('answer_invalid');
    expect(message).toContain('(answers[0] of mine.yaml, line 2) does not fit and was not sent. meal: must be one of');
    expect(message).not.toContain(canary);
  });

  it('does not repeat in an error what an earlier answer said, although the server does', async () => {
    harness = await connect(await kitServer('servidor.mjs'), { revision });
    const ticket = { turma_id: 'html-01', email: `eco-${revision}@exemplo.com` };
    const confirmar = { action: 'accept', content: { confirmar: true } } as const;
    await harness.call('reservar_vaga', ticket, { answers: scriptedAnswers({ answers: { confirmar } }) });
    const motivo = { action: 'accept', content: { motivo: 'rosebud-4711' } } as const;
    const answers = scriptedAnswers({ answers: [{ match: { field: 'motivo' }, answer: motivo }] });
    const { message } = await failure(harness.call('cancelar_reserva', ticket, { answers }));
    expect(message).toContain(`Cancelar a vaga de ${ticket.email}? Motivo: <answer motivo.motivo>`);
    expect(message).not.toContain('rosebud');
    const byKey = harness.call('cancelar_reserva', ticket, { answers: { motivo } });
    const bare = await failure(byKey);
    expect(bare.message).toContain('Motivo: <answer motivo.motivo>');
    expect(bare.message).not.toContain('rosebud');
    const both = { motivo, confirmar };
    const outcome = await harness.call('cancelar_reserva', ticket, { answers: scriptedAnswers({ answers: both }) });
    expect(readText(outcome)).toContain(`cancelada: html-01 para ${ticket.email}`);
  });

  it('stops a pattern that never ends', async () => {
    await open();
    const file = await parseAnswerFile('answers: [{ match: { message: { pattern: "^(a+)+$" } }, answer: decline }]');
    const call = harness.call('book', { trip: `${'a'.repeat(40)}!` }, { answers: scriptedAnswers(file) });
    const other = await failure(call);
    expect(other.code).toBe('ask_unanswered');
    const hostile = await parseAnswerFile(
      'answers: [{ match: { message: { pattern: "Book (a+)+$" } }, answer: decline }]',
    );
    const again = harness.call('book', { trip: 'a'.repeat(40) }, { answers: scriptedAnswers(hostile) });
    expect(await failure(again)).toEqual({
      code: 'answer_file_invalid',
      message:
        'answers[0] of answer file, line 1: its pattern took too long on a message; write it without nested repetition.',
    });
  });

  it('tells a prompt and a resource apart', async () => {
    await open();
    const answers = scriptedAnswers({
      answers: [
        { match: { tool: 'guide' }, answer: yes },
        { match: { tool: 'resource' }, answer: yes },
      ],
    });
    expect(readText(await harness.getPrompt('guide', { topic: 'Rome' }, { answers }))).toBe('guide to Rome');
    expect(readText(await harness.readResource('travel://plan', { answers }))).toBe('the plan');
    answers.finish();
  });

  it('answers sampling and roots with a result', async () => {
    harness = await connect(createTravel().createServer, {
      revision,
      capabilities: { elicitation: { url: {}, form: {} }, sampling: {}, roots: {} },
    });
    const answers = scriptedAnswers({
      answers: {
        model: { result: { role: 'assistant', model: 'm', content: { type: 'text', text: 'Hello' } } },
        folders: { result: { roots: [{ uri: 'file:///a' }] } },
        login: 'accept',
      },
    });
    expect(readText(await harness.call('others', {}, { answers }))).toBe('Hello file:///a accept');
    answers.finish();
  });

  it('S3 fills in the form of a stdio server by the key of the form', async () => {
    harness = await connect(
      { command: process.execPath, args: ['kit/mesa-de-ayuda.mjs'] },
      { revision, stderr: 'ignore' },
    );
    const details = { action: 'accept', content: { priority: 'p1', area: 'login' } } as const;
    const answers = scriptedAnswers({ answers: { details } });
    const outcome = await harness.call('escalate_ticket', { ticketId: 'T-1' }, { answers });
    answers.finish();
    expect(readText(outcome)).toMatch(/^Escalated T-1 as p1 in login\./u);
  });

  it('two calls at once on one file each get their own entry', async () => {
    await open();
    const file: AnswerFile = {
      answers: [
        { match: { message: 'A' }, answer: { wait: 60, answer: yes } },
        { match: { message: 'B' }, answer: 'decline' },
      ],
    };
    const other = keep(await connect(createTravel().createServer, { revision }));
    const answers = scriptedAnswers(file);
    const calls = [harness.call('book', { trip: 'A' }, { answers }), other.call('book', { trip: 'B' }, { answers })];
    expect((await Promise.all(calls)).map((outcome) => readText(outcome))).toEqual([
      'booked A',
      'not booked (decline)',
    ]);
    answers.finish();
  });
});

it('refuses what is no answer file', async () => {
  harness = await connect(createTravel().createServer);
  for (const file of [null, {}, { answers: 7 }, () => 'x']) {
    expect((await failure(() => scriptedAnswers(file as never))).code).toBe('answer_file_invalid');
  }
});

it('matches the key exactly where the wire has keys', async () => {
  harness = await connect(createTravel().createServer);
  const answers = scriptedAnswers({ answers: { other: yes } });
  expect((await failure(harness.call('book', { trip: 'x' }, { answers }))).message).toContain("(key 'other')");
});
