import { reservar } from '../cases.mjs';
import { versionOf } from '../version.mjs';

export const name = 'SDK v1';
export const version = () => `@modelcontextprotocol/sdk ${versionOf(import.meta.dirname, '@modelcontextprotocol/sdk')}`;
export const runtime = 'node';
export const era = ['2025-11-25'];
export const target = { command: 'node', args: ['server.mjs'], cwd: import.meta.dirname };
export const cases = [reservar];
