import { isObject, type JsonObject } from '../json.js';

const isText = (value: unknown): value is string => typeof value === 'string';

/** How large base64 is when it is decoded. */
function sizeOf(data: unknown): string | undefined {
  if (!isText(data)) return undefined;
  const padding = /={0,2}$/.exec(data)?.[0].length ?? 0;
  return `${Math.max(0, Math.floor((data.length * 3) / 4) - padding)} bytes`;
}

/** What cannot be shown as text is named, in words of the protocol. */
const named = (...facts: readonly unknown[]): string => `(${facts.filter(isText).join(', ')})`;

function resourceText(resource: unknown): string {
  if (!isObject(resource)) return named('resource');
  const { uri, text, blob, mimeType } = resource;
  return isText(text) ? text : named('resource', uri, mimeType, sizeOf(blob));
}

function partText(part: unknown): string {
  if (!isObject(part)) return '';
  const { type, text, data, mimeType, name, uri, resource } = part;
  if (isText(text)) return text;
  if (type === 'resource') return resourceText(resource);
  if (type === undefined && isText(uri)) return resourceText(part);
  return named(type, name, uri, mimeType, sizeOf(data));
}

/** The parts of a result: of a tool's content, of a prompt's messages, of a resource's contents. */
function partsOf({ content, messages, contents }: JsonObject): unknown[] {
  const said = Array.isArray(messages) ? messages.map((message) => isObject(message) && message['content']) : [];
  return [content, said, contents].flat(2);
}

/** The texts of a result, and nothing else that is in it. */
export function textsOf(result: unknown): string[] {
  const parts = isObject(result) ? partsOf(result) : [];
  return parts.flatMap((part) => (isObject(part) && isText(part['text']) ? [part['text']] : []));
}

/** What a person reads of a result. Structured content is shown where nothing else is. */
export function resultText(result: unknown): string {
  if (!isObject(result)) return '';
  const parts = partsOf(result)
    .map(partText)
    .filter((part) => part !== '');
  if (parts.length > 0) return parts.join('\n');
  return isObject(result['structuredContent']) ? JSON.stringify(result['structuredContent'], null, 2) : '';
}
