import { reservar } from '../cases.mjs';
import { versionOf } from '../version.mjs';

export const name = 'mcp-lite';
export const version = () => `mcp-lite ${versionOf(import.meta.dirname, 'mcp-lite')}`;
export const runtime = 'node';
export const era = ['2025-11-25'];
export const target = { command: 'node', args: ['server.mjs'], cwd: import.meta.dirname, path: '/mcp' };
export const cases = [reservar];
