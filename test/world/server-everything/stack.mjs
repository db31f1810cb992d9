import { versionOf } from '../version.mjs';

const PACKAGE = '@modelcontextprotocol/server-everything';

export const name = 'Everything server (published)';
export const version = () => `${PACKAGE} ${versionOf(import.meta.dirname, PACKAGE)}`;
export const runtime = 'node';
export const era = ['2025-11-25'];
export const target = {
  command: 'node',
  args: [`node_modules/${PACKAGE}/dist/index.js`, 'stdio'],
  cwd: import.meta.dirname,
};
// It has no state of its own that an answer changes, so there is nothing to probe.
export const cases = [
  { tool: 'trigger-elicitation-request', args: {}, answers: { name: { action: 'accept', content: { name: 'Ana' } } } },
  {
    tool: 'trigger-url-elicitation',
    args: { url: 'https://example.com/visit', message: 'Visit the page?' },
    answers: { url: { action: 'accept' } },
  },
];
