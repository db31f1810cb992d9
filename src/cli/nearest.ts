/** Edits that turn one word into the other. */
function distance(one: string, other: string): number {
  const row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, character] of Array.from(one).entries()) {
    let corner = row[0] ?? 0;
    row[0] = at + 1;
    for (let index = 1; index < row.length; index += 1) {
      const above = row[index] ?? 0;
      const cost = other[index - 1] === character ? 0 : 1;
      row[index] = Math.min(above + 1, (row[index - 1] ?? 0) + 1, corner + cost);
      corner = above;
    }
  }
  return row.at(-1) ?? 0;
}

/** Names that somebody may have meant: those that contain the word, else those with few other letters. */
export function nearest(word: string, names: readonly string[], most = 5): string[] {
  const low = word.slice(0, 100).toLowerCase();
  const score = (name: string): number =>
    low.length > 2 && name.includes(low) ? 0 : distance(low, name.toLowerCase());
  return names
    .map((name) => ({ name, far: score(name) }))
    .filter(({ name, far }) => far <= Math.max(2, name.length / 3))
    .toSorted((one, other) => one.far - other.far)
    .slice(0, most)
    .map(({ name }) => name);
}
