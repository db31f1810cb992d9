import { readFile } from 'node:fs/promises';
import { ROOT } from './process.js';

/** A fenced block of a page: its language, what follows it in the info string, and its text. */
export interface Block {
  readonly language: string;
  readonly info: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The fenced blocks of a page of this repository. */
export async function blocksOf(page: string): Promise<Block[]> {
  const markdown = await readFile(`${ROOT}${page}`, 'utf8');
  return Array.from(
    markdown.matchAll(/^```(\w+)([^\n]*)\n([^]*?)^```$/gm),
    ([, language = '', info = '', text = '']) => ({
      language,
      info: Object.fromEntries(
        info
          .trim()
          .split(/\s+/)
          .filter(Boolean)
          .map((pair) => pair.split('=', 2)),
      ) as Block['info'],
      text: text.replace(/\n$/, ''),
    }),
  );
}

/** The text that a `file=` refers to: a whole file, or the region after `#`. */
export async function sourceOf(reference: string): Promise<string | undefined> {
  const [file = '', region] = reference.split('#');
  const source = (await readFile(`${ROOT}${file}`, 'utf8')).trimEnd();
  if (region === undefined) return source;
  return new RegExp(`^// #region ${region}\\n([^]*?)\\n// #endregion$`, 'm').exec(source)?.[1];
}
