import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPO } from '../cli/vuelta.js';
import { listed, sampleOf, sweep } from './choose.mjs';
import { NAMED } from './named.mjs';
import { compiles, mutantsOf } from './sweep.mjs';

const sourceOf = (file: string): string => readFileSync(join(REPO, file), 'utf8');

describe('the mutants that must die', () => {
  it.each(NAMED)('$name is an edit of the code as it is, and a program', ({ file, edit }) => {
    const source = sourceOf(file);
    const edited = edit(source);
    expect(edited).not.toBe(source);
    expect(compiles(file, edited)).toBe(true);
  });

  it('an edit whose text is gone is an error that says where to change it', () => {
    expect(() => NAMED[0]?.edit('')).toThrow(/is there 0 times[^]*test\/mutants\/named\.mjs/u);
  });
});

describe('the sweep', () => {
  it('negates conditions, moves comparisons, turns truths round and leaves statements out, and leaves types alone', () => {
    const source = `
class Box<T extends 'a' | 'b'> extends Base {
  constructor() { super(); this.#fill(); }
  open(size: number): boolean | undefined {
    if (this.empty) throw new Error('empty');
    return size < 3 && (this.x ?? 0) !== 1 ? true : undefined;
  }
}`;
    expect(mutantsOf('box.ts', source).map(({ name }) => name)).toEqual([
      'box.ts, constructor: this.#fill(); → ;',
      'box.ts, open: this.empty → !(this.empty)',
      "box.ts, open: throw new Error('empty'); → ;",
      'box.ts, open: size < 3 && (this.x ?? 0) !== 1 → !(size < 3 && (this.x ?? 0) !== 1)',
      'box.ts, open: true → false',
      'box.ts, open: size < 3 && (this.x ?? 0) !== 1 → size < 3 || (this.x ?? 0) !== 1',
      'box.ts, open: size < 3 → size <= 3',
      'box.ts, open: (this.x ?? 0) !== 1 → (this.x ?? 0) === 1',
    ]);
  });

  it('chooses the same mutants for one seed, and others for another', () => {
    const every = Array.from({ length: 100 }, (_, index) => ({ id: String(index) }));
    const ids = (seed: string): string[] => sampleOf(every, seed, 10).map(({ id }) => id);
    expect(ids('a')).toEqual(ids('a'));
    expect(ids('a')).not.toEqual(ids('b'));
  });

  it('still has every mutant that is listed as one that survives, and each has its reason', () => {
    const ids = new Set(sweep().map(({ id }) => id));
    expect(listed().filter((id) => !ids.has(id))).toEqual([]);
    const page = sourceOf('docs/contributing/mutants.md');
    for (const id of listed()) expect(page).toMatch(new RegExp(`^- \`${id}\` .+\n {2}\\S`, 'mu'));
  });
});
