import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { createStateCodec } from 'vuelta/state';
import { interleave } from './interleave.mjs';

const secret = new Uint8Array(32).fill(7);

/** Both are bound to the method and to who asks; ours also to the server. */
const ours = createStateCodec({ keys: [{ kid: 'bench', secret }], audience: 'bench' });
const theirs = createRequestStateCodec({
  key: secret,
  bind: (ctx) => JSON.stringify([ctx.mcpReq.method, ctx.http?.authInfo?.clientId ?? '']),
});

const CTX = { mcpReq: { method: 'tools/call' }, http: { authInfo: { clientId: 'client-1', token: '-', scopes: [] } } };
const PAYLOAD = {
  answers: { who: { name: 'Ana', seats: 2, note: 'front row' }, plan: { plan: 'pro', yearly: true } },
};

/** So many operations are timed as one: a single one is too short for the clock. */
const BATCH = 50;

const batch = (operation) => async () => {
  for (let i = 0; i < BATCH; i += 1) await operation();
};

/** Microseconds of one seal, open, mint and verify, one after the other. */
export async function benchCodec(scale) {
  const sealed = await ours.seal(PAYLOAD, CTX);
  const minted = await theirs.mint(PAYLOAD, CTX);
  const ms = await interleave(
    {
      seal: batch(() => ours.seal(PAYLOAD, CTX)),
      mint: batch(() => theirs.mint(PAYLOAD, CTX)),
      open: batch(() => ours.open(sealed, CTX)),
      verify: batch(() => theirs.verify(minted, CTX)),
    },
    scale,
  );
  const us = (name) => (ms[name] / BATCH) * 1000;
  return {
    seal_us: us('seal'),
    open_us: us('open'),
    mint_us: us('mint'),
    verify_us: us('verify'),
    seal_speedup: us('mint') / us('seal'),
    open_speedup: us('verify') / us('open'),
    state_bytes: { vuelta: sealed.length, sdk: minted.length },
  };
}
