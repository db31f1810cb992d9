import { reservar } from '../cases.mjs';
import { versionOf } from '../version.mjs';

export const name = 'mcp-use';
export const version = () => `mcp-use ${versionOf(import.meta.dirname, 'mcp-use')}`;
export const runtime = 'node@22';
export const era = ['2026-07-28'];
export const target = {
  command: 'node',
  args: ['server.mjs'],
  cwd: import.meta.dirname,
  env: { MCP_USE_ANONYMIZED_TELEMETRY: 'false' },
  path: '/mcp',
};
export const cases = [reservar];
