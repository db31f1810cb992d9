import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { text } from '../../src/index.js';
import { confirm } from './booking.js';
import { Host, yes, type HostOptions, type Reply } from './server.js';

const answers = { confirm: yes() };

describe('F43 the cap on rounds', () => {
  const endless = (options: HostOptions) =>
    new Host((server) => {
      let round = 0;
      const next = () => inputRequired({ inputRequests: { confirm: confirm(`Question ${(round += 1)}?`) } });
      server.registerTool('t', {}, next);
      server.registerPrompt('p', {}, next);
    }, options);

  async function play(host: Host, method: 'tool' | 'prompt'): Promise<{ reply: Reply; rounds: number }> {
    let reply = await (method === 'tool' ? host.tool('t', {}) : host.prompt('p', {}));
    let rounds = 1;
    while (reply.state !== undefined) {
      const options = { state: reply.state, answers };
      reply = await (method === 'tool' ? host.tool('t', {}, options) : host.prompt('p', {}, options));
      rounds += 1;
    }
    return { reply, rounds };
  }

  it.each([[1], [3], [8]])(
    'F43 maxRounds %i is the number of requests, and is named in the message',
    async (maxRounds) => {
      const host = endless({ maxRounds });
      const { reply, rounds } = await play(host, 'tool');
      expect(rounds).toBe(maxRounds);
      expect(reply.result).toMatchObject({ isError: true });
      expect(reply.text).toBe(`"t" still asks "confirm" after ${maxRounds} rounds (maxRounds) and was ended.`);
      expect(host.events.find(({ type }) => type === 'capped')).toMatchObject({ round: maxRounds, maxRounds });
    },
  );

  it('F43 ten rounds that are all legitimate, with a cap that allows them', async () => {
    const booked: number[] = [];
    const host = new Host(
      (server) => {
        server.registerTool('t', {}, (ctx) => {
          const done = Number(ctx.mcpReq.requestState() ?? -1) + 1;
          if (ctx.mcpReq.inputResponses !== undefined) booked.push(done);
          if (done === 10) return text('done');
          return inputRequired({ inputRequests: { confirm: confirm(`Step ${done}?`) }, requestState: String(done) });
        });
      },
      { maxRounds: 11 },
    );
    const { reply, rounds } = await play(host, 'tool');
    expect(reply.text).toBe('done');
    expect(rounds).toBe(11);
    expect(booked).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('F43 a prompt has no error result and ends with an error', async () => {
    const { reply, rounds } = await play(endless({ maxRounds: 2 }), 'prompt');
    expect(rounds).toBe(2);
    expect(reply.error).toMatchObject({ code: -32_603, data: { reason: 'rounds_exceeded' } });
    expect(reply.error?.message).toContain('2 rounds (maxRounds)');
  });
});
