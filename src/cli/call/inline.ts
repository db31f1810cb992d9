import { isObject, type JsonObject } from '../../client/json.js';
import { parseAnswerFile } from '../../client/script/parse.js';
import type { AnswerFile } from '../../client/script/file.js';
import { VueltaError } from '../../errors.js';
import { UsageError } from '../usage.js';

const ACTIONS: ReadonlySet<unknown> = new Set(['accept', 'decline', 'cancel']);
const FORM = `An --answer is key=JSON, for example --answer confirm='{"confirm":true}', or key=decline.`;

/** An answer, or the bare result of a sampling or roots ask; any other object is the content of a form. */
function isWhole(value: JsonObject): boolean {
  const names = Object.keys(value);
  if (ACTIONS.has(value['action'])) return names.every((name) => name === 'action' || name === 'content');
  return names.length === 1 && isObject(value['result']);
}

/** What follows `key=`. It may be a secret, so no message repeats it. */
function readValue(key: string, text: string): unknown {
  if (ACTIONS.has(text)) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`What --answer ${key} says is no JSON. ${FORM}`);
  }
  if (ACTIONS.has(value)) return value;
  if (!isObject(value)) throw new UsageError(`What --answer ${key} says is no JSON object. ${FORM}`);
  return isWhole(value) ? value : { action: 'accept', content: value };
}

function readWord(word: string): [key: string, answer: unknown] {
  const cut = word.indexOf('=');
  if (cut < 1) throw new UsageError(FORM);
  const key = word.slice(0, cut);
  return [key, readValue(key, word.slice(cut + 1))];
}

/** The answers of the command line, as an answer file that has them by key. */
export async function readAnswers(words: readonly string[]): Promise<AnswerFile> {
  const entries = words.map(readWord);
  const keys = entries.map(([key]) => key);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) throw new UsageError(`There are two --answer ${twice}. Use an answer file for one a round.`);
  const text = JSON.stringify({ answers: Object.fromEntries(entries) });
  try {
    return await parseAnswerFile(text, { format: 'json', name: '--answer' });
  } catch (error) {
    throw error instanceof VueltaError ? new UsageError(error.message) : error;
  }
}
