import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

const PREFIX = 'v1.';
const BIND = 'mcp.requestState.bind:';
const TTL_SECONDS = 600;

/**
 * The SDK's codec with the speed of `node:crypto`: the same text on the wire and the same checks, and no hop to another thread. It shows what
 * a flow costs where signing is cheap.
 */
export function quickCodec({ key, bind }) {
  const secret = createSecretKey(key);
  const mac = (text) => createHmac('sha256', secret).update(text).digest();
  const tag = (ctx) => mac(BIND + bind(ctx)).subarray(0, 16);
  return {
    mint: async (payload, ctx) => {
      const envelope = { p: payload, exp: now() + TTL_SECONDS, b: tag(ctx).toString('base64url') };
      const text = PREFIX + Buffer.from(JSON.stringify(envelope)).toString('base64url');
      return `${text}.${mac(text).toString('base64url')}`;
    },
    verify: async (state, ctx) => {
      const dot = state.lastIndexOf('.');
      if (!state.startsWith(PREFIX) || dot <= PREFIX.length) throw new Error('malformed');
      if (!same(Buffer.from(state.slice(dot + 1), 'base64url'), mac(state.slice(0, dot)))) throw new Error('mac');
      const { p, exp, b } = JSON.parse(Buffer.from(state.slice(PREFIX.length, dot), 'base64url').toString());
      if (exp < now()) throw new Error('expired');
      if (!same(Buffer.from(b, 'base64url'), tag(ctx))) throw new Error('bind');
      return p;
    },
  };
}

const now = () => Math.floor(Date.now() / 1000);
const same = (a, b) => a.length === b.length && timingSafeEqual(a, b);
