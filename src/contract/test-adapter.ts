import { harmless } from '../shown/line.js';
import { type ContractCase, nameOf } from './case/case.js';
import type { ContractConfig } from './case/config.js';
import { type CheckResult, isFailure } from './result.js';
import { pairsOf } from './chosen-checks.js';
import { Runner } from './runner.js';

/** What both Vitest and `node:test` give a test: a way to leave it out, and to say why. */
export interface TestContext {
  skip(reason?: string): unknown;
}

/** The part of Vitest and of `node:test` that is needed; pass theirs. */
export interface TestFunctions {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: (context: TestContext) => Promise<void>) => unknown;
}

/** A rule that could not be tried is not known to be broken: its fix would lead astray. */
const adviceFor = ({ status, fix, spec }: CheckResult): string =>
  status === 'not-testable'
    ? '\nNothing is known about this rule. Mend this first, in the server or in the case.'
    : `\nFix: ${fix}\nSpecification: ${spec.page}, ${spec.section}`;

/** A broken rule, as a test reports it. */
export class ContractError extends Error {
  readonly result: CheckResult;

  constructor(result: CheckResult) {
    super(`${result.id}: ${harmless(result.message)}${adviceFor(result)}`);
    this.name = 'ContractError';
    this.result = result;
  }
}

/**
 * Makes one test of every rule and case, in Vitest or in `node:test`. A rule that does not apply skips its test, with the reason;
 * one that cannot be tested fails it.
 *
 * The cases must be for this one server: their `server` is not looked at.
 *
 * @throws TypeError or RangeError for a configuration that could not be run.
 * @example
 * ```ts
 * import { describe, it } from 'vitest'; // or from 'node:test'
 *
 * contractTests({ describe, it }, { target: createServer, cases: [{ tool: 'book', args: { id: 'a' } }] });
 * ```
 */
export function contractTests({ describe, it }: TestFunctions, config: ContractConfig): void {
  const runner = new Runner(config);
  const { failOn = 'SHOULD' } = config;
  const pairs = pairsOf(config);
  const groups = new Map<ContractCase, typeof pairs>();
  for (const pair of pairs) groups.set(pair.case, [...(groups.get(pair.case) ?? []), pair]);
  for (const [contractCase, group] of groups) {
    describe(`contract: ${nameOf(contractCase)}`, () => {
      for (const pair of group) {
        it(`${pair.check.id}: ${pair.check.title}`, async (context) => {
          const result = await runner.run(pair);
          if (isFailure(result, failOn)) throw new ContractError(result);
          if (result.status !== 'pass') context.skip(harmless(result.message));
        });
      }
    });
  }
}
