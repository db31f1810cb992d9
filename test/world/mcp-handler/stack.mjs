import { reservar } from '../cases.mjs';
import { versionOf } from '../version.mjs';

export const name = 'mcp-handler';
export const version = () => `mcp-handler ${versionOf(import.meta.dirname, 'mcp-handler')}`;
export const runtime = 'node';
export const era = ['2026-07-28'];
export const target = { command: 'node', args: ['server.mjs'], cwd: import.meta.dirname, path: '/mcp' };
export const cases = [reservar];
