import { resolve } from 'node:path';
import { McpServer, type McpServerFactory } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { importModule } from '../../src/cli/target.js';
import { serveFixture } from '../../src/cli/fixture/serve-fixture.js';
import { accept } from '../../src/client/answers/answers.js';
import type { ContractCase } from '../../src/contract/case/case.js';
import type { ContractConfig } from '../../src/contract/case/config.js';
import type { CheckResult } from '../../src/contract/result.js';
import { checkServer } from '../../src/contract/check-server.js';
import { type AnyAsks, createVuelta, fail, text } from '../../src/index.js';

const vuelta = createVuelta({ keys: [{ kid: 'k1', secret: new Uint8Array(32).fill(7) }] });

type Handler = (ask: AnyAsks) => Promise<ReturnType<typeof text>>;

const booking =
  (handler: Handler): McpServerFactory =>
  () => {
    const server = new McpServer({ name: 'rooms', version: '1.0.0' });
    const config = { inputSchema: z.object({ room: z.string() }) };
    vuelta.attach(server).tool('book', config, async (_args, ask) => handler(ask));
    return server;
  };

/** One server of two halves, which differ where a test wants them to. */
const split =
  (modern: Handler, legacy: Handler): McpServerFactory =>
  (context) =>
    booking(context.era === 'legacy' ? legacy : modern)(context);

const BOOK: ContractCase = { tool: 'book', args: { room: 'Blue' }, answers: () => accept({ sure: true }) };

async function check(id: string, config: Partial<ContractConfig>): Promise<CheckResult> {
  const { results } = await checkServer({ cases: [BOOK], failOn: 'advice', only: [id], ...config });
  const [result] = results;
  if (result === undefined) throw new Error(`no result for ${id}`);
  return result;
}

let price = 100;

const quote = (ask: AnyAsks): Promise<number> => ask.memo('price', () => (price += 1));

/** Asks once, and says a price that is another one each time. */
const usual: Handler = async (ask) => {
  const amount = await quote(ask);
  const { confirmed } = await ask.confirm('sure', `Book it for ${amount} €?`);
  return confirmed ? text(`Booked ${amount}.`) : fail(`Not booked for ${amount}.`);
};

describe('parity.revisions', () => {
  const revisions = (modern: Handler, legacy: Handler) => check('parity.revisions', { target: split(modern, legacy) });

  it('takes numbers that differ from run to run for the same', async () => {
    expect(await revisions(usual, usual)).toMatchObject({ status: 'pass' });
  });

  it('finds a server that does without asking on the older revision', async () => {
    const { status, message } = await revisions(usual, async () => text('Booked 1.'));
    expect(status).toBe('fail');
    expect(message).toContain("On 2025-11-25 the server does not ask 'sure'.");
  });

  it('finds one more question, another form and another kind', async () => {
    const more = await revisions(usual, async (ask) => {
      const result = await usual(ask);
      await ask.confirm('really', 'Really book it?');
      return result;
    });
    expect(more.message).toContain("the server asks 'really' on top");
    const form = await revisions(usual, async (ask) => {
      await ask.form('sure', { message: `Book it for ${await quote(ask)} €?`, schema: z.object({ ok: z.boolean() }) });
      return text('Booked 1.');
    });
    expect(form.message).toContain("the server asks 'sure' with another form");
    const kind = await revisions(usual, async (ask) => {
      await ask.url('sure', { message: 'Confirm there.', url: 'https://example.com/confirm' });
      return text('Booked 1.');
    });
    expect(kind.message).toContain("the server asks with a url where 'sure' is a form");
  });

  it('finds a result that differs in its words, or in being an error', async () => {
    const words = await revisions(usual, async (ask) =>
      (await ask.confirm('sure', `Book it for ${await quote(ask)} €?`)).confirmed ? text('Done.') : fail('No.'),
    );
    expect(words.message).toContain('the same answers lead elsewhere: there the server ended with a result "Booked');
    const error = await revisions(usual, async (ask) => ({ ...(await usual(ask)), isError: true }));
    expect(error.status).toBe('fail');
  });

  it('compares the questions of one round in any order, and those of two rounds in theirs', async () => {
    const both =
      (one: string, two: string): Handler =>
      async (ask) => {
        await Promise.all([one, two].map((key) => ask.confirm(key, `Take the room with ${key}?`)));
        return text('Booked.');
      };
    const inTurn =
      (one: string, two: string): Handler =>
      async (ask) => {
        for (const key of [one, two]) await ask.confirm(key, `Take the room with ${key}?`);
        return text('Booked.');
      };
    const answers: ContractCase['answers'] = ({ requestedSchema }) =>
      accept(Object.fromEntries(Object.keys(requestedSchema?.properties ?? {}).map((key) => [key, true])));
    const cases = [{ ...BOOK, answers }];
    const swapped = await check('parity.revisions', { target: split(both('tea', 'bed'), both('bed', 'tea')), cases });
    expect(swapped.status).toBe('pass');
    const apart = await check('parity.revisions', { target: split(both('tea', 'bed'), inTurn('bed', 'tea')), cases });
    expect(apart.status).toBe('pass');
    const turned = await check('parity.revisions', {
      target: split(inTurn('tea', 'bed'), inTurn('bed', 'tea')),
      cases,
    });
    expect(turned.status).toBe('fail');
  });

  it('does not apply where the older revision is not spoken, or keeps no session over HTTP', async () => {
    const later: McpServerFactory = (context) => {
      if (context.era === 'legacy') throw new Error('only 2026-07-28 is spoken here');
      return booking(usual)(context);
    };
    expect(await check('parity.revisions', { target: later })).toMatchObject({
      status: 'not-applicable',
      message: 'the server does not speak 2025-11-25',
    });
  });

  it('works over HTTP with sessions', async () => {
    const fixture = await serveFixture();
    try {
      const cases = [{ tool: 'test_input_required_result_elicitation', answers: () => accept({ name: 'Ana' }) }];
      const result = await check('parity.revisions', { target: fixture.url, cases });
      expect([result.status, result.message]).toEqual(['pass', '']);
    } finally {
      await fixture.close();
    }
  });
});

describe('parity.decline', () => {
  const decline = (modern: Handler, legacy: Handler) => check('parity.decline', { target: split(modern, legacy) });

  it('finds a cancel that is not heard on the older revision', async () => {
    const { status, message } = await decline(usual, async (ask) => {
      const answer = await ask.confirm('sure', `Book it for ${await quote(ask)} €?`);
      return answer.confirmed || answer.action === 'cancel' ? text('Booked 1.') : fail('Not booked for 1.');
    });
    expect(status).toBe('fail');
    expect(message).toContain('On 2025-11-25 a cancel leads elsewhere: there the server ended with an isError result');
  });

  it('accepts that a decline leads to another question, when it does so on both', async () => {
    const insistent: Handler = async (ask) => {
      const { confirmed } = await ask.confirm('sure', 'Book the blue room?');
      if (confirmed) return text('Booked.');
      const other = await ask.confirm('other', 'Book the red room instead?');
      return other.confirmed ? text('Booked the red one.') : fail('Nothing booked.');
    };
    expect(await decline(insistent, insistent)).toMatchObject({ status: 'pass' });
    const quiet: Handler = async (ask) =>
      (await ask.confirm('sure', 'Book the blue room?')).confirmed ? text('Booked.') : fail('No.');
    expect((await decline(insistent, quiet)).message).toContain("there the server asked 'other'");
  });

  it('leaves it to parity.revisions when something else is asked', async () => {
    expect(await decline(usual, async () => text('Booked 1.'))).toMatchObject({
      status: 'not-applicable',
      message: 'the two revisions do not ask the same, which parity.revisions reports',
    });
  });
});

describe('parity.transports', () => {
  const stdio = { command: process.execPath, args: [resolve('kit/broken/base/servida.mjs')] };

  it('does not open what is the way of the target anyway', async () => {
    const http = () => Promise.reject(new Error('opened'));
    const result = await check('parity.transports', { target: booking(usual), transports: { http } });
    expect(result).toMatchObject({ status: 'not-applicable' });
  });

  it('opens the other way, closes it, and compares', async () => {
    const { contract } = await importModule(resolve('kit/broken/base/servida.mjs'));
    let closed = 0;
    const http = () => ({ target: booking(usual), close: () => void (closed += 1) });
    const config = { ...(contract as ContractConfig), roundTimeoutMs: 20_000, target: stdio, transports: { http } };
    const result = await check('parity.transports', config);
    expect(result.status).toBe('fail');
    expect(result.message).toContain("Over HTTP the server does not ask 'confirmar'");
    expect(closed).toBe(1);
  });
});
