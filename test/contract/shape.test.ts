import { describe, expect, it } from 'vitest';
import type { ContractCase } from '../../src/contract/case/case.js';
import { type ContractConfig, defineContract } from '../../src/contract/case/config.js';

const loop: Record<string, unknown> = {};
loop['loop'] = loop;

const define = (config: unknown) => (): unknown => defineContract(config as Partial<ContractConfig>);
const withCase = (more: object) => define({ cases: [{ tool: 'go', ...more }] as readonly ContractCase[] });

describe('a configuration that could not be run', () => {
  it.each([
    [[], 'is an object'],
    [{ case: [] }, "has no member 'case'"],
    [{ only: 'rounds' }, 'only must be a list of texts'],
    [{ skip: [5] }, 'skip must be a list of texts'],
    [{ roundTimeoutMs: 'fast' }, 'roundTimeoutMs must be a number above 0'],
    [{ roundTimeoutMs: -1 }, 'roundTimeoutMs must be a number above 0'],
    [{ maxRounds: 0 }, 'maxRounds must be a whole number above 0'],
    [{ headers: 'x' }, 'headers must be an object of texts'],
    [{ otherServer: 5 }, 'otherServer must be a server factory'],
    [{ target: 'ftp://example.com' }, 'target must be a server factory'],
    [{ transports: { stdio: 'node x' } }, 'transports: stdio must be { command, args }'],
    [{ transports: { sse: 'x' } }, "transports has no member 'sse'"],
    [{ cases: [null] }, 'A contract case is an object'],
  ])('%j: %s', (config, said) => expect(define(config)).toThrow(said));

  it.each([
    [{ arguments: {} }, "The case 'go' has no member 'arguments'"],
    [{ args: 'x' }, 'args must be'],
    [{ args: loop }, 'args must be an object that JSON can carry'],
    [{ answers: 'yes' }, 'answers must be'],
    [{ before: 'x' }, 'before must be a function'],
    [{ probe: 'count' }, 'probe must be'],
    [{ probe: { command: 'echo 1' } }, 'probe must be'],
    [{ effect: 'one' }, 'effect must be'],
    [{ server: /x/ }, 'server must be a text'],
    [{ tokens: { own: 'a' } }, 'tokens must be { own, other }, texts'],
  ])('of a case: %o: %s', (more, said) => expect(withCase(more)).toThrow(said));

  it('is none of these', () => {
    const config = {
      open: () => ({ target: 'https://example.com/mcp' }),
      roundTimeoutMs: Infinity,
      transports: { http: 'http://127.0.0.1:3000/mcp', stdio: { command: 'node' } },
      cases: [
        { tool: 'go', args: () => ({}), answers: [{ a: { action: 'accept' as const } }], probe: () => 1, effect: 2 },
        { resource: 'a://b', name: undefined },
      ],
    };
    expect(define(config)()).toBe(config);
  });
});
