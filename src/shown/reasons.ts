/** The messages of an error and of its causes, at most four and each once: the last ones say what the first cannot. */
export function reasonsOf(error: unknown): string[] {
  const found: string[] = [];
  for (let at = error; at instanceof Error && found.length < 4; at = at.cause) found.push(at.message);
  return [...new Set(found)];
}
