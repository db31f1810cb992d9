import { isObject, type JsonObject } from '../json.js';
import { checkAnswer } from '../client/script/check.js';
import type { DocumentFault, Path } from '../client/script/document.js';

type Fault = DocumentFault & { readonly path: Path };
const one = (path: Path, why: string): Fault[] => [{ path, why }];

const MEMBERS: ReadonlySet<string> = new Set(['recording', 'revision', 'call', 'rounds', 'end']);
const STATES: ReadonlySet<unknown> = new Set(['none', 'new', 'changed', 'same']);
const KINDS: ReadonlySet<unknown> = new Set(['form', 'url', 'sampling', 'roots']);
const REVISIONS: ReadonlySet<unknown> = new Set(['2026-07-28', '2025-11-25']);
const isText = (value: unknown): boolean => typeof value === 'string';
const optionally =
  (test: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || test(value);

type Shape = Readonly<Record<string, readonly [test: (value: unknown) => boolean, must: string]>>;

const anything: Shape[string] = [() => true, ''];
const text: Shape[string] = [isText, 'it must be a text'];
const maybeText: Shape[string] = [optionally(isText), 'it must be a text'];
const code: Shape[string] = [Number.isInteger, 'it must be a whole number'];
const maybeMap: Shape[string] = [optionally(isObject), 'it must be a map'];

const ASK: Shape = {
  key: text,
  kind: [(value) => KINDS.has(value), "it must be 'form', 'url', 'sampling' or 'roots'"],
  message: maybeText,
  schema: maybeMap,
  url: maybeText,
  params: maybeMap,
  answer: anything,
};

const ENDS: Readonly<Record<string, Shape>> = {
  result: {
    kind: text,
    isError: [(value) => typeof value === 'boolean', 'it must be true or false'],
    text,
    parts: [optionally(Array.isArray), 'it must be a list'],
    structured: anything,
  },
  capability: { kind: text, code, requires: maybeMap },
  error: { kind: text, code, message: text },
};

function checkShape(value: JsonObject, shape: Shape, path: Path): Fault[] {
  const strangers = Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
  const wrong = Object.entries(shape).filter(([name, [test]]) => !test(value[name]));
  return [
    ...strangers.flatMap((name) => one([...path, name], 'it is not known')),
    ...wrong.flatMap(([name, [, must]]) => one([...path, name], must)),
  ];
}

function checkAsk(ask: unknown, path: Path): Fault[] {
  if (!isObject(ask)) return one(path, 'it must be a map');
  const { kind, answer } = ask;
  const at = [...path, 'answer'];
  const bare = kind === 'sampling' || kind === 'roots';
  const faults = answer === 'result' && bare ? [] : checkAnswer(answer, at);
  return [...checkShape(ask, ASK, path), ...faults];
}

function checkRound(round: unknown, path: Path): Fault[] {
  if (!isObject(round)) return one(path, 'it must be a map with state and asks');
  const { state, asks } = round;
  const faults = Object.keys(round)
    .filter((name) => name !== 'state' && name !== 'asks')
    .flatMap((name) => one([...path, name], 'it is not known'));
  if (!STATES.has(state)) faults.push(...one([...path, 'state'], "it must be 'none', 'new', 'changed' or 'same'"));
  if (!Array.isArray(asks)) return [...faults, ...one([...path, 'asks'], 'it must be a list')];
  return [...faults, ...asks.flatMap((ask, at) => checkAsk(ask, [...path, 'asks', at]))];
}

function checkCall(call: unknown, path: Path): Fault[] {
  if (!isObject(call)) return one(path, 'it must be a map with tool, prompt or resource');
  const verbs = ['tool', 'prompt', 'resource'].filter((verb) => call[verb] !== undefined);
  const [verb] = verbs;
  if (verb === undefined || verbs.length > 1) return one(path, 'it must have one of tool, prompt and resource');
  return checkShape(call, { [verb]: text, ...(verb !== 'resource' && { args: maybeMap }) }, path);
}

function checkEnd(end: unknown, path: Path): Fault[] {
  const kind = isObject(end) ? end['kind'] : undefined;
  if (!isObject(end) || typeof kind !== 'string' || !Object.hasOwn(ENDS, kind)) {
    return one(path, "it must be a map whose kind is 'result', 'capability' or 'error'");
  }
  return checkShape(end, ENDS[kind] ?? {}, path);
}

/** What is wrong with a recording; no fault repeats a value. */
export function checkRecording(value: unknown): Fault[] {
  if (!isObject(value)) return one([], 'it must be a map');
  const { recording, revision, call, rounds, end } = value;
  const faults = Object.keys(value)
    .filter((name) => !MEMBERS.has(name))
    .flatMap((name) => one([name], 'it is not known'));
  if (recording !== 1) faults.push(...one(['recording'], 'it must be 1, the version of the format'));
  if (!REVISIONS.has(revision)) faults.push(...one(['revision'], "it must be '2026-07-28' or '2025-11-25'"));
  faults.push(...checkCall(call, ['call']), ...checkEnd(end, ['end']));
  if (!Array.isArray(rounds)) return [...faults, ...one(['rounds'], 'it must be a list')];
  return [...faults, ...rounds.flatMap((round, at) => checkRound(round, ['rounds', at]))];
}
