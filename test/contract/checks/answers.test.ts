import { type CallToolResult, inputRequired, McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { accept, type Answers } from '../../../src/client/answers/answers.js';
import { checkServer } from '../../../src/contract/check-server.js';
import type { CheckResult } from '../../../src/contract/result.js';
import type { FormSchema } from '../../../src/form/index.js';

type Given = Readonly<Record<string, { readonly action?: unknown; readonly content?: unknown } | undefined>>;
type Handle = (given: Given, round: number) => CallToolResult | ReturnType<typeof inputRequired>;

const text = (said: string): CallToolResult => ({ content: [{ type: 'text', text: said }] });
const fail = (said: string): CallToolResult => ({ ...text(said), isError: true });
const ask = (key: string, message: string, requestedSchema: FormSchema, requestState = key) =>
  inputRequired({
    inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) },
    requestState,
  });

type Read = (given: Given) => Given;
const ownOnly: Read = (given) => ({ ...given });
const asTheyCome: Read = (given) => given;

/** A plain server of the SDK with one tool, whose state is the key that was asked last. */
const serve = (handle: Handle, read: Read) => () => {
  const server = new McpServer({ name: 'plain', version: '1.0.0' });
  server.registerTool('book', {}, (ctx) => {
    const state = ctx.mcpReq.requestState();
    const given = read((ctx.mcpReq.inputResponses ?? {}) as Given);
    return handle(given, state === undefined ? 1 : state === 'who' ? 2 : 3);
  });
  return server;
};

async function check(
  handle: Handle,
  only: string,
  { answers = ANSWERS, read = ownOnly }: { answers?: Answers; read?: Read } = {},
): Promise<readonly CheckResult[]> {
  const cases = [{ tool: 'book', answers }];
  const { results } = await checkServer({ target: serve(handle, read), only: [only], failOn: 'advice', cases });
  return results;
}

const failed = (results: readonly CheckResult[]): string[] =>
  results
    .filter(({ status }) => status === 'fail' || status === 'not-testable')
    .map(({ id, message }) => `${id}: ${message}`);

const WHO: FormSchema = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1, maxLength: 8 } },
  required: ['name'],
};
const SURE: FormSchema = { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] };
const ANSWERS: Answers = { who: accept({ name: 'Ana' }), sure: accept({ sure: true }) };

const contentOf = (given: Given, key: string): Record<string, unknown> => {
  const { action, content } = given[key] ?? {};
  return action === 'accept' && typeof content === 'object' && content !== null ? (content as never) : {};
};
const isNo = (given: Given, key: string): boolean => ['decline', 'cancel'].includes(String(given[key]?.action));
const isName = (name: unknown): name is string => typeof name === 'string' && /^.{1,8}$/su.test(name);

/** A right server of two rounds, but for what `otherwise` answers. */
const right =
  (otherwise: (given: Given, round: number) => ReturnType<Handle> | undefined = () => undefined): Handle =>
  (given, round) => {
    const other = otherwise(given, round);
    if (other !== undefined) return other;
    if (round === 1) return ask('who', 'Who comes?', WHO);
    if (round === 2) {
      if (isNo(given, 'who')) return fail('Nothing was booked.');
      return isName(contentOf(given, 'who')['name'])
        ? ask('sure', 'Book it?', SURE)
        : ask('who', 'Who comes, please?', WHO);
    }
    if (isNo(given, 'sure') || contentOf(given, 'sure')['sure'] === false) return fail('Not booked.');
    return contentOf(given, 'sure')['sure'] === true ? text('Booked.') : ask('sure', 'Book it, please?', SURE);
  };

const FAMILY = 'answers';

describe('servers that are right in their own way', () => {
  it('asks again', async () => {
    expect(failed(await check(right(), FAMILY))).toEqual([]);
  });

  it('refuses what is no answer with -32602', async () => {
    const handle = right((given, round) => {
      if (round !== 2 || given['who'] === undefined || isNo(given, 'who')) return undefined;
      if (isName(contentOf(given, 'who')['name'])) return undefined;
      throw new ProtocolError(-32_602, 'That is no answer');
    });
    expect(failed(await check(handle, FAMILY))).toEqual([]);
  });

  it('takes what is no answer for a cancel, in the later round too', async () => {
    const handle = right((given, round) => {
      if (round !== 3 || given['sure'] === undefined || contentOf(given, 'sure')['sure'] === true) return undefined;
      return text('Nothing was done.');
    });
    expect(failed(await check(handle, FAMILY))).toEqual([]);
  });

  it('begins anew when an answer of the second round does not fit', async () => {
    const handle = right((given, round) =>
      round === 3 &&
      given['sure'] !== undefined &&
      !isNo(given, 'sure') &&
      typeof contentOf(given, 'sure')['sure'] !== 'boolean'
        ? ask('who', 'Who comes?', WHO)
        : undefined,
    );
    expect(failed(await check(handle, FAMILY))).toEqual([]);
  });

  it('goes on without what was declined, and says so', async () => {
    const handle = right((given, round) =>
      round === 2 && isNo(given, 'who') ? text('Booked for nobody in particular.') : undefined,
    );
    expect(failed(await check(handle, FAMILY))).toEqual([]);
  });

  it('wants more than its form can say, with a reason', async () => {
    const handle = right((given, round) => {
      const { name } = contentOf(given, 'who');
      return round === 2 && typeof name === 'string' && name !== 'Ana'
        ? ask('who', 'Only Ana may come. Who comes?', WHO)
        : undefined;
    });
    expect(failed(await check(handle, FAMILY))).toEqual([]);
  });
});

describe('what a person suffers from', () => {
  it('F12 content null with a decline', async () => {
    const handle = right((given, round) =>
      round === 2 && given['who']?.content === null ? ask('who', 'Who comes?', WHO) : undefined,
    );
    expect(failed(await check(handle, 'answers.declined-content'))).toEqual([
      expect.stringContaining("'who', answered with decline and content null, led elsewhere") as string,
    ]);
  });

  it('F13 content that does not fit, with a decline', async () => {
    const handle = right((given, round) => {
      const { action, content } = (given['who'] ?? {}) as { action?: unknown; content?: { name?: unknown } };
      return round === 2 && action === 'decline' && content?.name === 5 ? ask('who', 'Who comes?', WHO) : undefined;
    });
    expect(failed(await check(handle, 'answers.declined-content'))).toHaveLength(1);
  });

  it('F18 lengths that count UTF-16 units', async () => {
    const handle = right((given, round) => {
      const { name } = contentOf(given, 'who');
      return round === 2 && typeof name === 'string' && name.length > 8 ? ask('who', 'Who comes?', WHO) : undefined;
    });
    expect(failed(await check(handle, 'answers.bounds-inside'))).toEqual([
      expect.stringContaining('8 emoji (exactly maxLength, in code points) fits the form') as string,
    ]);
  });

  it('F20 fields that are read from the envelope', async () => {
    const handle = right((given, round) =>
      round === 2 && isName((given['who'] as { name?: unknown } | undefined)?.name)
        ? ask('sure', 'Book it?', SURE)
        : undefined,
    );
    expect(failed(await check(handle, FAMILY))).toEqual([
      expect.stringContaining("'who', with its fields beside the action, was accepted") as string,
    ]);
  });

  it('F21 an unknown action that is no decline', async () => {
    const handle = right((given, round) => {
      const name = (given['who']?.content as { name?: unknown } | undefined)?.name;
      return round === 2 && !isNo(given, 'who') && isName(name) ? ask('sure', 'Book it?', SURE) : undefined;
    });
    expect(failed(await check(handle, FAMILY))).toEqual([
      expect.stringContaining('with the action "reject", was accepted') as string,
    ]);
  });

  it('F26 a decline that is answered with the same question', async () => {
    const handle = right((given, round) =>
      round === 2 && given['who']?.action === 'decline' ? ask('who', 'Who comes?', WHO) : undefined,
    );
    expect(failed(await check(handle, FAMILY))).toEqual([
      expect.stringContaining("'who', answered with decline, was asked again just as it was") as string,
    ]);
  });

  it('F34 answers that stand in the prototype', async () => {
    expect(failed(await check(right(), FAMILY, { read: asTheyCome }))).toEqual([
      expect.stringContaining('answers.prototype: Round 1, with its answers under __proto__, was accepted') as string,
    ]);
  });
});

describe('what a report shows', () => {
  it('holds no answer of the case, wherever an attack put it', async () => {
    const secret = 'Zenobia';
    const answers = { who: accept({ name: secret }), sure: accept({ sure: true }) };
    const results = await check(right(), FAMILY, { answers, read: asTheyCome });
    const shown = results.filter(({ evidence }) => evidence.length > 0);
    expect(shown.map(({ id }) => id)).toEqual(['answers.prototype']);
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(JSON.stringify(shown)).toContain('__proto__');
  });
});
