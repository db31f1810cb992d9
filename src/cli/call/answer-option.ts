import { isObject, type JsonObject } from '../../json.js';
import { printable } from '../../shown/line.js';
import { parseAnswerFile } from '../../client/script/parse.js';
import type { AnswerFile } from '../../client/script/file.js';
import { VueltaError } from '../../errors.js';
import { isAction } from '../../protocol/kinds.js';
import { UsageError } from '../usage.js';

const FORM = `An --answer is key=JSON, for example --answer confirm='{"confirm":true}', or key=decline.`;

/** An answer, or the bare result of a sampling or roots ask; any other object is the content of a form. */
function isWhole(value: JsonObject): boolean {
  const names = Object.keys(value);
  if (isAction(value['action'])) return names.every((name) => name === 'action' || name === 'content');
  return names.length === 1 && isObject(value['result']);
}

/** What follows `key=`; `undefined` for what is no answer. */
function readValue(text: string): unknown {
  if (isAction(text)) return text;
  try {
    const value = JSON.parse(text) as unknown;
    return isAction(value) || isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The key ends at the first `=` that leaves an answer. What is no answer may be a secret, so no message repeats it. */
function readWord(word: string): [key: string, answer: unknown] {
  const first = word.indexOf('=');
  if (first < 1) throw new UsageError(FORM);
  for (let cut = first; cut > 0; cut = word.indexOf('=', cut + 1)) {
    const value = readValue(word.slice(cut + 1));
    if (value === undefined) continue;
    const content = isObject(value) && !isWhole(value);
    return [word.slice(0, cut), content ? { action: 'accept', content: value } : value];
  }
  throw new UsageError(`What --answer ${printable(word.slice(0, first))} says is no JSON object. ${FORM}`);
}

/** The answers of the command line, as an answer file that has them by key. */
export async function readAnswers(words: readonly string[]): Promise<AnswerFile> {
  const entries = words.map(readWord);
  const keys = new Set<string>();
  const twice = entries.map(([key]) => key).find((key) => keys.size === keys.add(key).size);
  if (twice !== undefined) throw new UsageError(`There are two --answer ${twice}. Use an answer file for one a round.`);
  const text = JSON.stringify({ answers: Object.fromEntries(entries) });
  try {
    return await parseAnswerFile(text, { format: 'json', name: '--answer' });
  } catch (error) {
    throw error instanceof VueltaError ? new UsageError(error.message) : error;
  }
}
