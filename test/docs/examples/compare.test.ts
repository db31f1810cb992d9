import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { accept, connect, decline, readText, type Harness, type RawReply } from 'vuelta/client';
import { bookings, byHand, withVuelta } from './compare.js';

const ANA = { email: 'ana@example.com' };
const answers = { seats: accept({ seats: 2 }), confirm: accept({ confirm: true }) };

beforeEach(() => void bookings.splice(0));

const send = (harness: Harness, params: object): Promise<RawReply> =>
  harness.request('tools/call', { name: 'book', arguments: ANA, ...params });

const stateOf = ({ result }: RawReply): unknown => (result as { requestState?: unknown } | undefined)?.requestState;

/** Answers the first question, and gives the state of the second. */
async function secondState(harness: Harness): Promise<unknown> {
  const first = await send(harness, {});
  const reply = await send(harness, {
    requestState: stateOf(first),
    inputResponses: { seats: answers.seats },
  });
  return stateOf(reply);
}

/** What each request of the table on the page comes to. */
const REQUESTS: Record<string, (harness: Harness) => Promise<number>> = {
  async 'The first call already has both answers'(harness) {
    await send(harness, { inputResponses: answers });
    return bookings.length;
  },
  async 'The last request is sent twice'(harness) {
    const last = { requestState: await secondState(harness), inputResponses: { confirm: answers.confirm } };
    await send(harness, last);
    await send(harness, last);
    return bookings.length;
  },
  async 'The state of one call is sent with other arguments'(harness) {
    const requestState = await secondState(harness);
    await send(harness, {
      arguments: { email: 'eva@example.com' },
      requestState,
      inputResponses: { confirm: answers.confirm },
    });
    return bookings.length;
  },
  async 'A call that was declined is sent again with a yes'(harness) {
    const requestState = await secondState(harness);
    await send(harness, { requestState, inputResponses: { confirm: decline() } });
    await send(harness, { requestState, inputResponses: { confirm: answers.confirm } });
    return bookings.length;
  },
};

describe('guides/compare', () => {
  it.each([
    ['by hand', byHand],
    ['with Vuelta', withVuelta],
  ])('%s: asks twice, then books', async (_name, factory) => {
    await using harness = await connect(factory);
    const outcome = await harness.call('book', ANA, { answers });
    expect(readText(outcome)).toBe('booking 1: 2 seats for ana@example.com');
    expect(outcome.rounds).toHaveLength(3);
  });

  it.each(Object.entries(REQUESTS))('%s: the bookings are those of the page', async (name, run) => {
    await using hand = await connect(byHand);
    const handmade = await run(hand);
    bookings.splice(0);
    await using guarded = await connect(withVuelta);
    const ours = await run(guarded);
    const page = await readFile('docs/guides/compare.md', 'utf8');
    const row = page.split('\n').find((line) => line.startsWith(`| ${name}`)) ?? '';
    expect(
      row
        .split('|')
        .slice(2, 4)
        .map((cell) => Number(/\d/u.exec(cell)?.[0])),
    ).toEqual([handmade, ours]);
  });
});
