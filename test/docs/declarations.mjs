// Reads declarations as the compiler writes them: what an entry exports, and the comment and the code of each.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const DECLARES = /^(?:export )?(?:declare )?(?:abstract )?(?:function|class|interface|type|const) (?<name>\w+)/u;
const EXPORTS = /^export (?:type )?(?:\{(?<names>[^}]*)\}|\*) from '(?<file>\.[^']+)'/gmu;

/**
 * @typedef {object} Declared
 * @property {string} name
 * @property {string} comment Its text, without the marks of a comment.
 * @property {string} code Without `export` and `declare`. Overloads are one.
 */

/**
 * What an entry exports that is declared in this package, sorted by name.
 *
 * @param {string} file
 * @returns {Promise<Declared[]>}
 */
export async function exportedBy(file) {
  const found = await exportsOf(resolve(file));
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** @param {string} file @returns {Promise<Map<string, Declared>>} */
async function exportsOf(file) {
  const text = await readFile(file, 'utf8');
  const found = new Map(declarationsIn(text, true).map((declared) => [declared.name, declared]));
  for (const { groups } of text.matchAll(EXPORTS)) {
    const place = resolve(dirname(file), (groups?.['file'] ?? '').replace(/\.js$/u, '.d.ts'));
    const behind = await exportsOf(place);
    if (groups?.['names'] === undefined) for (const [name, declared] of behind) found.set(name, declared);
    for (const name of groups?.['names']?.replaceAll(/\btype (?=\w)/gu, '').match(/\w+/gu) ?? []) {
      const declared = behind.get(name);
      if (declared === undefined) throw new Error(`${place} does not declare ${name}`);
      found.set(name, declared);
    }
  }
  return found;
}

/** @param {string} text @param {boolean} exportedOnly @returns {Declared[]} */
export function declarationsIn(text, exportedOnly) {
  /** @type {Map<string, Declared>} */
  const found = new Map();
  const lines = text.split('\n');
  let comment = '';
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at].startsWith('/**')) {
      const end = endOf(lines, at, (line) => line.endsWith('*/'));
      comment = bare(lines.slice(at, end));
      at = end - 1;
      continue;
    }
    const name = DECLARES.exec(lines[at])?.groups?.['name'];
    if (name === undefined) continue;
    const start = at;
    at = endOfCode(lines, start) - 1;
    if (exportedOnly && !lines[start].startsWith('export ')) continue;
    const code = lines
      .slice(start, at + 1)
      .join('\n')
      .replace(/^(?:export )?(?:declare )?/u, '');
    const before = found.get(name);
    if (before === undefined) found.set(name, { name, comment, code });
    else before.code += `\n${code}`;
    comment = '';
  }
  return [...found.values()];
}

/** @param {string[]} lines @param {number} start @param {(line: string) => boolean} isLast */
function endOf(lines, start, isLast) {
  return lines.findIndex((line, index) => index >= start && isLast(line)) + 1;
}

/** Where all brackets are closed and the statement is over. @param {string[]} lines @param {number} start */
function endOfCode(lines, start) {
  let code = '';
  return endOf(lines, start, (line) => {
    code += `${line}\n`;
    const plain = code.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|'[^']*'/gu, '');
    const depth = (plain.match(/[([{]/gu) ?? []).length - (plain.match(/[)\]}]/gu) ?? []).length;
    const last = /^(?:export )?(?:declare )?(?:type|const)/u.test(code) ? /;\s*$/u : /[;}]\s*$/u;
    return depth === 0 && last.test(plain);
  });
}

/** @param {readonly string[]} lines */
function bare(lines) {
  const text = lines
    .join('\n')
    .replace(/^\s*\/\*\*/u, '')
    .replace(/\*\/\s*$/u, '');
  return text.replaceAll(/^\s*\* ?/gmu, '').trim();
}
