import { reservar } from '../cases.mjs';
import { versionOf } from '../version.mjs';

export const name = 'Effect';
export const version = () => `effect ${versionOf(import.meta.dirname, 'effect')}`;
export const runtime = 'node@22';
export const era = ['2026-07-28'];
export const target = { command: 'node', args: ['server.mjs'], cwd: import.meta.dirname };
export const cases = [reservar];
