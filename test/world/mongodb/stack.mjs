import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versionOf } from '../version.mjs';

const DROPS = join(tmpdir(), `vuelta-world-drops-${process.pid}`);
writeFileSync(DROPS, '');
process.once('exit', () => rmSync(DROPS, { force: true }));

export const name = 'MongoDB server (published)';
export const version = () => `mongodb-mcp-server ${versionOf(import.meta.dirname, 'mongodb-mcp-server')}`;
export const runtime = 'node@22';
export const era = ['2026-07-28', '2025-11-25'];
const command = {
  command: 'node',
  args: ['server.mjs'],
  cwd: import.meta.dirname,
  env: { DROPS, MDB_MCP_TELEMETRY: 'disabled', MDB_MCP_LOGGERS: 'stderr' },
};
export const target = { ...command, path: '/mcp' };
/** The same server over stdio, for the parity of transports. */
export const stdio = command;
export const cases = [
  {
    tool: 'drop-database',
    args: { connectionId: 'preconfigured', database: 'turmas' },
    otherArgs: { connectionId: 'preconfigured', database: 'alunos' },
    answers: { confirmation: { action: 'accept', content: { confirmation: 'Yes' } } },
    probe: () => readFileSync(DROPS).length,
  },
];
