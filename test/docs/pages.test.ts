import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, PAGES, proseLines, REPO, type Page } from './pages.js';

const WIDTH = 120;

/** A link, an image or a piece of code, which cannot be broken. */
const UNBREAKABLE = /!?\[[^\]]*\]\([^)]*\)|`[^`]*`/gu;

/** Whether the line has a space at which it could go on in the next one, behind the marker of a list. */
function canBeWrapped(line: string): boolean {
  const text = line.replaceAll(UNBREAKABLE, 'x').replace(/^\s*(?:[-*]|\d+\.|#+)? */u, '');
  return text.includes(' ');
}

/** A path of the sources as pages write them. A pattern stands for its folder. */
const PATH = /(?<![\w/.@-])(?:src|test|kit|\.build|\.ci)\/[\w./-]*[\w/]/gu;

/** Links to a heading: of the page itself, or of another one. */
const TO_HEADING = /\]\((?!https?:)(?<target>[^)#\s]*)#(?<anchor>[^)\s]+)\)/gu;

function brokenAnchors({ path, text }: Page): string[] {
  return [...text.matchAll(TO_HEADING)].flatMap(({ groups }) => {
    const { target = '', anchor = '' } = groups ?? {};
    const place = target === '' ? path : join(dirname(path), target);
    const other = PAGES.find((page) => page.path === place);
    if (other === undefined || anchorsOf(other.text).has(anchor)) return [];
    return [`${path} → ${target}#${anchor}`];
  });
}

describe('the pages', () => {
  it(`wrap their prose at ${WIDTH} characters; after a change, run npx prettier --write PAGE`, () => {
    const long = PAGES.flatMap(({ path, text }) =>
      proseLines(text)
        .filter(({ line }) => line.length > WIDTH && !line.startsWith('#') && canBeWrapped(line))
        .map(({ at }) => `${path}:${at}`),
    );
    expect(long).toEqual([]);
  });

  it('name only files and folders of the sources that are there', () => {
    const named = PAGES.flatMap(({ path, text }) => [...text.matchAll(PATH)].map(([name]) => ({ path, name })));
    expect(named.length).toBeGreaterThan(100);
    expect(
      named.filter(({ name }) => !existsSync(join(REPO, name))).map(({ path, name }) => `${path}: ${name}`),
    ).toEqual([]);
  });

  it('link only to headings that are there', () => {
    const links = PAGES.flatMap(({ text }) => [...text.matchAll(TO_HEADING)]);
    expect(links.length).toBeGreaterThan(50);
    expect(PAGES.flatMap(brokenAnchors)).toEqual([]);
  });

  it.each(['README.md', 'README.es.md'])('%s leads to few places: at most 25 links', (name) => {
    const text = PAGES.find(({ path }) => path === name)?.text ?? '';
    expect(text.match(/\]\(/gu)?.length).toBeLessThanOrEqual(25);
  });
});
