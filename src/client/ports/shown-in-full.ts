import type { Ask } from '../../protocol/ask.js';
import { isObject } from '../../json.js';
import { isCut, isCutLine } from '../../shown/terminal.js';

/** The most of a text that a port shows a person: no message of an honest server is longer, and a screen can still hold it. */
export const WHOLE = { characters: 50_000, lines: 2_000 };

/** The same for a text of one line: a title or an option. */
export const WHOLE_LINE = 2_000;

const DEEPEST = 8;
const LONG: ReadonlySet<string> = new Set(['description', 'default']);

/** Whether the titles, descriptions and options somewhere in a schema are shown to their ends. */
function isWholeNode(node: unknown, depth = 0): boolean {
  if (depth > DEEPEST) return true;
  if (Array.isArray(node)) return node.every((item) => isWholeNode(item, depth + 1));
  if (!isObject(node)) return typeof node !== 'string' || !isCutLine(node, WHOLE_LINE);
  return Object.entries(node).every(([name, value]) =>
    LONG.has(name) && typeof value === 'string' ? !isCut(value, WHOLE) : isWholeNode(value, depth + 1),
  );
}

/**
 * Whether a person can be shown all of a question. One that is longer than any screen may hold its point at the end: it can be
 * declined or cancelled, and there is no yes to it.
 */
export const isShownWhole = ({ message, requestedSchema }: Pick<Ask, 'message' | 'requestedSchema'>): boolean =>
  !isCut(message ?? '', WHOLE) && isWholeNode(requestedSchema?.properties);
