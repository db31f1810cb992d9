import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const REPO = resolve(import.meta.dirname, '../..');

/** A page of the documentation, by its path in the repository. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

const READMES = ['README.md', 'README.es.md', 'kit/README.md'];
const docs = readdirSync(join(REPO, 'docs'), { recursive: true, encoding: 'utf8' });

export const PAGES: readonly Page[] = [
  ...READMES,
  ...docs.filter((name) => name.endsWith('.md')).map((name) => join('docs', name)),
].map((path) => ({ path, text: readFileSync(join(REPO, path), 'utf8') }));

/** The lines that are neither in a code block nor in a table, each with its number in the page. */
export function proseLines(text: string): { readonly line: string; readonly at: number }[] {
  let inFence = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^ *```/u.test(line)) {
      inFence = !inFence;
      return [];
    }
    return inFence || line.startsWith('|') ? [] : [{ line, at: index + 1 }];
  });
}

/** The anchors that GitHub gives to the headings of a page. */
export function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = proseLines(text).flatMap(({ line }) => /^#{1,6} (?<title>.+)$/u.exec(line)?.groups?.['title'] ?? []);
  return new Set(
    headings.map((title) => {
      const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1').toLowerCase();
      const slug = plain.replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '').replaceAll(' ', '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}
