import { reservar } from '../cases.mjs';
import { versionOf } from '../version.mjs';

export const name = 'mcp-ts-core';
export const version = () => `@cyanheads/mcp-ts-core ${versionOf(import.meta.dirname, '@cyanheads/mcp-ts-core')}`;
export const runtime = 'node@24';
export const era = ['2025-11-25'];
export const target = {
  command: 'node',
  args: ['server.mjs'],
  cwd: import.meta.dirname,
  env: { MCP_TRANSPORT_TYPE: 'stdio' },
};
export const cases = [reservar];
