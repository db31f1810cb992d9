import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { createVuelta, text, type AttachOptions, type VueltaEvent, type VueltaOptions } from '../../src/index.js';
import { booking, confirm } from './booking.js';
import { down, hookedStore } from './hooked-store.js';
import { closed, KEYS, no, yes, type Register } from './server.js';

type Answer = { action: string; content?: Record<string, unknown> };

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((end) => end.close()));
});

interface LegacyOptions extends VueltaOptions {
  readonly attach?: AttachOptions;
  readonly capabilities?: object;
  readonly answer?: (message: string) => Answer;
}

/** An SDK client on 2025-11-25, connected in memory to a guarded server. */
async function connect(register: Register, options: LegacyOptions = {}) {
  const { attach, capabilities = { elicitation: {} }, answer = () => yes() as Answer, ...rest } = options;
  const events: VueltaEvent[] = [];
  const asked: string[] = [];
  const server = new McpServer({ name: 'turmas', version: '1.0.0' });
  register(
    server,
    createVuelta({ keys: KEYS, onEvent: (event) => events.push(event), ...rest }).attach(server, attach),
  );
  const client = new Client({ name: 'old', version: '1.0.0' }, { capabilities });
  if ('elicitation' in capabilities) {
    client.setRequestHandler('elicitation/create', (request) => {
      asked.push(request.params.message);
      return answer(request.params.message) as never;
    });
  }
  const [there, here] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  await client.connect(here);
  open.push(client);
  expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
  const call = async (name: string, args: Record<string, unknown> = {}, params: object = {}) => {
    const result = await client.callTool({ name, arguments: args, ...params });
    return { text: (result.content as { text: string }[])[0]?.text ?? '', isError: result.isError === true, result };
  };
  return { client, call, events, asked };
}

describe('2025-11-25, where the SDK’s shim runs the rounds', () => {
  it.each<[string, Answer, string]>([
    ['yes', yes() as Answer, 'booked book 1A'],
    ['no', no, 'kept'],
    ['closed', closed, 'kept'],
  ])('a plain handler gets its answer: %s', async (_name, answer, expected) => {
    const booked: string[] = [];
    const { call, asked } = await connect(booking(booked), { answer: () => answer });
    expect((await call('book', { seat: '1A' })).text).toBe(expected);
    expect(asked).toEqual(['Book book 1A?']);
    expect(booked).toHaveLength(expected === 'kept' ? 0 : 1);
  });

  it('an await-style handler goes through its steps, and its effect happens once', async () => {
    const effects: string[] = [];
    const { call, events } = await connect(
      (_server, rounds) => {
        rounds.tool('steps', {}, async (_args, ask) => {
          const memo = await ask.memo('m', () => effects.push('memo'));
          await ask.confirm('a', 'A?');
          await ask.once('o', () => effects.push('once'));
          const { confirmed } = await ask.confirm('b', 'B?');
          return text(`${memo} ${confirmed}`);
        });
      },
      { answer: (message) => yes({ [message.charAt(0).toLowerCase()]: true }) as Answer },
    );
    expect((await call('steps')).text).toBe('1 true');
    expect(effects).toEqual(['memo', 'once']);
    expect(events.map(({ type }) => type)).toEqual([
      'asked',
      'answered',
      'step_run',
      'asked',
      'settled',
      'step_replayed',
      'answered',
      'settled',
    ]);
  });

  it('prompts and resources ask as well', async () => {
    const booked: string[] = [];
    const { client } = await connect(booking(booked));
    const prompt = await client.getPrompt({ name: 'invite', arguments: { seat: '1A' } });
    expect(prompt.messages[0]?.content).toMatchObject({ text: 'booked invite 1A' });
    const { contents } = await client.readResource({ uri: 'seat://row/1' });
    expect(contents[0]).toMatchObject({ text: 'opened seat://row/1' });
    expect(booked).toEqual(['invite 1A', 'read seat://row/1']);
  });

  it('F28 answers and a state that the client slips into its request count for nothing', async () => {
    const booked: string[] = [];
    const { call, asked } = await connect(booking(booked), { answer: () => no });
    const slipped = await call('book', { seat: '1A' }, { inputResponses: { confirm: yes() } });
    expect(slipped.text).toBe('kept');
    expect(asked).toEqual(['Book book 1A?']);
    await expect(call('book', { seat: '1A' }, { requestState: 'x.y.z' })).rejects.toMatchObject({ code: -32_602 });
    expect(booked).toEqual([]);
  });

  it('an answer that breaks the form is no answer: asked again, up to the cap', async () => {
    const booked: string[] = [];
    const { call, asked } = await connect(booking(booked), {
      answer: () => yes({ ok: 'true' }) as Answer,
      maxRounds: 3,
    });
    const { text: message, isError } = await call('book', { seat: '1A' });
    expect(message).toContain('3 rounds (maxRounds)');
    expect(isError).toBe(true);
    expect(asked).toHaveLength(2);
    expect(booked).toEqual([]);
  });

  it('F26 a decline ends a handler that would ask again', async () => {
    const { call, asked } = await connect(
      (server) => {
        server.registerTool('t', {}, () => inputRequired({ inputRequests: { confirm: confirm('Go?') } }));
      },
      { answer: () => no },
    );
    expect((await call('t')).text).toContain('was declined');
    expect(asked).toEqual(['Go?']);
  });

  it('F37 a client without the capability is told so, or gets the fallback', async () => {
    const refused = await connect(booking([]), { capabilities: {} });
    const { text: message, isError } = await refused.call('book', { seat: '1A' });
    expect(message).toContain('did not declare the required capability');
    expect(isError).toBe(true);
    expect(refused.events).toMatchObject([{ type: 'unable', kinds: ['form'] }]);
    const attach = { tools: { book: { fallback: true as const } } };
    const guided = await connect(booking([]), { capabilities: {}, attach });
    expect((await guided.call('book', { seat: '1A' })).text).toContain('It would ask: Book book 1A?');
  });

  it('what the connection declared holds, also when a request carries a part of the other revision’s envelope', async () => {
    const attach = { tools: { book: { fallback: true as const } } };
    const { call } = await connect(booking([]), { attach });
    const _meta = { 'io.modelcontextprotocol/logLevel': 'debug' };
    expect((await call('book', { seat: '1A' }, { _meta })).text).toBe('booked book 1A');
  });

  it('a store that fails when the answer comes back: told, and nothing is booked', async () => {
    const booked: string[] = [];
    const store = hookedStore();
    const { call, asked } = await connect(booking(booked), { store });
    store.before.claim = down;
    await expect(call('book', { seat: '1A' })).rejects.toMatchObject({
      code: -32_603,
      data: { reason: 'store_unavailable' },
    });
    expect([asked, booked]).toEqual([['Book book 1A?'], []]);
    store.before.claim = undefined;
    expect((await call('book', { seat: '1A' })).text).toBe('booked book 1A');
  });

  it('a state that expires while the person thinks is refused', async () => {
    let time = 1_800_000_000_000;
    const booked: string[] = [];
    const answer = () => {
      time += 700_000;
      return yes() as Answer;
    };
    const { call } = await connect(booking(booked), { now: () => time, answer });
    await expect(call('book', { seat: '1A' })).rejects.toMatchObject({ code: -32_602 });
    expect(booked).toEqual([]);
  });
});

describe('F45 2025-11-25 without a way back to the client', () => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

  async function post(
    attach?: AttachOptions,
    method = 'tools/call',
    params: object = { name: 'book', arguments: { seat: '1A' } },
  ) {
    const booked: string[] = [];
    const vuelta = createVuelta({ keys: KEYS });
    const http = createMcpHandler(() => {
      const server = new McpServer({ name: 'turmas', version: '1.0.0' });
      booking(booked)(server, vuelta.attach(server, attach));
      return server;
    });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await http.fetch(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body }));
    const text = (await response.text()).split('data: ').at(-1) ?? '';
    return {
      reply: JSON.parse(text) as { result?: { content: { text: string }[]; isError: boolean }; error?: object },
    };
  }

  it('F45 fails at once with a clear text', async () => {
    const { reply } = await post();
    expect(reply.result?.isError).toBe(true);
    expect(reply.result?.content[0]?.text).toContain('no question has a way to them here');
  });

  it('F45 gives the fallback of a tool that has one', async () => {
    const { reply } = await post({ tools: { book: { fallback: 'Book by phone.' } } });
    expect(reply.result).toMatchObject({ isError: true, content: [{ text: 'Book by phone.' }] });
  });

  it('F45 a prompt fails with an error', async () => {
    const { reply } = await post({}, 'prompts/get', { name: 'invite', arguments: { seat: '1A' } });
    expect(reply.error).toMatchObject({ code: -32_603 });
  });
});
