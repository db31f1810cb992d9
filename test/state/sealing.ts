import type { Binding } from '../../src/state/bind.js';
import { Sealer, type Opened, type SealOptions } from '../../src/state/sealer.js';
import type { Primitives } from '../../src/state/primitives.js';

/** A secret of 32 equal bytes. */
export const secret = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

export const KEY = { kid: 'k1', secret: secret(1) };

export const PLACE: Binding = {
  use: 'guard',
  audience: 'turmas',
  method: 'tools/call',
  target: 'book',
  args: { seat: '1A', row: [1, { b: 2, a: 1 }] },
  principal: 'ana',
};

export const BODY = { flow: 'f', round: 1, asked: { q: ['f1'] }, text: 'ü😀' };

export const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Seals and opens for one place. */
export function sealing(options: SealOptions = {}, primitives?: Primitives) {
  const sealer = new Sealer({ keys: [KEY], ...options }, primitives);
  return {
    seal: async (body: unknown = BODY, place: Partial<Binding> = {}): Promise<string> =>
      sealer.seal(body, sealer.bind({ ...PLACE, ...place })),
    open: async <T = typeof BODY>(state: string, place: Partial<Binding> = {}): Promise<Opened<T>> =>
      sealer.open<T>(state, sealer.bind({ ...PLACE, ...place })),
  };
}
