import type { PanelCall } from '../calls/call.js';
import type { Reach } from '../calls/connection.js';
import { type Answered, placeholderFor } from './answered.js';
import { harmlessJson } from '../../shown/json.js';
import { quote } from '../../shown/shell.js';
import { Refusal } from '../serve/refusal.js';
import type { Called } from '../calls/request.js';
import type { PanelSettings } from '../view.js';
import { MODERN } from '../../protocol/revision.js';

/** The target as a command line names it, and how it is reached. */
export interface CopyTarget {
  /** A module or an address, or `--` and a command. */
  readonly words: readonly string[];
  readonly reach: Reach;
}

const PLAIN = /^[\w@%+=:,./-]+$/;

const isVisible = (text: string): boolean => harmlessJson(text) === text && !text.includes('\n');

/** A word for a POSIX shell. What cannot be seen is refused: a pasted control character is obeyed by the terminal. */
function wordOf(word: string): string {
  if (!isVisible(word)) throw new Refusal(409, 'A name here has characters that a command line cannot show.');
  return PLAIN.test(word) ? word : quote(word);
}

/** A word that must not be taken for an option. */
function operand(word: string): string {
  if (word.startsWith('-')) throw new Refusal(409, 'A name that begins with - would be taken for an option.');
  return wordOf(word);
}

const compact = (value: unknown): string => harmlessJson(JSON.stringify(value));

const isSimpleName = (name: string): boolean => name !== '' && !/[=:]/.test(name) && isVisible(name);

function argumentWords({ args }: Called): string[] {
  const entries = Object.entries(args ?? {});
  if (entries.length === 0) return [];
  if (!entries.every(([name]) => isSimpleName(name))) return ['--args', wordOf(compact(args))];
  return entries.flatMap(([name, value]) => {
    const isText = typeof value === 'string' && isVisible(value);
    return ['--arg', wordOf(isText ? `${name}=${value}` : `${name}:=${compact(value)}`)];
  });
}

function capabilityWords({ form, url, sampling, roots }: PanelSettings['capabilities']): string[] {
  const declared = Object.entries({ form, url, sampling, roots }).flatMap(([name, is]) => (is ? [name] : []));
  if (declared.length === 0) return ['--no-elicitation'];
  return declared.join() === 'form,url' ? [] : ['--caps', declared.join()];
}

/** Header values may be secrets, so only their names are written. */
function reachWords({ headers = {}, roundTimeoutMs }: Reach): string[] {
  return [
    ...Object.keys(headers).flatMap((name) => ['--header', wordOf(`${name}: …`)]),
    ...(roundTimeoutMs === undefined ? [] : ['--timeout', String(roundTimeoutMs)]),
  ];
}

/** What follows `key=`: an action, or JSON. Content that reads as a whole answer is written as one. */
function answerValue(answered: Answered): string {
  const answer = placeholderFor(answered);
  if (typeof answer === 'string') return answer;
  const isPlain =
    'content' in answer && answer.content['action'] === undefined && answer.content['result'] === undefined;
  return compact(isPlain ? answer.content : answer);
}

/** One option for all, one for each, or a file where neither says it. */
function answerWords(answered: readonly Answered[]): string[] {
  if (answered.length === 0) return [];
  for (const action of ['decline', 'cancel'])
    if (answered.every((one) => one.action === action)) return [`--${action}`];
  const keys = answered.map(({ ask }) => ask.key);
  const isSaid = new Set(keys).size === keys.length && keys.every(isSimpleName);
  if (!isSaid) return ['--answers', 'answers.yaml'];
  return answered.flatMap((one) => ['--answer', wordOf(`${one.ask.key}=${answerValue(one)}`)]);
}

/** The `vuelta call` that makes a call again, for a POSIX shell. Answers are placeholders. */
export function commandLine(
  { called, settings }: PanelCall,
  answered: readonly Answered[],
  { words: target, reach }: CopyTarget,
): string {
  const [first = '', ...rest] = target;
  const isCommand = first === '--';
  const words = [
    'npx',
    'vuelta',
    'call',
    ...(isCommand ? [] : [operand(first)]),
    operand(called.name),
    ...(called.kind === 'tool' ? [] : [`--${called.kind}`]),
    ...argumentWords(called),
    ...(settings.revision === MODERN ? [] : ['--revision', settings.revision]),
    ...capabilityWords(settings.capabilities),
    ...reachWords(reach),
    ...answerWords(answered),
    ...(isCommand ? ['--', ...rest.map(wordOf)] : []),
  ];
  return `${words.join(' ')}\n`;
}
