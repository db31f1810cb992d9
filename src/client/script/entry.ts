import { VueltaError } from '../../errors.js';
import { pause } from '../abort.js';
import type { Answer, AnswerContext } from '../answers/answers.js';
import type { Ask } from '../../protocol/ask.js';
import { MODERN } from '../../protocol/revision.js';
import { matchKey } from '../answers/match.js';
import { printable } from '../../shown/line.js';
import { formatPath, type Path } from './document.js';
import type { AnswerEntry, AnswerFile, AskMatch, FileAnswer } from './file.js';
import { compilePattern, testPattern } from '../answers/pattern.js';

/** The answer as it goes on the wire, without its waits; one that fails counts as a cancel. */
export function toWire(answer: FileAnswer): Answer & object {
  if (typeof answer === 'string') return { action: answer };
  if ('wait' in answer) return toWire(answer.answer);
  if ('fail' in answer) return { action: 'cancel' };
  return 'result' in answer ? { ...answer.result } : { ...answer };
}

export async function perform(answer: FileAnswer, place: string, signal: AbortSignal): Promise<Answer & object> {
  if (typeof answer === 'string') return toWire(answer);
  if ('wait' in answer) {
    await pause(answer.wait, signal);
    return perform(answer.answer, place, signal);
  }
  if ('fail' in answer) {
    throw new VueltaError('answer_failed', `${printable(place)} says that this ask fails: ${printable(answer.fail)}`);
  }
  return toWire(answer);
}

export interface Row {
  readonly path: Path;
  readonly match: AskMatch;
  readonly pattern: RegExp | undefined;
  readonly answer: FileAnswer;
  readonly times: number;
  used: number;
  last: { readonly ask: Ask; readonly round: number } | undefined;
}

function toRow({ match = {}, answer, times = 1 }: AnswerEntry, path: Path): Row {
  const { message } = match;
  const pattern = typeof message === 'object' ? compilePattern(message.pattern) : undefined;
  return { path, match, pattern, answer, times: times === 'any' ? Infinity : times, used: 0, last: undefined };
}

export function toRows({ answers }: AnswerFile): Row[] {
  if (Array.isArray(answers))
    return (answers as readonly AnswerEntry[]).map((entry, at) => toRow(entry, ['answers', at]));
  return Object.entries(answers as Readonly<Record<string, FileAnswer>>).map(([key, answer]) =>
    toRow({ match: { key }, answer, times: 'any' }, ['answers', key]),
  );
}

const isOpen = ({ used, times }: Row): boolean => used < times;
const hasField = (ask: Ask, name: string): boolean => Object.hasOwn(ask.requestedSchema?.properties ?? {}, name);

/** A pattern that took too long; the row is at fault. */
export class SlowPattern extends Error {
  readonly row: Row;

  constructor(row: Row) {
    super('The pattern took too long.');
    this.row = row;
  }
}

function saysIt(row: Row, text: string | undefined): boolean {
  const { message } = row.match;
  if (message === undefined) return true;
  if (text === undefined) return false;
  if (typeof message === 'string') return text.includes(message);
  if (row.pattern === undefined) return false;
  const found = testPattern(row.pattern, text);
  if (found === undefined) throw new SlowPattern(row);
  return found;
}

function mayBe(row: Row, ask: Ask, { round, target }: AnswerContext): boolean {
  const { match } = row;
  return (
    (match.round === undefined || match.round === round) &&
    (match.tool === undefined || match.tool === target) &&
    (match.field === undefined || hasField(ask, match.field)) &&
    saysIt(row, ask.message)
  );
}

function hasKey({ match: { key } }: Row, ask: Ask, { revision }: AnswerContext): boolean {
  if (key === undefined || key === ask.key) return true;
  return revision !== MODERN && hasField(ask, key);
}

/** On 2025-11-25 keys are guesses: a row whose key is nowhere in the ask is chosen as {@link Answers} choose. */
function guess(rows: readonly Row[], ask: Ask, context: AnswerContext): Row | undefined {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const { key } = row.match;
    if (key !== undefined && !byKey.has(key) && isOpen(row) && mayBe(row, ask, context)) byKey.set(key, row);
  }
  const lastOf = new Map(
    rows.flatMap((row) => (row.match.key !== undefined && row.used > 0 ? [[row.match.key, row.last]] : [])),
  );
  const answers = Object.fromEntries([...byKey].map(([key, { answer }]) => [key, toWire(answer)]));
  const unused = [...byKey.keys()].filter((key) => !lastOf.has(key));
  const earlier = [...byKey.keys()].flatMap((key) => {
    const last = lastOf.get(key);
    return last === undefined || last.round >= context.round ? [] : [[key, last.ask] as const];
  });
  const key = matchKey(ask, answers, unused, new Map(earlier));
  return key === undefined ? undefined : byKey.get(key);
}

export function findRow(rows: readonly Row[], ask: Ask, context: AnswerContext): Row | undefined {
  const found = rows.find((row) => isOpen(row) && hasKey(row, ask, context) && mayBe(row, ask, context));
  return found ?? (context.revision === MODERN ? undefined : guess(rows, ask, context));
}

const quoted = (text: string): string => `'${printable(text)}'`;

/** The row in an error: its place and its conditions, never its answer. */
export function describeRow({ path, match, used, times }: Row, line: number | undefined): string {
  const { key, message, field, round, tool } = match;
  const text =
    typeof message === 'object' ? `pattern ${quoted(message.pattern)}` : message && `message ${quoted(message)}`;
  const conditions = [
    line !== undefined && `line ${line}`,
    key !== undefined && `key ${quoted(key)}`,
    text,
    field !== undefined && `field ${quoted(field)}`,
    round !== undefined && `round ${round}`,
    tool !== undefined && `tool ${quoted(tool)}`,
    used > 0 && used >= times && 'used up',
  ].filter((part) => typeof part === 'string' && part !== '');
  return conditions.length === 0 ? `${formatPath(path)} (any ask)` : `${formatPath(path)} (${conditions.join(', ')})`;
}
