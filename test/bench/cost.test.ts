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

it('a two-leg flow costs four HMACs, of two hashes each, and three hashes', async () => {
  const flow = vueltaFlow(FLOWS.two);
  // An HMAC for the arguments and one for the signature each leg; a hash for the question each leg, and one for the answers.
  expect(await counted(() => call(flow, FLOWS.two))).toBe(4 * 2 + 3);
});

it('a plain call costs none', async () => {
  const plain = vueltaPlain();
  expect(await counted(() => leg(plain))).toBe(0);
});
