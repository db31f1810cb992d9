import type { Result } from '@modelcontextprotocol/server';
import { VueltaError } from '../../errors.js';
import { asError, refuseKey, type Flow } from '../../guard/index.js';
import type { Maybe } from '../../state/sync-or-async.js';
import type { Gate } from '../gate.js';
import { assertAttempts, type Endings, type Question } from './question.js';
import { faultOf, misfitOf, whoGives, type Fits } from '../results.js';

/** The run that asks. */
interface Asking {
  readonly flow: Flow;
  readonly gate: Gate;
  /** From here on only commit hooks run. */
  readonly hasReturned: boolean;
  shown(key: string): string;
}

/** Makes a question. One that cannot be made is a programming error that ends the call, even where the handler catches what is thrown. */
export function buildQuestion<T>(
  run: Asking,
  key: string,
  make: () => Question<T>,
  endings: Endings<Result>,
): Question<T> {
  const refuse = (why: string): VueltaError => run.gate.fail(new VueltaError('ask_invalid', why));
  const wrongKey = typeof key === 'string' ? refuseKey(key) : 'is not a text';
  if (wrongKey !== undefined) throw refuse(`The key of an ask ${wrongKey}.`);
  if (run.hasReturned) throw run.gate.fail(askedInHook(run.shown(key)));
  try {
    assertAttempts(endings);
    return make();
  } catch (thrown) {
    const error = asError(thrown, 'What the question is made of');
    const code = error instanceof VueltaError ? error.code : 'ask_invalid';
    throw run.gate.fail(new VueltaError(code, `Ask "${run.shown(key)}": ${error.message}`, { cause: error }));
  }
}

export function endsWithResult({ decline, cancel, exhausted, fallback }: Endings<Result>): boolean {
  return [decline, cancel, exhausted, fallback].some((ending) => ending !== undefined);
}

/** F62: a result that ends the call by itself is looked at before anybody is asked. */
export function checkEndings(run: Asking, fits: Fits | undefined, key: string, endings: Endings<Result>): Maybe<void> {
  const { decline, cancel, exhausted, fallback } = endings;
  const isText = fallback === true || typeof fallback === 'string';
  const results = Object.entries({ decline, cancel, exhausted, fallback: isText ? undefined : fallback });
  const refuse = (name: string, fault: string, todo: string): VueltaError => {
    const what = `Ask "${run.shown(key)}" of the ${whoGives(run.flow).who}: its \`${name}\` is ${fault}.`;
    return run.gate.fail(new VueltaError('result_invalid', `${what} ${todo}`));
  };
  for (const [name, result] of results) {
    const fault = result === undefined ? undefined : faultOf(run.flow, result);
    if (fault !== undefined) throw refuse(name, fault, `Give ${whoGives(run.flow).give}.`);
  }
  if (fits === undefined) return undefined;
  return (async () => {
    for (const [name, result] of results) {
      const fault = result === undefined ? undefined : await misfitOf(result, fits);
      if (fault !== undefined)
        throw refuse(name, fault, 'Give it structuredContent that fits, or isError, as fail(…) has.');
    }
  })();
}

function askedInHook(key: string): VueltaError {
  return new VueltaError(
    'ask_swallowed',
    `A commit hook asked "${key}". Hooks run when the call has ended: ask in the handler, before it returns.`,
  );
}
