import { reservar } from '../cases.mjs';
import { versionOf } from '../version.mjs';

export const name = 'SDK v2 and its codec';
export const version = () =>
  `@modelcontextprotocol/server ${versionOf(import.meta.dirname, '@modelcontextprotocol/server')}`;
export const runtime = 'node';
export const era = ['2026-07-28', '2025-11-25'];
export const target = { command: 'node', args: ['server.mjs'], cwd: import.meta.dirname };
export const cases = [reservar];
