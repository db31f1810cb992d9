// Writes the signatures at the end of the reference pages from the built declarations: `npm run docs:signatures`, after a build.
import { realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { exportedBy } from './declarations.mjs';

/** Each page with the declarations of its entries. */
export const PAGES = {
  'docs/reference/api.md': ['dist/index.d.ts'],
  'docs/reference/client.md': ['dist/client/index.d.ts'],
  'docs/reference/contract.md': ['dist/contract/index.d.ts'],
  'docs/reference/form.md': ['dist/form/index.d.ts'],
  'docs/reference/state.md': ['dist/state/index.d.ts'],
  'docs/reference/store.md': ['dist/store/index.d.ts', 'dist/store/sqlite.d.ts', 'dist/store/redis.d.ts'],
};

const HEAD = `## Signatures

Every export, as the compiler declares it, with the first sentence of each comment. This part is made from the built
declarations; a test holds the two together.`;

/** A constant with more lines than this is an object that its page describes. */
const LONGEST_CONSTANT = 12;

const COMMENT_WIDTH = 108;

/** Up to the end of its first sentence, on one line, with names in code. @param {string} comment */
function firstSentence(comment) {
  const text =
    comment
      .split(/\n\s*\n|^@|\n\s*@|\s@throws/u)[0]
      ?.replaceAll(/\s+/gu, ' ')
      .trim() ?? '';
  const plain = text.replaceAll(/\{@link ([^}]+)\}/gu, '`$1`');
  return /^.*?[.!?](?= [A-Z`*]|$)/u.exec(plain)?.[0] ?? plain;
}

/** A comment in lines that fit into a page. @param {string} text */
function commentOf(text) {
  if (text === '') return '';
  if (text.length <= COMMENT_WIDTH) return `/** ${text} */`;
  const lines = text.match(new RegExp(`.{1,${COMMENT_WIDTH}}(?= |$)`, 'gu')) ?? [];
  return ['/**', ...lines.map((line) => ` * ${line.trim()}`), ' */'].join('\n');
}

/** The code with the first sentence of each comment in it, laid out as the sources are. @param {string} code */
async function laidOut(code) {
  const options = await resolveConfig('test/docs/page.ts');
  const sentence = (/** @type {string} */ comment) => {
    const text = firstSentence(comment.replaceAll(/^\s*\/\*\*|\s*\*\/$|^\s*\* ?/gmu, '').trim());
    return commentOf(text.replaceAll('`', ''));
  };
  const short = code.replaceAll(/\/\*\*[\s\S]*?\*\//gu, sentence).replaceAll(/^\s*#private;\n/gmu, '');
  const laid = await format(short.replaceAll(/^(?=function |const |class )/gmu, 'declare '), {
    ...options,
    parser: 'typescript',
  });
  return laid.replaceAll(/^declare /gmu, '').trimEnd();
}

/** @param {import('./declarations.mjs').Declared} declared */
async function entry({ name, comment, code }) {
  const lines = (await laidOut(code)).split('\n');
  const isLong = code.startsWith('const ') && lines.length > LONGEST_CONSTANT;
  const shown = isLong ? [`const ${name}: { … };`] : lines;
  const about = firstSentence(comment);
  return [`### \`${name}\``, ...(about === '' ? [] : [about]), ['```mts', ...shown, '```'].join('\n')].join('\n\n');
}

/** The page with its signatures written again. @param {string} page @param {string} text */
export async function withSignatures(page, text) {
  const entries = PAGES[/** @type {keyof typeof PAGES} */ (page)];
  const all = (await Promise.all(entries.map(exportedBy))).flat();
  const parts = [text.split('\n## Signatures\n')[0]?.trimEnd() ?? '', HEAD, ...(await Promise.all(all.map(entry)))];
  return format(`${parts.join('\n\n')}\n`, { ...(await resolveConfig(page)), parser: 'markdown' });
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const page of Object.keys(PAGES))
    await writeFile(page, await withSignatures(page, await readFile(page, 'utf8')));
}
