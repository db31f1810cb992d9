import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
  type AuthInfo,
  type OAuthTokenVerifier,
} from '@modelcontextprotocol/server';
import { generateKeyPair, jwtVerify, SignJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVuelta, type VueltaEvent } from '../../src/index.js';
import { callTool, textOf, type RpcReply } from '../kit/rpc.js';
import { booking } from './booking.js';
import { KEYS, no, REFUSED, yes } from './server.js';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'https://turmas.example/mcp';

/** An authorization server: what it issues, and what the MCP server checks it with. */
async function authority(issuer = ISSUER) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const issue = (subject: string, { client = 'app', seconds = 60 } = {}): Promise<string> =>
    new SignJWT({ client_id: client, jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(issuer)
      .setSubject(subject)
      .setAudience(AUDIENCE)
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(privateKey);
  return { issuer, publicKey, issue };
}

/** Takes the tokens of some authorities, and puts subject and issuer where the guard looks for them. */
function verifier(trusted: readonly { issuer: string; publicKey: CryptoKey }[]): OAuthTokenVerifier {
  return {
    async verifyAccessToken(token): Promise<AuthInfo> {
      for (const { issuer, publicKey } of trusted) {
        try {
          const { payload } = await jwtVerify(token, publicKey, { issuer, audience: AUDIENCE, algorithms: ['ES256'] });
          const { sub, iss, exp, client_id: clientId } = payload;
          return { token, clientId: String(clientId), scopes: [], expiresAt: Number(exp), extra: { sub, iss } };
        } catch {
          continue;
        }
      }
      throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not one of ours');
    },
  };
}

const booked: string[] = [];
const events: VueltaEvent[] = [];
let server: Server;
let url: URL;
let home: Awaited<ReturnType<typeof authority>>;
let abroad: Awaited<ReturnType<typeof authority>>;

beforeAll(async () => {
  [home, abroad] = await Promise.all([authority(), authority('https://other.example')]);
  const tokens = verifier([home, abroad]);
  const vuelta = createVuelta({ keys: KEYS, onEvent: (event) => events.push(event) });
  const serve = toNodeHandler(
    createMcpHandler(() => {
      const mcp = new McpServer({ name: 'turmas', version: '1.0.0' });
      booking(booked)(mcp, vuelta.attach(mcp));
      return mcp;
    }),
  );
  server = createServer((request: IncomingMessage & { auth?: AuthInfo }, response) => {
    verifyBearerToken(request.headers.authorization, { verifier: tokens })
      .then((auth) => {
        request.auth = auth;
        return serve(request as never, response);
      })
      .catch(() => response.writeHead(401).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  booked.length = 0;
  events.length = 0;
});

const call = (token: string | undefined, retry: object = {}): Promise<RpcReply> =>
  callTool(url, 'book', { seat: '1A' }, retry, token === undefined ? {} : { authorization: `Bearer ${token}` });

/** The second round of a call that this token has begun. */
async function yesOf(token: string) {
  const requestState = (await call(token)).result?.requestState;
  expect(requestState).toBeTypeOf('string');
  return { requestState, inputResponses: { confirm: yes() } };
}

describe('F35 bearer tokens, over HTTP', () => {
  it('F35 two users of one client: one replays the state of the other, before and after it was used', async () => {
    const [ana, bia] = await Promise.all([home.issue('ana'), home.issue('bia')]);
    const retry = await yesOf(ana);
    expect((await call(bia, retry)).error).toEqual(REFUSED);
    expect(booked).toEqual([]);
    expect(textOf(await call(ana, retry))).toBe('booked book 1A');
    expect((await call(bia, retry)).error, 'an outcome belongs to who answered').toEqual(REFUSED);
    expect(textOf(await call(ana, retry))).toBe('booked book 1A');
    expect(textOf(await call(bia, await yesOf(bia)))).toBe('booked book 1A');
    expect(booked).toHaveLength(2);
    const rejected = events.filter(({ type }) => type === 'rejected');
    expect(rejected).toEqual(
      [0, 1].map(() => ({ type: 'rejected', method: 'tools/call', target: 'book', reason: 'principal' })),
    );
    for (const secret of [ana, bia, 'ana', 'bia', ISSUER]) expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('F35 both at once, with the same request: only the owner’s runs', async () => {
    const [ana, bia] = await Promise.all([home.issue('ana'), home.issue('bia')]);
    const retry = await yesOf(ana);
    const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => call(i % 2 === 0 ? bia : ana, retry)));
    for (const [i, reply] of replies.entries()) {
      if (i % 2 === 0) expect(reply.error).toEqual(REFUSED);
      else expect(textOf(reply)).toBe('booked book 1A');
    }
    expect(booked).toHaveLength(1);
  });

  it('F35 the other cannot burn the round with an answer of its own', async () => {
    const [ana, bia] = await Promise.all([home.issue('ana'), home.issue('bia')]);
    const retry = await yesOf(ana);
    expect((await call(bia, { ...retry, inputResponses: { confirm: no } })).error).toEqual(REFUSED);
    expect(textOf(await call(ana, retry))).toBe('booked book 1A');
  });

  it('a token that was renewed meanwhile, or is another client’s, is the same person', async () => {
    const retry = await yesOf(await home.issue('ana'));
    const first = await call(await home.issue('ana'), retry);
    expect(textOf(first)).toBe('booked book 1A');
    expect(await call(await home.issue('ana', { client: 'phone' }), retry)).toEqual(first);
    expect(booked).toHaveLength(1);
  });

  it('F35 the same name at another issuer is another person', async () => {
    const retry = await yesOf(await home.issue('ana'));
    expect((await call(await abroad.issue('ana'), retry)).error).toEqual(REFUSED);
    expect(booked).toEqual([]);
  });

  it('without a token, with a forged or an old one: not let in, and the round is still open', async () => {
    const ana = await home.issue('ana');
    const forged = await (await authority()).issue('ana');
    const old = await home.issue('ana', { seconds: -10 });
    const retry = await yesOf(ana);
    for (const token of [undefined, forged, old, `${ana}x`]) expect((await call(token, retry)).status).toBe(401);
    expect(booked).toEqual([]);
    expect(textOf(await call(ana, retry))).toBe('booked book 1A');
  });
});
