import type { Answer, AnswerFunction, Answers } from '../../client/answers/answers.js';
import { isObject } from '../../json.js';
import { type AnswerFile, scriptedAnswers } from '../../client/script/index.js';

/** Whether the answers of a case are an answer file, and not a map with an answer under the key `answers`. */
export function isAnswerFile(given: Answers | AnswerFile | undefined): given is AnswerFile {
  if (!isObject(given) || !Object.hasOwn(given, 'answers')) return false;
  const { answers } = given as { answers: unknown };
  return Array.isArray(answers) || (isObject(answers) && answers['action'] === undefined);
}

/**
 * The answers of a file for one conversation. A check asks for the answers of a round as often as it sends that round; each entry
 * counts as used once, as in one call.
 */
export function answersOf(file: AnswerFile): AnswerFunction {
  const script = scriptedAnswers(file, { loose: true, onWarning: () => {} });
  const known = new Map<string, Promise<Answer | undefined>>();
  return (ask, context) => {
    const place = JSON.stringify([context.round, ask.key]);
    const answer = known.get(place) ?? Promise.resolve(script(ask, context));
    known.set(place, answer);
    return answer;
  };
}
