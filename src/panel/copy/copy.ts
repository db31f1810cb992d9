import type { PanelCall } from '../calls/call.js';
import { commandLine, type Words } from './command-line.js';
import { type Given, givenIn, isMadeUp, placeholderFor, withContents } from './answered.js';
import { JAVASCRIPT, literal, YAML } from './source-text.js';
import { Refusal } from '../serve/refusal.js';
import type { Called } from '../calls/request.js';
import type { CopyAs } from '../view.js';

export type { Words } from './command-line.js';

const toolOf = ({ kind, name }: Called): string => (kind === 'resource' ? 'resource' : name);

/** On 2025-11-25 keys are guesses, so there a form is known by its first field. */
function matchOf({ round, ask }: Given, { called, settings }: PanelCall): object {
  const tool = toolOf(called);
  if (settings.revision === '2026-07-28') return { key: ask.key, round, tool };
  const [field] = Object.keys(ask.requestedSchema?.properties ?? {});
  return { ...(field !== undefined && { field }), round, tool };
}

function answerFile(call: PanelCall, given: readonly Given[]): string {
  if (given.length === 0) return 'answers: []\n';
  const entries = given.map((one) => {
    const [match, answer] = [matchOf(one, call), placeholderFor(one)].map((value) => literal(value, YAML));
    return `  - match: ${match}\n    answer: ${answer}\n`;
  });
  const hint = given.some(isMadeUp) ? '# The values are placeholders.\n' : '';
  return `${hint}answers:\n${entries.join('')}`;
}

/** A call of `accept`, `decline` or `cancel`, or the bare result. */
function answerSource(given: Given): string {
  const answer = placeholderFor(given);
  if (typeof answer === 'string') return `${answer}()`;
  if ('result' in answer) return literal(answer.result, JAVASCRIPT);
  return `accept(${literal(answer.content, JAVASCRIPT)})`;
}

function answersSource(given: readonly Given[]): string {
  const map = (some: readonly Given[]): string =>
    `{ ${some.map((one) => `${JAVASCRIPT.name(one.ask.key)}: ${answerSource(one)}`).join(', ')} }`;
  if (new Set(given.map(({ ask }) => ask.key)).size === given.length) return map(given);
  const rounds = [...new Set(given.map(({ round }) => round))];
  return `[${rounds.map((round) => map(given.filter((one) => one.round === round))).join(', ')}]`;
}

function contractCase({ called }: PanelCall, given: readonly Given[]): string {
  const { kind, name, args = {} } = called;
  const members = [
    `${kind}: ${JAVASCRIPT.text(name)}`,
    ...(Object.keys(args).length === 0 ? [] : [`args: ${literal(args, JAVASCRIPT)}`]),
    ...(given.length === 0 ? [] : [`answers: ${answersSource(given)}`]),
  ];
  const used = ['accept', 'cancel', 'decline'].filter((word) =>
    given.some((one) => answerSource(one).startsWith(word)),
  );
  const madeUp = given.some(isMadeUp) ? '; the values are placeholders.' : '';
  const hint = used.length === 0 ? '' : `// import { ${used.join(', ')} } from 'vuelta/client'${madeUp}\n`;
  return `${hint}{\n${members.map((member) => `  ${member},\n`).join('')}},\n`;
}

/**
 * A call as a person can use it elsewhere. The values of answers are placeholders, except those that the page has `told`: nothing
 * that is kept here to send rounds again gets into it.
 */
export function copyCall(call: PanelCall, as: CopyAs, words: Words, told: readonly unknown[] = []): string {
  const given = withContents(givenIn(call.rounds), told);
  switch (as) {
    case 'call':
      return commandLine({ called: call.called, settings: call.settings, given }, words);
    case 'answers':
      return answerFile(call, given);
    case 'contract':
      return contractCase(call, given);
    default:
      throw new Refusal(400, 'A call is copied as call, answers or contract.');
  }
}
