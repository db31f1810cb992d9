import { reservar } from '../cases.mjs';
import { versionOf } from '../version.mjs';

export const name = 'Mastra';
export const version = () => `@mastra/mcp ${versionOf(import.meta.dirname, '@mastra/mcp')}`;
export const runtime = 'node@22';
export const era = ['2026-07-28'];
export const target = {
  command: 'node',
  args: ['server.mjs'],
  cwd: import.meta.dirname,
  env: { MASTRA_TELEMETRY_DISABLED: '1' },
};
// Mastra gives every question the key `input`.
export const cases = [{ ...reservar, answers: { input: reservar.answers.confirmar } }];
