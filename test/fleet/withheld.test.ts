import { expect, it } from 'vitest';
import * as z from 'zod';
import { text } from '../../src/index.js';
import { down } from '../guard/hooked-store.js';
import { replicas } from '../guard/replicas.js';
import type { Register } from '../guard/server.js';

const YES = { first: { action: 'accept', content: { first: true } } };
const CUT_OFF = { renew: down, settle: down };
const BACK = { renew: undefined, settle: undefined };

/** Asks twice, so that its second round ends with a question and a state. */
const twice: Register = (_server, rounds) => {
  rounds.tool('book', { inputSchema: z.object({ seat: z.string() }) }, async ({ seat }, ask) => {
    await ask.confirm('first', `Book ${seat}?`);
    await ask.confirm('second', 'Really?');
    return text(`booked ${seat}`);
  });
};

it('a question that the store did not take is withheld, so a round that another replica takes over has one state', async () => {
  const [here, there] = await replicas(() => twice, { leaseMs: 150 });
  if (here === undefined || there === undefined) throw new Error('two replicas');
  Object.assign(here.way.before, CUT_OFF);
  const cutOff = await here.retry(YES);
  expect(cutOff.error).toMatchObject({ code: -32_603, data: { reason: 'store_unavailable' } });
  expect(cutOff.state).toBeUndefined();

  const takenOver = await there.retry(YES);
  expect(there.types()).toEqual(['taken_over', 'settled']);
  expect(Object.keys(takenOver.asks)).toEqual(['second']);
  Object.assign(here.way.before, BACK);
  expect((await here.retry(YES)).bytes).toBe(takenOver.bytes);
});

it('a question that the store did take, though its reply was lost, goes out', async () => {
  const [here, there] = await replicas(() => twice, { leaseMs: 150 });
  if (here === undefined || there === undefined) throw new Error('two replicas');
  Object.assign(here.way.after, { settle: down });
  const first = await here.retry(YES);
  expect(Object.keys(first.asks)).toEqual(['second']);
  expect((await there.retry(YES)).bytes).toBe(first.bytes);
  expect(there.types()).toEqual(['repeated']);
});
