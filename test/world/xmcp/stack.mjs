import { reservar } from '../cases.mjs';
import { versionOf } from '../version.mjs';

const env = { XMCP_TELEMETRY_DISABLED: 'true' };

export const name = 'xmcp';
export const version = () => `xmcp ${versionOf(import.meta.dirname, 'xmcp')}`;
export const runtime = 'node';
export const era = ['2026-07-28', '2025-11-25'];
export const build = { args: ['node_modules/xmcp/dist/cli.js', 'build'], env, leaves: ['.xmcp', 'xmcp-env.d.ts'] };
export const target = { command: 'node', args: ['dist/stdio.js'], cwd: import.meta.dirname, env };
export const cases = [reservar];
