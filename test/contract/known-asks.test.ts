import { randomBytes, randomUUID } from 'node:crypto';
import { inputRequired, McpServer, type McpServerFactory } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { accept } from '../../src/client/index.js';
import { type ContractCase, checkServer } from '../../src/contract/index.js';
import { createVuelta, fail, text } from '../../src/index.js';

const Name = z.object({ name: z.string().min(2) });

/** A booking in two rounds whose keys hold the room. */
function byArgument(ignoresNo = false): McpServerFactory {
  const vuelta = createVuelta({ keys: `k:${randomBytes(32).toString('base64url')}` });
  const booked: string[] = [];
  return () => {
    const server = new McpServer({ name: 'rooms', version: '1.0.0' });
    const inputSchema = z.object({ room: z.string() });
    vuelta.attach(server).tool('book', { inputSchema }, async ({ room }, ask) => {
      const look = await ask.confirm(`look-${room}`, `Look for "${room}"?`);
      if (!look.confirmed && !ignoresNo) return fail('nothing was booked');
      const who = await ask.form(`who-${room}`, { message: `Who takes ${room}?`, schema: Name });
      if (who.action !== 'accept') return fail('nothing was booked');
      return text(`booked as number ${booked.push(room)}`);
    });
    server.registerTool('count', {}, () => ({ content: [{ type: 'text', text: String(booked.length) }] }));
    return server;
  };
}

const wholeCase = (args: ContractCase['args']): ContractCase => ({
  tool: 'book',
  ...(args !== undefined && { args }),
  answers: ({ key }) => accept(key.startsWith('look-') ? { [key]: true } : { name: 'Ana' }),
  probe: { tool: 'count' },
});

const brokenOf = async (target: () => McpServerFactory, of: ContractCase): Promise<string[]> => {
  const { results } = await checkServer({ open: () => ({ target: target() }), cases: [of] });
  return results
    .filter(({ status }) => status === 'fail' || status === 'not-testable')
    .map(({ id, message }) => `${id}: ${message}`);
};

const WORDS = ['zebra', 'lion', 'owl', 'ant', 'weasel'];

describe('keys that depend on the arguments of each check', () => {
  it.each([
    ['numbered', (fresh: number) => ({ room: `room-${fresh}` })],
    ['named', (fresh: number) => ({ room: `${WORDS[fresh % 5]}-${WORDS[Math.floor(fresh / 5) % 5]}` })],
  ])('do not hide that a server is right (%s)', async (_, args) => {
    expect(await brokenOf(() => byArgument(), wholeCase(args))).toEqual([]);
  });

  it('do not hide that a server goes ahead after a no', async () => {
    const broken = await brokenOf(
      () => byArgument(true),
      wholeCase((fresh) => ({ room: `room-${fresh}` })),
    );
    const ids = broken.map((line) => line.slice(0, line.indexOf(':')));
    expect(ids).toEqual(expect.arrayContaining(['answers.decline', 'answers.cancel', 'answers.false-is-no']));
    expect(broken.filter((line) => line.includes('asks something else'))).toEqual([]);
  });
});

interface Draft {
  readonly key: string;
  over?: ReturnType<typeof say>;
}

const say = (said: string, isError = false) => ({ content: [{ type: 'text' as const, text: said }], isError });

/** A server whose one ask has a key, and a field, of its own in each flow. Which keys were asked it may fail to look at. */
function byChance(believesAnyAnswer = false): McpServerFactory {
  const drafts = new Map<string, Draft>();
  let booked = 0;
  const askFor = (state: string, { key }: Draft) =>
    inputRequired({
      inputRequests: {
        [key]: inputRequired.elicit({
          message: 'Book the room?',
          requestedSchema: { type: 'object', properties: { [key]: { type: 'boolean' } }, required: [key] },
        }),
      },
      requestState: state,
    });
  return () => {
    const server = new McpServer({ name: 'rooms', version: '1.0.0' });
    server.registerTool('book', {}, ({ mcpReq: { requestState, inputResponses } }) => {
      const state = requestState<string | undefined>() ?? randomUUID();
      const draft = drafts.get(state) ?? { key: `look-${randomUUID()}` };
      drafts.set(state, draft);
      const answers = (inputResponses ?? {}) as Record<string, { action: string; content?: Record<string, unknown> }>;
      const key = believesAnyAnswer ? (Object.keys(answers)[0] ?? '') : draft.key;
      const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
      if (answer?.action === 'decline' || answer?.action === 'cancel') return draft.over ?? say('Not booked.', true);
      const yes = answer?.action === 'accept' ? answer.content?.[key] : undefined;
      if (typeof yes !== 'boolean') return askFor(state, draft);
      draft.over ??= yes ? say(`Booked, number ${(booked += 1)}.`) : say('Not booked.', true);
      return draft.over;
    });
    server.registerTool('count', {}, () => say(String(booked)));
    return server;
  };
}

describe('keys that are made anew for each flow', () => {
  it('do not hide that a server is right, or that it believes an answer to what it did not ask', async () => {
    const idsOf = async (believes: boolean): Promise<string[]> => {
      const only = ['answers', 'effects'];
      const { results } = await checkServer({
        open: () => ({ target: byChance(believes) }),
        cases: [wholeCase(undefined)],
        only,
      });
      return results.filter(({ status }) => status === 'fail' || status === 'not-testable').map(({ id }) => id);
    };
    expect(await idsOf(false)).toEqual([]);
    expect(await idsOf(true)).toContain('answers.without-state');
  });
});
