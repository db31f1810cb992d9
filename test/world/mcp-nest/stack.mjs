import { reservar } from '../cases.mjs';
import { versionOf } from '../version.mjs';

export const name = 'MCP-Nest';
export const version = () => `@rekog/mcp-nest ${versionOf(import.meta.dirname, '@rekog/mcp-nest')}`;
export const runtime = 'node@22';
export const era = ['2025-11-25'];
export const target = { command: 'node', args: ['server.mjs'], cwd: import.meta.dirname };
export const cases = [reservar];
