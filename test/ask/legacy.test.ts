import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer, type Transport } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createVuelta, fail, text, type Rounds, type VueltaEvent } from '../../src/index.js';
import { KEYS, refuseUnhandledRejections, sleep } from './server.js';

refuseUnhandledRejections();

type Answer = {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | number | boolean | string[]>;
};
type Person = (message: string, fields: string[]) => Answer | Promise<Answer>;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((side) => side.close()));
});

/** A 2025-11-25 connection in memory, whose person answers elicitations. */
async function connect(register: (rounds: Rounds) => void, person: Person | undefined) {
  const events: VueltaEvent[] = [];
  const server = new McpServer({ name: 'ask-tests', version: '1.0.0' });
  register(createVuelta({ keys: KEYS, onEvent: (event) => events.push(event) }).attach(server));
  const capabilities = person === undefined ? {} : { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
  const client = new Client({ name: 'person', version: '1.0.0' }, { capabilities });
  if (person !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { message, requestedSchema } = params as { message: string; requestedSchema?: { properties: object } };
      return person(message, Object.keys(requestedSchema?.properties ?? {}));
    });
    client.setRequestHandler('sampling/createMessage', async () => ({
      role: 'assistant',
      model: 'm',
      content: { type: 'text', text: 'sampled' },
    }));
    client.setRequestHandler('roots/list', async () => ({ roots: [{ uri: 'file:///a' }] }));
  }
  const [near, far] = InMemoryTransport.createLinkedPair();
  open.push(client, server);
  await Promise.all([server.connect(far as Transport), client.connect(near)]);
  const call = async (name = 'task'): Promise<{ text: string; isError: boolean }> => {
    const result = await client.callTool({ name, arguments: {} });
    const [block] = result.content as { text: string }[];
    return { text: block?.text ?? '', isError: result.isError === true };
  };
  return { client, call, events };
}

describe('2025-11-25', () => {
  it('a flow of several rounds, with memo and once, is the same handler', async () => {
    const effects: string[] = [];
    let made = 0;
    const messages: string[] = [];
    const { call, events } = await connect(
      (rounds) =>
        rounds.tool('task', {}, async (_args, ask) => {
          const price = await ask.memo('price', () => (made += 1));
          const [name, size] = await Promise.all([
            ask.form('name', { message: 'Name?', schema: z.object({ name: z.string().min(2) }) }),
            ask.choose('size', {
              message: 'Size?',
              options: ['S', 'L'],
              decline: fail('no size'),
              cancel: fail('closed'),
            }),
          ]);
          await ask.url('terms', { message: 'Terms', url: 'https://example.com/terms' });
          const said = await ask.sample('model', { messages: [], maxTokens: 5 });
          const roots = await ask.roots('roots');
          const { confirmed } = await ask.confirm('pay', `Pay ${price}?`);
          if (!confirmed) return fail('kept');
          await ask.once('pay', () => effects.push(`paid ${price}`));
          return text(JSON.stringify([name, size, said.content, roots]));
        }),
      (message, [field = '']) => {
        messages.push(message);
        if (message === 'Name?') return { action: 'accept', content: { name: 'x' } };
        const content: Record<string, string | boolean> = { name: 'Ana', size: 'L', pay: true };
        return field === '' ? { action: 'accept' } : { action: 'accept', content: { [field]: content[field] ?? '' } };
      },
    );
    const reply = await call();
    expect(JSON.parse(reply.text)).toEqual([
      { action: 'accept', content: { name: 'Ana' } },
      'L',
      { type: 'text', text: 'sampled' },
      [{ uri: 'file:///a' }],
    ]);
    expect(messages).toEqual(['Name?', 'Size?', 'Name?\n\n⚠ name: must have at least 2 characters', 'Terms', 'Pay 1?']);
    expect(effects).toEqual(['paid 1']);
    expect(made).toBe(1);
    expect(events.filter(({ type }) => type === 'asked').map((event) => 'round' in event && event.round)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
  });

  it('A9 decline and cancel are kept apart', async () => {
    for (const action of ['decline', 'cancel'] as const) {
      const { call } = await connect(
        (rounds) => rounds.tool('task', {}, async (_args, ask) => text((await ask.confirm('sure', 'Sure?')).action)),
        () => ({ action }),
      );
      expect((await call()).text).toBe(action);
    }
  });

  it('A10 three invalid answers end the call with a result', async () => {
    let asked = 0;
    const { call } = await connect(
      (rounds) =>
        rounds.tool('task', {}, async (_args, ask) => {
          const answer = await ask.form('n', { message: 'N?', schema: z.object({ n: z.int().min(5) }) });
          return text(answer.action);
        }),
      () => {
        asked += 1;
        return { action: 'accept', content: { n: 1 } };
      },
    );
    expect(await call()).toMatchObject({ isError: true });
    expect(asked).toBe(3);
  });

  it('A2 an ask that is swallowed reaches nobody', async () => {
    let asked = 0;
    const { client } = await connect(
      (rounds) =>
        rounds.tool('task', {}, async (_args, ask) => {
          await ask.confirm('sure', 'Sure?').catch(() => undefined);
          return text('booked');
        }),
      () => {
        asked += 1;
        return { action: 'accept', content: { sure: true } };
      },
    );
    await expect(client.callTool({ name: 'task', arguments: {} })).rejects.toMatchObject({ code: -32603 });
    expect(asked).toBe(0);
  });

  it('a client that cannot be asked gets the fallback, and a handler can see it', async () => {
    const { call } = await connect((rounds) => {
      rounds.tool('guided', {}, async (_args, ask) =>
        text((await ask.confirm('sure', 'Sure?', { fallback: true })).action),
      );
      rounds.tool('seen', {}, (_args, ask) => text(String(ask.supports('form'))));
    }, undefined);
    const reply = await call('guided');
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain('It would ask: Sure?');
    expect((await call('seen')).text).toBe('false');
  });

  it('prompts and resources ask too', async () => {
    const { client } = await connect(
      (rounds) => {
        rounds.prompt('p', {}, async (_args, ask) => {
          const { confirmed } = await ask.confirm('sure', 'Sure?');
          return { messages: [{ role: 'user', content: { type: 'text', text: String(confirmed) } }] };
        });
        rounds.resource('r', 'test://r', {}, async (uri, _variables, ask) => {
          const { confirmed } = await ask.confirm('sure', 'Sure?');
          return { contents: [{ uri: uri.href, text: String(confirmed) }] };
        });
      },
      () => ({ action: 'accept', content: { sure: true } }),
    );
    expect((await client.getPrompt({ name: 'p' })).messages).toMatchObject([{ content: { text: 'true' } }]);
    expect((await client.readResource({ uri: 'test://r' })).contents).toMatchObject([{ text: 'true' }]);
  });

  it('ask.signal aborts when the client gives up while a person is asked', async () => {
    const seen: AbortSignal[] = [];
    const controller = new AbortController();
    const { client } = await connect(
      (rounds) =>
        rounds.tool('task', {}, async (_args, ask) => {
          seen.push(ask.signal);
          return text((await ask.confirm('sure', 'Sure?')).action);
        }),
      async () => {
        controller.abort();
        await sleep(50);
        return { action: 'accept', content: { sure: true } };
      },
    );
    await expect(client.callTool({ name: 'task', arguments: {} }, { signal: controller.signal })).rejects.toThrow();
    await sleep(100);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.aborted).toBe(true);
  });
});
