/** How deep arguments may nest before they are refused: a hostile request must not exhaust the stack. */
export const MAX_DEPTH = 256;

/**
 * JSON in one canonical form: object members sorted by name, no white space (the parts of RFC 8785 that matter for values
 * that came out of `JSON.parse`). Two requests that a proxy has reordered or reformatted give the same text.
 *
 * @throws RangeError when the value nests deeper than {@link MAX_DEPTH}.
 */
export function canonical(value: unknown, depth = 0): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (depth >= MAX_DEPTH) throw new RangeError(`canonical: the value nests deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  const members: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${canonical(member, depth + 1)}`);
  }
  return `{${members.join(',')}}`;
}
