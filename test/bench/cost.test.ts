import crypto from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { call, leg } from './call.mjs';
import { FLOWS } from './flows.mjs';
import { vueltaFlow, vueltaPlain } from './vuelta.mjs';

let hash: ReturnType<typeof vi.spyOn>;
let createHmac: ReturnType<typeof vi.spyOn>;

beforeAll(() => {
  hash = vi.spyOn(crypto, 'hash');
  createHmac = vi.spyOn(crypto, 'createHmac');
});
afterAll(() => vi.restoreAllMocks());

const counted = async (run: () => Promise<unknown>): Promise<number> => {
  await run();
  hash.mockClear();
  createHmac.mockClear();
  await run();
  expect(createHmac).not.toHaveBeenCalled();
  return hash.mock.calls.length;
};

it('a two-leg flow costs four HMACs, of two hashes each, and a hash for the answers', async () => {
  const flow = vueltaFlow(FLOWS.two);
  // An HMAC for the arguments and one for the signature each leg. The question has been asked before, and its digest is known.
  expect(await counted(() => call(flow, FLOWS.two))).toBe(4 * 2 + 1);
});

it('a question with a text of its own costs one hash more', async () => {
  let asked = 0;
  const question = Object.defineProperty({ ...FLOWS.two[0]?.[0] }, 'message', { get: () => `Place ${asked}?` });
  const handler = vueltaFlow([[question]]);
  const flow = () => {
    asked += 1;
    return call(handler, [[question]]);
  };
  expect(await counted(flow)).toBe(4 * 2 + 2);
});

it('a plain call costs none', async () => {
  const plain = vueltaPlain();
  expect(await counted(() => leg(plain))).toBe(0);
});
