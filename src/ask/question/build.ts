import type { Result } from '@modelcontextprotocol/server';
import { VueltaError } from '../../errors.js';
import { asError, refuseKey } from '../../guard/index.js';
import type { Maybe } from '../../state/maybe.js';
import { assertAttempts, type Endings, type Question } from './question.js';
import { faultOf, misfitOf, whoGives, type Fits } from '../results.js';
import type { Session } from '../session.js';

/** Makes a question. One that cannot be made is a programming error that ends the call, even where the handler catches what is thrown. */
export function buildQuestion<T>(
  session: Session,
  key: string,
  make: () => Question<T>,
  endings: Endings<Result>,
): Question<T> {
  const refuse = (why: string): VueltaError => session.gate.fail(new VueltaError('ask_invalid', why));
  const wrongKey = typeof key === 'string' ? refuseKey(key) : 'is not a text';
  if (wrongKey !== undefined) throw refuse(`The key of an ask ${wrongKey}.`);
  if (session.hasReturned) throw session.gate.fail(askedInHook(session.shown(key)));
  try {
    assertAttempts(endings);
    return make();
  } catch (thrown) {
    const error = asError(thrown, 'What the question is made of');
    const code = error instanceof VueltaError ? error.code : 'ask_invalid';
    throw session.gate.fail(new VueltaError(code, `Ask "${session.shown(key)}": ${error.message}`, { cause: error }));
  }
}

export function endsWithResult({ decline, cancel, exhausted, fallback }: Endings<Result>): boolean {
  return [decline, cancel, exhausted, fallback].some((ending) => ending !== undefined);
}

/** F62: a result that ends the call by itself is looked at before anybody is asked. */
export function checkEndings(
  session: Session,
  fits: Fits | undefined,
  key: string,
  endings: Endings<Result>,
): Maybe<void> {
  const { decline, cancel, exhausted, fallback } = endings;
  const isText = fallback === true || typeof fallback === 'string';
  const results = Object.entries({ decline, cancel, exhausted, fallback: isText ? undefined : fallback });
  const refuse = (name: string, fault: string, todo: string): VueltaError => {
    const what = `Ask "${session.shown(key)}" of the ${whoGives(session.flow).who}: its \`${name}\` is ${fault}.`;
    return session.gate.fail(new VueltaError('result_invalid', `${what} ${todo}`));
  };
  for (const [name, result] of results) {
    const fault = result === undefined ? undefined : faultOf(session.flow, result);
    if (fault !== undefined) throw refuse(name, fault, `Give ${whoGives(session.flow).give}.`);
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
