import { isObject, type JsonObject } from '../../json.js';
import { shown, shownLine } from '../../shown/terminal.js';
import { prettyJson } from '../../shown/line.js';

/** A result is shown in full. */
const WHOLE = { characters: 1_000_000, lines: 100_000 };

function describePart(part: JsonObject): string {
  const { type, text, resource, uri, mimeType, data, blob } = part;
  if (typeof text === 'string') return shown(text, WHOLE);
  if (isObject(resource)) return describePart({ type, ...resource });
  const bytes = [data, blob].find((value) => typeof value === 'string');
  const facts = [
    shownLine(type) || 'resource',
    shownLine(mimeType),
    shownLine(uri),
    bytes === undefined ? '' : `${Buffer.from(bytes, 'base64').length} bytes`,
  ];
  return `[${facts.filter((fact) => fact !== '').join(', ')}]`;
}

function partsOf({ content, messages, contents }: JsonObject): JsonObject[] {
  const said: unknown[] = Array.isArray(messages)
    ? messages.map((message: unknown) => (isObject(message) ? message['content'] : undefined))
    : [];
  return ([content, said, contents] as unknown[]).flat(2).filter((part) => isObject(part));
}

/** What a person reads of a result: its texts, and what else is in it by kind. */
export function resultText(result: unknown): string {
  if (!isObject(result)) return '';
  const parts = partsOf(result).map(describePart);
  const { structuredContent } = result;
  return parts.length === 0 && structuredContent !== undefined ? prettyJson(structuredContent) : parts.join('\n');
}
