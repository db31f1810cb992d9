import { isObject, type JsonObject } from '../json.js';

/** `HeaderMismatch` (MCP 2026-07-28, streamable HTTP): refused before any handler ran. */
export const HEADER_MISMATCH = -32_020;

const MIRRORED_TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;
const SENTINEL = /^=\?base64\?.*\?=$/;

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return undefined;
}

/** What is no plain field value, or looks like the sentinel itself, goes as `=?base64?…?=`. */
export function encodeHeader(text: string): string {
  if (PLAIN.test(text) && !SENTINEL.test(text)) return text;
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

function* mirrored(schema: unknown, values: unknown): Generator<[name: string, value: string]> {
  if (!isObject(schema) || !isObject(schema['properties'])) return;
  for (const [key, property] of Object.entries(schema['properties'])) {
    const value = isObject(values) && Object.hasOwn(values, key) ? values[key] : undefined;
    if (!isObject(property) || value === undefined) continue;
    const name = property['x-mcp-header'];
    const text = MIRRORED_TYPES.has(property['type']) ? toText(value) : undefined;
    if (typeof name === 'string' && TOKEN.test(name) && text !== undefined)
      yield [`Mcp-Param-${name}`, encodeHeader(text)];
    yield* mirrored(property, value);
  }
}

/**
 * The `Mcp-Param-*` headers of a tools/call: arguments that the tool's schema marks with `x-mcp-header` (MCP 2026-07-28,
 * streamable HTTP, custom headers from tool parameters).
 */
export function mirrorHeaders(inputSchema: unknown, args: unknown): JsonObject & Record<string, string> {
  return Object.fromEntries(mirrored(inputSchema, args));
}
