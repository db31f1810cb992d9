import type { PanelCall } from '../calls/call.js';
import { commandLine, type CopyTarget } from './command-line.js';
import { type Answered, answeredIn, isMadeUp, placeholderFor, withContents } from './answered.js';
import { JAVASCRIPT, sourceText, YAML } from './source-text.js';
import { Refusal } from '../serve/refusal.js';
import type { Called } from '../calls/request.js';
import type { CopyAs } from '../view.js';
import { MODERN } from '../../protocol/revision.js';

export type { CopyTarget } from './command-line.js';

const toolOf = ({ kind, name }: Called): string => (kind === 'resource' ? 'resource' : name);

/** On 2025-11-25 keys are guesses, so there a form is known by its first field. */
function matchOf({ round, ask }: Answered, { called, settings }: PanelCall): object {
  const tool = toolOf(called);
  if (settings.revision === MODERN) return { key: ask.key, round, tool };
  const [field] = Object.keys(ask.requestedSchema?.properties ?? {});
  return { ...(field !== undefined && { field }), round, tool };
}

function answerFile(call: PanelCall, answered: readonly Answered[]): string {
  if (answered.length === 0) return 'answers: []\n';
  const entries = answered.map((one) => {
    const [match, answer] = [matchOf(one, call), placeholderFor(one)].map((value) => sourceText(value, YAML));
    return `  - match: ${match}\n    answer: ${answer}\n`;
  });
  const hint = answered.some(isMadeUp) ? '# The values are placeholders.\n' : '';
  return `${hint}answers:\n${entries.join('')}`;
}

/** A call of `accept`, `decline` or `cancel`, or the bare result. */
function answerSource(answered: Answered): string {
  const answer = placeholderFor(answered);
  if (typeof answer === 'string') return `${answer}()`;
  if ('result' in answer) return sourceText(answer.result, JAVASCRIPT);
  return `accept(${sourceText(answer.content, JAVASCRIPT)})`;
}

function answersSource(answered: readonly Answered[]): string {
  const map = (some: readonly Answered[]): string =>
    `{ ${some.map((one) => `${JAVASCRIPT.name(one.ask.key)}: ${answerSource(one)}`).join(', ')} }`;
  if (new Set(answered.map(({ ask }) => ask.key)).size === answered.length) return map(answered);
  const rounds = [...new Set(answered.map(({ round }) => round))];
  return `[${rounds.map((round) => map(answered.filter((one) => one.round === round))).join(', ')}]`;
}

function contractCase({ called }: PanelCall, answered: readonly Answered[]): string {
  const { kind, name, args = {} } = called;
  const members = [
    `${kind}: ${JAVASCRIPT.text(name)}`,
    ...(Object.keys(args).length === 0 ? [] : [`args: ${sourceText(args, JAVASCRIPT)}`]),
    ...(answered.length === 0 ? [] : [`answers: ${answersSource(answered)}`]),
  ];
  const used = ['accept', 'cancel', 'decline'].filter((word) =>
    answered.some((one) => answerSource(one).startsWith(word)),
  );
  const madeUp = answered.some(isMadeUp) ? '; the values are placeholders.' : '';
  const hint = used.length === 0 ? '' : `// import { ${used.join(', ')} } from 'vuelta/client'${madeUp}\n`;
  return `${hint}{\n${members.map((member) => `  ${member},\n`).join('')}},\n`;
}

/**
 * A call as a person can use it elsewhere. The values of answers are placeholders, except those that the page has `told`: nothing
 * that is kept here to send rounds again gets into it.
 */
export function copyCall(call: PanelCall, as: CopyAs, target: CopyTarget, told: readonly unknown[] = []): string {
  const answered = withContents(answeredIn(call.rounds), told);
  switch (as) {
    case 'call':
      return commandLine(call, answered, target);
    case 'answers':
      return answerFile(call, answered);
    case 'contract':
      return contractCase(call, answered);
    default:
      throw new Refusal(400, 'A call is copied as call, answers or contract.');
  }
}
