/** Texts, and what stands around members; numbers and words in between say nothing about names. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/gsu;

/** Where a name stands for the second time in one object; `undefined` where none does. `text` is valid JSON. */
export function repeatedName(text: string): number | undefined {
  const around: (Set<string> | undefined)[] = [];
  let wantsName = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') around.push(token === '{' ? new Set() : undefined);
    if (token === '}' || token === ']') around.pop();
    const names = around.at(-1);
    if (token.startsWith('"') && wantsName && names !== undefined) {
      const name = JSON.parse(token) as string;
      if (names.has(name)) return index;
      names.add(name);
    }
    wantsName = (token === '{' || token === ',') && names !== undefined;
  }
  return undefined;
}
