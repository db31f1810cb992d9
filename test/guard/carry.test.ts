import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { confirm } from './booking.js';
import { Host, no, yes } from './server.js';

describe('carry', () => {
  /** Asks `a`, then `b`, then `c`, and says what it saw in each round. */
  async function through(carry: boolean, given: object[], questions = ['a', 'b', 'c', 'd']) {
    const seen: Record<string, unknown>[] = [];
    const host = new Host(
      (server) => {
        server.registerTool('t', {}, (ctx) => {
          seen.push({ ...ctx.mcpReq.inputResponses });
          const key = questions[seen.length - 1] ?? 'z';
          return inputRequired({ inputRequests: { [key]: confirm(`${key} ${seen.length}?`) } });
        });
      },
      { attach: { tools: { t: { carry } } } },
    );
    let { state } = await host.tool('t', {});
    for (const answers of given) ({ state } = await host.tool('t', {}, { state, answers }));
    return seen.map((answers) =>
      Object.entries(answers).map(([key, value]) => `${key} ${(value as typeof no).action}`),
    );
  }
  const steps = [{ a: yes() }, { b: yes() }, { c: no }, { d: yes() }];

  it('off: a handler sees the answers of its round', async () => {
    expect(await through(false, steps)).toEqual([[], ['a accept'], ['b accept'], ['c decline'], ['d accept']]);
  });

  it('on: it also sees what was accepted before, never what was declined', async () => {
    const seen = await through(true, steps);
    expect(seen[2]).toEqual(['a accept', 'b accept']);
    expect(seen[3]).toEqual(['a accept', 'b accept', 'c decline']);
    expect(seen[4]).toEqual(['a accept', 'b accept', 'd accept']);
  });

  it('F28 a key that is asked again loses its old yes: the second question has another text', async () => {
    const seen = await through(true, [{ a: yes() }, {}, { a: no }, {}], ['a', 'a', 'a', 'b', 'c']);
    expect(seen).toEqual([[], ['a accept'], [], ['a decline'], []]);
  });

  it('F28 a client cannot carry anything by itself', async () => {
    const seen = await through(true, [
      { a: yes(), b: yes(), c: yes() },
      { b: yes(), c: yes() },
    ]);
    expect(seen).toEqual([[], ['a accept'], ['a accept', 'b accept']]);
  });
});
