import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  accept,
  type AnswerFunction,
  type Answers,
  type CallOptions,
  cancel,
  connect,
  decline,
  readText,
} from '../../src/client/index.js';
import { keep } from './fixtures/keep.js';
import { done, form, serveHandler, serveScript, travelCommand } from './fixtures/hosting.js';
import { createTravel } from './fixtures/travel.mjs';

const revision = '2025-11-25';
const say = (said: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(said) }] });

interface Question {
  readonly message: string;
  readonly fields: z.ZodRawShape;
}

/** A tool that asks the given rounds and returns all answers in the order of the questions. */
function survey(rounds: readonly Question[][]): () => McpServer {
  return () => {
    const server = new McpServer({ name: 'survey', version: '1' });
    server.registerTool('survey', { inputSchema: z.object({}) }, (_args, ctx) => {
      const state = JSON.parse(ctx.mcpReq.requestState<string>() ?? '[]') as unknown[];
      const answers = [...state, ...Object.values(ctx.mcpReq.inputResponses ?? {})];
      const next =
        rounds[
          answers.length === 0 ? 0 : rounds.findIndex((_, n) => rounds.slice(0, n).flat().length === answers.length)
        ];
      if (next === undefined) return say(answers);
      const entries = next.map(({ message, fields }, n) => [
        `q${answers.length + n}`,
        inputRequired.elicit({ message, requestedSchema: z.object(fields) }),
      ]);
      return inputRequired({ inputRequests: Object.fromEntries(entries), requestState: JSON.stringify(answers) });
    });
    return server;
  };
}

async function ask(rounds: Question[][], answers: Answers, more: CallOptions = {}) {
  const harness = keep(await connect(survey(rounds), { revision }));
  const outcome = await harness.call('survey', {}, { answers, ...more });
  const given = JSON.parse(readText(outcome)) as Array<{ action: string; content?: unknown }>;
  return { outcome, given: given.map(({ action, content }) => content ?? action) };
}

const name = { message: 'Name?', fields: { name: z.string() } };
const age = { message: 'Age?', fields: { age: z.number() } };
const ok = (message: string) => ({ message, fields: { ok: z.boolean() } });

describe('which answer of a map an ask gets, where the wire has no keys', () => {
  it('the one whose key is a field', async () => {
    const { given, outcome } = await ask([[name, age]], { age: accept({ age: 7 }), name: accept({ name: 'Ana' }) });
    expect(given).toEqual([{ name: 'Ana' }, { age: 7 }]);
    expect(outcome.rounds[0]?.asks.map(({ key }) => key)).toEqual(['name', 'age']);
    expect((await ask([[name, age]], { age: decline(), name: cancel() })).given).toEqual(['cancel', 'decline']);
  });

  it('the one whose content has only fields of the form', async () => {
    const { given, outcome } = await ask([[name, age]], { first: accept({ age: 7 }), second: accept({ name: 'Ana' }) });
    expect(given).toEqual([{ name: 'Ana' }, { age: 7 }]);
    expect(Object.keys(outcome.rounds[0]?.answers ?? {})).toEqual(['second', 'first']);
  });

  it('the next in order when several could be meant', async () => {
    const { given } = await ask([[ok('One?'), ok('Two?')]], { a: accept({ ok: true }), b: accept({ ok: false }) });
    expect(given).toEqual([{ ok: true }, { ok: false }]);
    expect((await ask([[ok('One?')], [ok('Two?')]], { a: decline(), b: accept({ ok: true }) })).given).toEqual([
      { ok: true },
      'decline',
    ]);
  });

  it('the same again for an ask that repeats an earlier one', async () => {
    const rounds = [[ok('Sure?')], [ok('Sure? Say it again.')], [name]];
    const { given } = await ask(rounds, { sure: accept({ ok: true }), later: decline() });
    expect(given).toEqual([{ ok: true }, { ok: true }, 'decline']);
  });

  it('none when none fits', async () => {
    await expect(ask([[name]], { x: accept({ other: 'y' }) })).rejects.toMatchObject({ code: 'ask_unanswered' });
  });
});

describe('rounds', () => {
  it('asks that come together are one round, and are shown one after the other', async () => {
    let showing = 0;
    const answers: AnswerFunction = async ({ key }, { round }) => {
      showing += 1;
      expect(showing).toBe(1);
      await new Promise((resolve) => {
        setTimeout(resolve, 30);
      });
      showing -= 1;
      return accept({ [key]: key === 'name' ? `round ${round}` : round });
    };
    const { given, outcome } = await ask([[name, age], [name]], answers);
    expect(given).toEqual([{ name: 'round 1' }, { age: 1 }, { name: 'round 2' }]);
    expect(outcome.rounds.map(({ asks }) => asks.length)).toEqual([2, 1, 0]);
    expect(outcome.rounds[0]?.personMs).toBeGreaterThanOrEqual(58);
  });

  it('a script has one entry a round', async () => {
    const script = [{ name: accept({ name: 'Ana' }), age: accept({ age: 7 }) }, { again: accept({ name: 'Eva' }) }];
    expect((await ask([[name, age], [name]], script)).given).toEqual([{ name: 'Ana' }, { age: 7 }, { name: 'Eva' }]);
    const wrong = [{ name: accept({ name: 'Ana' }), typo: accept({ agee: 7 }) }, () => accept({ name: 'Eva' })];
    await expect(ask([[name], [name]], wrong)).rejects.toMatchObject({ code: 'answer_unused' });
  });

  it('gives asks of one round different keys', async () => {
    const keys: string[] = [];
    await ask(
      [[ok('One?'), ok('Two?')], [{ message: 'Both?', fields: { ...name.fields, ...age.fields } }]],
      (asked) => {
        keys.push(asked.key);
        return asked.key === 'ask3' ? decline() : accept({ ok: true });
      },
    );
    expect(keys).toEqual(['ok', 'ask2', 'ask3']);
  });

  it('F43 has the same cap', async () => {
    await expect(ask([[name], [name], [name]], () => accept({ name: 'x' }), { maxRounds: 3 })).rejects.toMatchObject({
      code: 'client_rounds_exceeded',
    });
    expect((await ask([[name], [name]], () => accept({ name: 'x' }), { maxRounds: 3 })).outcome.rounds).toHaveLength(3);
  });
});

it('F42 an ask that the server takes back leaves the queue, and the next one is shown', async () => {
  const createServer = () => {
    const server = new McpServer({ name: 'impatient', version: '1' });
    server.registerTool('ask', { inputSchema: z.object({}) }, async (_args, ctx) => {
      const requestedSchema = { type: 'object' as const, properties: { ok: { type: 'boolean' as const } } };
      const put = (message: string, signal?: AbortSignal) =>
        ctx.mcpReq.elicitInput({ mode: 'form', message, requestedSchema }, signal === undefined ? {} : { signal });
      const enough = AbortSignal.timeout(300);
      const settled = await Promise.allSettled([put('One?', enough), put('Two?', enough), put('Three?')]);
      return say(settled.map((entry) => (entry.status === 'fulfilled' ? entry.value.action : 'withdrawn')));
    });
    return server;
  };
  const harness = keep(await connect(createServer, { revision }));
  const shown: string[] = [];
  const answers: AnswerFunction = ({ message = '' }, { signal }) => {
    shown.push(message);
    if (message !== 'One?') return decline();
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('gone')), { once: true });
    });
  };
  const outcome = await harness.call('ask', {}, { answers });
  expect(JSON.parse(readText(outcome))).toEqual(['withdrawn', 'withdrawn', 'decline']);
  expect(shown).toEqual(['One?', 'Three?']);
  expect(outcome.rounds[0]?.asks.map(({ message }) => message)).toEqual(['Three?']);
});

it('an answer that comes after the call is over goes nowhere', async () => {
  const createServer = () => {
    const server = new McpServer({ name: 'hasty', version: '1' });
    server.registerTool('ask', { inputSchema: z.object({}) }, async (_args, ctx) => {
      const requestedSchema = { type: 'object' as const, properties: {} };
      void ctx.mcpReq.elicitInput({ mode: 'form', message: 'One?', requestedSchema }).catch(() => {});
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      return say('done without you');
    });
    return server;
  };
  const harness = keep(await connect(createServer, { revision }));
  let signal: AbortSignal | undefined;
  const answers: AnswerFunction = (_ask, context) => {
    signal = context.signal;
    return new Promise(() => {});
  };
  const outcome = await harness.call('ask', {}, { answers });
  expect(readText(outcome)).toBe('"done without you"');
  expect(signal?.aborted).toBe(true);
});

it('an ask outside any call is declined with an error, and the connection goes on', async () => {
  let ask: () => Promise<unknown> = async () => {};
  const createServer = () => {
    const server = new McpServer({ name: 'chatty', version: '1' });
    server.registerTool('plain', { inputSchema: z.object({}) }, () => say('plain'));
    const requestedSchema = { type: 'object' as const, properties: {} };
    ask = () => server.server.elicitInput({ mode: 'form', message: 'Now?', requestedSchema });
    return server;
  };
  const harness = keep(await connect(createServer, { revision }));
  await expect(ask()).rejects.toMatchObject({ code: -32_600 });
  expect(readText(await harness.call('plain'))).toBe('"plain"');
});

it('two calls at once on stdio work as long as at most one asks while both are open', async () => {
  const harness = keep(await connect(travelCommand, { revision, stderr: 'ignore' }));
  const [plain] = await Promise.all([1, 2, 3].map((n) => harness.call('plain', { text: String(n) })));
  expect(plain === undefined ? '' : readText(plain)).toBe('plain 1');
  const answers = { confirm: accept({ confirm: true }) };
  expect(readText(await harness.call('book', { trip: 'a' }, { answers }))).toBe('booked a');
});

describe('F45 without a back-channel', () => {
  it('a stateless server of the SDK says so at once', async () => {
    const hosted = keep(await serveHandler(createTravel().createServer));
    const harness = keep(await connect(hosted.url, { revision }));
    const outcome = await harness.call('book', { trip: 'a' }, { answers: { confirm: accept({ confirm: true }) } });
    expect(outcome).toMatchObject({ kind: 'result', isError: true });
    expect(readText(outcome)).toContain('did not declare the required capability');
  });

  it('a server that asks all the same is stopped at once, and nothing is answered', async () => {
    const server = keep(
      await serveScript(() => ({
        events: [{ jsonrpc: '2.0', id: 1, ...form({ ok: { type: 'boolean' } }) }],
      })),
    );
    const harness = keep(await connect(server.url, { revision }));
    await expect(harness.call('t', {}, { answers: () => accept({ ok: true }) })).rejects.toMatchObject({
      code: 'protocol_violation',
      message: expect.stringContaining('without a session'),
    });
    expect(server.got.some(({ message }) => 'result' in message)).toBe(false);
  });

  it('with a session the same server is answered', async () => {
    const server = keep(
      await serveScript(
        ({ id, result }) =>
          result === undefined
            ? {
                events: [
                  { jsonrpc: '2.0', id: 1, ...form({ ok: { type: 'boolean' } }) },
                  { jsonrpc: '2.0', id, result: done },
                ],
              }
            : { status: 202 },
        { 'mcp-session-id': 's1' },
      ),
    );
    const harness = keep(await connect(server.url, { revision }));
    expect(await harness.call('t', {}, { answers: () => accept({ ok: true }) })).toMatchObject({ kind: 'result' });
  });
});

it('a resultType of 2025-11-25 means nothing; asks in a result are none and not its end (F87)', async () => {
  const result = { resultType: 'input_required', content: [] };
  const serving = async (sent: object) => {
    const server = keep(await serveScript(({ id }) => ({ reply: { jsonrpc: '2.0', id, result: sent } })));
    return keep(await connect(server.url, { revision }));
  };
  expect(await (await serving(result)).call('t')).toMatchObject({ kind: 'result', result });
  const asking = await serving({ ...result, inputRequests: { a: form({}) } });
  await expect(asking.call('t')).rejects.toMatchObject({ code: 'protocol_violation' });
});

it.each<[string, unknown, string]>([
  ['an unknown mode', { mode: 'voice', message: 'm' }, 'elicitation/create.params.mode'],
  ['no params', undefined, 'elicitation/create.params'],
  [
    'a reserved name',
    JSON.parse('{"message":"m","requestedSchema":{"type":"object","properties":{"__proto__":{}}}}'),
    '__proto__',
  ],
])('a malformed ask is a violation, and is not answered: %s', async (_name, params, path) => {
  const request = { jsonrpc: '2.0', id: 1, method: 'elicitation/create', ...(params !== undefined && { params }) };
  const server = keep(await serveScript(() => ({ events: [request] }), { 'mcp-session-id': 's1' }));
  const harness = keep(await connect(server.url, { revision }));
  await expect(harness.call('t', {}, { answers: () => accept({}) })).rejects.toMatchObject({
    code: 'protocol_violation',
    message: expect.stringContaining(path),
  });
  expect(server.got.some(({ message }) => 'result' in message)).toBe(false);
});
