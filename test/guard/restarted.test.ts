import { describe, expect, it } from 'vitest';
import { memoryStore, text } from '../../src/index.js';
import { Host, yes } from './server.js';

/** A process with keys of its configuration and the default memory, as it is after a start: what it has forgotten is what docs/guides/stores.md says. */
function start(effects: string[]): Host {
  return new Host(
    (_server, rounds) => {
      rounds.tool('t', {}, async (_args, ask) => {
        await ask.confirm('one', 'Charge?');
        await ask.once('charge', ({ idempotencyKey }) => effects.push(idempotencyKey));
        await ask.confirm('two', 'Mail it?');
        return text('mailed');
      });
    },
    { store: memoryStore() },
  );
}

const one = { one: yes({ one: true }) };
const two = { two: yes({ two: true }) };

describe('F69: a restart with the memory store and fixed keys', () => {
  it('a round that is repeated does its work again, with the same key', async () => {
    const effects: string[] = [];
    const before = start(effects);
    const { state } = await before.tool('t', {});
    const asked = await before.tool('t', {}, { state, answers: one });
    expect((await before.tool('t', {}, { state, answers: one })).bytes).toBe(asked.bytes);
    expect(effects).toHaveLength(1);
    expect((await start(effects).tool('t', {}, { state, answers: one })).asks).toHaveProperty('two');
    expect(effects).toHaveLength(2);
    expect(new Set(effects).size).toBe(1);
  });

  it('a flow that goes on ends with step_lost, and its step is not done again', async () => {
    const effects: string[] = [];
    const before = start(effects);
    const { state } = await before.tool('t', {});
    const asked = await before.tool('t', {}, { state, answers: one });
    const reply = await start(effects).tool('t', {}, { state: asked.state, answers: two });
    expect(reply.error?.data).toEqual({ reason: 'step_lost' });
    expect(effects).toHaveLength(1);
  });

  it('a flow that had only asked goes on', async () => {
    const effects: string[] = [];
    const { state } = await start(effects).tool('t', {});
    expect((await start(effects).tool('t', {}, { state, answers: one })).asks).toHaveProperty('two');
    expect(effects).toHaveLength(1);
  });
});
