import { reservar } from '../cases.mjs';
import { versionOf } from '../version.mjs';

export const name = 'mcp-framework';
export const version = () => `mcp-framework ${versionOf(import.meta.dirname, 'mcp-framework')}`;
export const runtime = 'node';
export const era = ['2025-11-25'];
export const target = { command: 'node', args: ['server.mjs'], cwd: import.meta.dirname };
export const cases = [reservar];
