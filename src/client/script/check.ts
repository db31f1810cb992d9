import { isObject, type JsonObject } from '../../json.js';
import type { DocumentFault, Path } from './document.js';
import { compilePattern } from './pattern.js';
import { MAX_ANSWERS, MAX_PATTERN, MAX_WAIT_MS } from './schema.js';

const ACTIONS: ReadonlySet<unknown> = new Set(['accept', 'decline', 'cancel']);
const ANSWER_FORMS =
  "it must be 'accept', 'decline', 'cancel', or a map with action (and content), result, wait and answer, or fail";
const MAX_WAITS = 8;

type Fault = DocumentFault & { readonly path: Path };
const one = (path: Path, why: string): Fault[] => [{ path, why }];

const isName = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isCount = (value: unknown, minimum: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= minimum;

/** Members that nobody reads are typing errors. In an answer they may be what a person said, and are not named. */
function strangers(value: JsonObject, known: readonly string[], path: Path, named = true): Fault[] {
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  const allowed = `allowed here: ${known.join(', ')}`;
  if (named) return unknown.flatMap((key) => one([...path, key], `it is not known; ${allowed}`));
  return unknown.length === 0 ? [] : one(path, `it has members that are not known; ${allowed}`);
}

function checkPattern(value: JsonObject, path: Path): Fault[] {
  const { pattern } = value;
  const at = [...path, 'pattern'];
  if (!isName(pattern) || (pattern as string).length > MAX_PATTERN) {
    return one(at, `it must be a text of 1 to ${MAX_PATTERN} characters`);
  }
  const valid = compilePattern(pattern as string) !== undefined;
  return [...(valid ? [] : one(at, 'it is not a valid regular expression')), ...strangers(value, ['pattern'], path)];
}

function checkMatch(match: unknown, path: Path): Fault[] {
  if (match === undefined) return [];
  if (!isObject(match)) return one(path, 'it must be a map of conditions');
  const faults = strangers(match, ['key', 'message', 'field', 'round', 'tool'], path);
  for (const name of ['key', 'field', 'tool']) {
    if (match[name] !== undefined && !isName(match[name])) faults.push(...one([...path, name], 'it must be a text'));
  }
  const { message, round } = match;
  if (isObject(message)) faults.push(...checkPattern(message, [...path, 'message']));
  else if (message !== undefined && !isName(message)) {
    faults.push(...one([...path, 'message'], 'it must be a text, or a map with a pattern'));
  }
  if (round !== undefined && !isCount(round, 1)) {
    faults.push(...one([...path, 'round'], 'it must be a whole number from 1'));
  }
  return faults;
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

/** The grammar has texts only in lists, and no null; forms of other servers have both. */
const isValue = (value: unknown): boolean =>
  value === null || isScalar(value) || (Array.isArray(value) && value.every(isScalar));

function checkAction(answer: JsonObject, path: Path): Fault[] {
  const { action, content } = answer;
  if (!ACTIONS.has(action)) return one([...path, 'action'], "it must be 'accept', 'decline' or 'cancel'");
  if (action !== 'accept') return strangers(answer, ['action'], path, false);
  const faults = strangers(answer, ['action', 'content'], path, false);
  if (content === undefined) return faults;
  const at = [...path, 'content'];
  if (!isObject(content)) return [...faults, ...one(at, 'it must be a map with one value for each field')];
  const bad = Object.keys(content).filter((name) => !isValue(content[name]));
  const why = 'a value must be a text, a number, true, false, null, or a list of these';
  return [...faults, ...bad.flatMap((name) => one([...at, name], why))];
}

function checkWait(answer: JsonObject, path: Path, waits: number): Fault[] {
  const { wait, answer: next } = answer;
  const faults = strangers(answer, ['wait', 'answer'], path, false);
  if (!isCount(wait, 0) || (wait as number) > MAX_WAIT_MS) {
    faults.push(...one([...path, 'wait'], `it must be a whole number of milliseconds, at most ${MAX_WAIT_MS}`));
  }
  if (next === undefined) return [...faults, ...one(path, 'beside wait it needs an answer')];
  if (waits >= MAX_WAITS) return [...faults, ...one(path, `it waits more than ${MAX_WAITS} times`)];
  return [...faults, ...checkAnswer(next, [...path, 'answer'], waits + 1)];
}

/** What is wrong with an answer of a file. */
export function checkAnswer(answer: unknown, path: Path, waits = 0): Fault[] {
  if (typeof answer === 'string' && ACTIONS.has(answer)) return [];
  if (!isObject(answer)) return one(path, ANSWER_FORMS);
  if (answer['action'] !== undefined) return checkAction(answer, path);
  if (answer['wait'] !== undefined) return checkWait(answer, path, waits);
  if (answer['fail'] !== undefined) {
    const faults = isName(answer['fail']) ? [] : one([...path, 'fail'], 'it must be a text');
    return [...faults, ...strangers(answer, ['fail'], path, false)];
  }
  if (answer['result'] === undefined) return one(path, ANSWER_FORMS);
  const faults = isObject(answer['result']) ? [] : one([...path, 'result'], 'it must be a map');
  return [...faults, ...strangers(answer, ['result'], path, false)];
}

function checkEntry(entry: unknown, path: Path): Fault[] {
  if (!isObject(entry)) return one(path, 'it must be a map with match and answer');
  const { match, answer, times } = entry;
  const faults = [...strangers(entry, ['match', 'answer', 'times'], path), ...checkMatch(match, [...path, 'match'])];
  if (times !== undefined && times !== 'any' && !isCount(times, 1)) {
    faults.push(...one([...path, 'times'], "it must be a whole number from 1, or 'any'"));
  }
  if (answer === undefined) return [...faults, ...one(path, 'it has no answer')];
  return [...faults, ...checkAnswer(answer, [...path, 'answer'])];
}

const tooMany = (count: number): Fault[] =>
  one(['answers'], `it has ${count} answers, and at most ${MAX_ANSWERS} can be used`);

/** What is wrong with an answer file; no fault repeats a value. It agrees with `ANSWER_FILE_SCHEMA`. */
export function checkFile(file: unknown): Fault[] {
  if (!isObject(file)) return one([], 'it must be a map with answers');
  const { answers, $schema } = file;
  const faults = strangers(file, ['answers', '$schema'], []);
  if ($schema !== undefined && typeof $schema !== 'string') faults.push(...one(['$schema'], 'it must be a text'));
  if (Array.isArray(answers) && answers.length > MAX_ANSWERS) return [...faults, ...tooMany(answers.length)];
  if (Array.isArray(answers)) return [...faults, ...answers.flatMap((entry, at) => checkEntry(entry, ['answers', at]))];
  if (!isObject(answers)) {
    const why = 'it must be a list of entries, or a map of answers by key';
    return [
      ...faults,
      ...one(answers === undefined ? [] : ['answers'], answers === undefined ? 'it has no answers' : why),
    ];
  }
  const keys = Object.keys(answers);
  if (keys.length > MAX_ANSWERS) return [...faults, ...tooMany(keys.length)];
  return [...faults, ...keys.flatMap((key) => checkAnswer(answers[key], ['answers', key]))];
}
