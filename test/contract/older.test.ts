import { resolve } from 'node:path';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { openModule } from '../../src/cli/target.js';
import type { ContractConfig } from '../../src/contract/case/config.js';
import type { OpenedServer } from '../../src/contract/case/opened-server.js';
import { discoverCases } from '../../src/contract/case/discover.js';
import { checkServer } from '../../src/contract/check-server.js';

const createServer = () => new McpServer({ name: 'halves', version: '1.0.0' });

/** A server that breaks on the current revision and would serve the one before. */
function broken(status: number): OpenedServer & { readonly seen: string[] } {
  const handler = createMcpHandler(createServer);
  const seen: string[] = [];
  const fetch: NonNullable<OpenedServer['connect']>['fetch'] = async (url, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    seen.push(/"method":"([^"]+)"/.exec(body)?.[1] ?? '');
    return body.includes('2026-07-28') ? new Response('oops', { status }) : handler.fetch(new Request(url, init));
  };
  return { target: new URL('http://localhost/mcp'), connect: { fetch }, seen };
}

describe('a server that breaks on 2026-07-28', () => {
  it.each([500, 503, 401, 403])('is not held to 2025-11-25 in its place: HTTP %i', async (status) => {
    const place = broken(status);
    await expect(checkServer({ open: () => place, cases: [{ tool: 'go' }] })).rejects.toMatchObject({
      code: 'connect_failed',
    });
    await expect(discoverCases(place.target, { connect: place.connect ?? {} })).rejects.toMatchObject({
      code: 'connect_failed',
    });
    expect(place.seen).not.toContain('initialize');
  });

  it('is held to 2025-11-25 where it says that it does not know the revision', async () => {
    const place = broken(400);
    await checkServer({ open: () => place, cases: [{ tool: 'go' }], only: ['forms'] }).catch(() => {});
    expect(place.seen).toContain('initialize');
  });
});

describe('a configuration that names the revision', () => {
  const contract = {
    open: () => openModule(resolve('kit/mesa-de-ayuda.mjs')),
    only: ['answers.decline', 'rounds.keys'],
  };
  const cases = [{ tool: 'escalate_ticket', args: (fresh: number) => ({ ticketId: `T-${fresh}` }) }];

  it('holds the server to that one, also when it speaks the newer', async () => {
    const { revision, results } = await checkServer({ ...contract, cases, revision: '2025-11-25' });
    expect(revision).toBe('2025-11-25');
    expect(results.map(({ id, status }) => [id, status])).toEqual([
      ['rounds.keys', 'not-applicable'],
      ['answers.decline', 'pass'],
    ]);
    expect(results[0]?.message).toContain('a rule of 2026-07-28');
  });

  it('is refused for a revision that is none', async () => {
    const config = { ...contract, cases, revision: '2024-11-05' } as unknown as ContractConfig;
    await expect(checkServer(config)).rejects.toThrow(TypeError);
  });
});
