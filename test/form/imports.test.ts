import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as form from '../../src/form/index.js';

const FOLDER = fileURLToPath(new URL('../../src/form/', import.meta.url));
const GROUND: ReadonlySet<string> = new Set(['../errors.js', '../json.js', '../invisible-characters.js']);

describe('vuelta/form', () => {
  it('exports what the page says, and nothing else', () => {
    expect(Object.keys(form).sort()).toEqual([
      'FormError',
      'adviseForm',
      'checkContent',
      'fillDefaults',
      'lintForm',
      'parseText',
      'toForm',
    ]);
  });

  it('imports its own folder and what lies under all folders: errors, JSON, unseen characters', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    expect(files).toEqual(expect.arrayContaining(['index.ts', join('lint', 'lint.ts')]));
    for (const file of files) {
      const sources = [...readFileSync(`${FOLDER}${file}`, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
        (match) => match[1] ?? '',
      );
      const reached = sources.map((source) => relative(FOLDER, resolve(FOLDER, dirname(file), source)));
      expect(
        reached.filter((source) => source.startsWith('..') && !GROUND.has(source)),
        file,
      ).toEqual([]);
    }
  });
});
