// Writes the reference of checks from the catalogue: `npm run docs:checks`, after a build.
import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

export const PAGE = 'docs/reference/checks.md';

const FAMILIES = {
  rounds: 'The round trip itself.',
  answers: 'What a server does with valid and invalid answers. The checks try each ask of the happy path.',
  state:
    'What a server does with states that it did not give out for this request. Before each attack a control run has succeeded.',
  effects: 'What the tool did, as the probe of the case counts it.',
  capability: 'Clients that cannot be asked, or only in some ways.',
  forms: 'The texts and forms of the asks.',
  url: 'Asks that send a person to an address.',
  parity: 'The same server on both revisions and both transports.',
  transport: 'Headers, statuses and ids, hostile requests, and what a server writes to stdout.',
};

const LEVELS = `| level    | meaning                                                                        |
| -------- | ------------------------------------------------------------------------------ |
| \`MUST\`   | the specification demands it                                                   |
| \`SHOULD\` | the specification recommends it, or a person is harmed where it does not speak |
| advice   | a matter of judgement; reported, and fails a run only with \`--fail-on advice\`  |`;

const HEAD = `# Checks

The rules that [\`vuelta check\`](../guides/contract.md) and \`contractTests\` check. \`vuelta explain ID\` prints an entry in the terminal. Ids are stable:
baselines and tests name them.

${LEVELS}

A check **passes**, **fails**, does **not apply** (the rule says nothing about this server or case, and the reason is given), or is **not testable**:
something that it needs did not work. That counts as a failure.

This page is made from the catalogue; a test holds the two together.
`;

/** Text of the catalogue: names are code, and nothing else is markup. @param {string} text */
const prose = (text) =>
  text
    .split(/(\w*_\w*)/u)
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : part.replaceAll(/[\\`*<[\]|]/gu, String.raw`\$&`)))
    .join('');

/** @param {import('vuelta/contract').Check} check */
function entry({ id, level, title, why, fix, spec, scope }) {
  const address = `https://modelcontextprotocol.io/specification/2026-07-28/${spec.page}`;
  const once = scope === 'server' ? ' Judged once for a server, with its first case.' : '';
  return [
    `### \`${id}\``,
    `${level === 'advice' ? 'Advice' : `**${level}**`}. ${prose(title)}${once}`,
    `- Why: ${prose(why)}\n- Fix: ${prose(fix)}\n- Rests on: [${prose(spec.section)}](${address})`,
  ].join('\n\n');
}

/** @param {readonly import('vuelta/contract').Check[]} catalogue */
export async function renderChecks(catalogue) {
  const sections = Object.entries(FAMILIES).map(([family, about]) => {
    const checks = catalogue.filter(({ id }) => id.startsWith(`${family}.`));
    const name = `${family.charAt(0).toUpperCase()}${family.slice(1)}`;
    return [`## ${name}`, about, ...checks.map(entry)].join('\n\n');
  });
  const text = [HEAD, ...sections, ''].join('\n');
  return format(text, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { CATALOGUE } = await import('vuelta/contract');
  await writeFile(PAGE, await renderChecks(CATALOGUE));
}
