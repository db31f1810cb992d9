import { changeJson } from '../../shown/change-json.js';
import { prettyJson } from '../../shown/json.js';
import type { Mask } from '../../shown/mask.js';

/** What is longer is cut: the page shows it, nobody reads it all. */
const MAX_RAW = 100_000;

/** A message of the server as JSON that a person can read: states are hidden, and what they answered they may see. */
export function rawJson(message: unknown, mask: Mask): string {
  const shown = changeJson(message, { text: (text) => mask.states(text), member: mask.member });
  const json = prettyJson(shown);
  return json.length <= MAX_RAW ? json : `${json.slice(0, MAX_RAW)}\n… (${json.length - MAX_RAW} more characters)`;
}
