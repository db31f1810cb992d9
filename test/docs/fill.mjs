// Copies the code blocks of the pages from the files that their `file=PATH#REGION` names, and the JSON Schema of answer files
// from the build.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { ANSWER_FILE_SCHEMA } from 'vuelta/client';

await writeFile(
  'docs/reference/answer-file.schema.json',
  await format(JSON.stringify(ANSWER_FILE_SCHEMA), { parser: 'json', printWidth: 120 }),
);

const BLOCK = /^(```\w+ file=(?<path>[^\s#]+)(?:#(?<region>\S+))?\n)[\s\S]*?^```$/gmu;

/** @param {string} source @param {string | undefined} region */
function pick(source, region) {
  if (region === undefined) return source.trimEnd();
  const lines = source.split('\n');
  const start = lines.findIndex((line) => line.trim().endsWith(`#region ${region}`));
  const end = lines.findIndex((line, index) => index > start && line.includes('#endregion'));
  if (start === -1 || end === -1) throw new Error(`no region ${region}`);
  const body = lines.slice(start + 1, end);
  const indents = body.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  return body.map((line) => line.slice(Math.min(...indents))).join('\n');
}

const docs = (await readdir('docs', { recursive: true })).filter((page) => page.endsWith('.md'));
for (const page of ['README.md', 'README.es.md', 'kit/README.md', ...docs.map((name) => join('docs', name))]) {
  const before = await readFile(page, 'utf8');
  let after = before;
  for (const match of before.matchAll(BLOCK)) {
    const { path = '', region } = match.groups ?? {};
    const source = await readFile(path, 'utf8');
    after = after.replace(match[0], () => `${match[1]}${pick(source, region)}\n\`\`\``);
  }
  if (after !== before) await writeFile(page, after);
}
