import { describe, expect, it } from 'vitest';
import { text } from '../../src/index.js';
import { asking } from './booking.js';
import { closed, Host, no, yes, type Register } from './server.js';

const answers = { confirm: yes() };

describe('F26 a handler that asks for whatever is not accepted', () => {
  const stubborn = (message: () => string): Register => {
    return (server) => {
      server.registerTool('t', {}, (ctx) =>
        (ctx.mcpReq.inputResponses?.['confirm'] as { action?: string } | undefined)?.action === 'accept'
          ? text('done')
          : asking(message()),
      );
      server.registerPrompt('p', {}, () => asking(message()));
    };
  };

  it.each([
    ['declined', no, 'was declined'],
    ['cancelled', closed, 'was closed without an answer'],
  ])('F26 one question %s ends it', async (reason, answer, words) => {
    const host = new Host(stubborn(() => 'Go?'));
    const first = await host.tool('t', {});
    const reply = await host.tool('t', {}, { state: first.state, answers: { confirm: answer } });
    expect(reply.result).toMatchObject({ isError: true });
    expect(reply.text).toContain(words);
    expect(host.events.map(({ type }) => type)).toEqual(['asked', reason, 'settled']);
    const prompt = await host.prompt('p', {});
    const ended = await host.prompt('p', {}, { state: prompt.state, answers: { confirm: answer } });
    expect(ended.error).toMatchObject({ code: -32_602, data: { reason } });
  });

  it('another question after a no goes out, and so does the same one without an answer', async () => {
    let round = 0;
    const host = new Host(stubborn(() => `Go ${(round += 1)}?`));
    const first = await host.tool('t', {});
    const other = await host.tool('t', {}, { state: first.state, answers: { confirm: no } });
    expect(other.asks['confirm']?.params['message']).toBe('Go 2?');
    const same = new Host(stubborn(() => 'Go?'));
    const { state } = await same.tool('t', {});
    const again = await same.tool('t', {}, { state, answers: {} });
    const done = await same.tool('t', {}, { state: again.state, answers });
    expect(done.text).toBe('done');
  });
});
