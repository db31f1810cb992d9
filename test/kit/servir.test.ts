import { describe, expect, it } from 'vitest';
import { accept, connect, readText } from '../../src/client/index.js';
import { ended, KIT, run, startHttp, startNode } from './process.js';
import { callTool } from './rpc.js';

describe('serving', () => {
  it.each([
    ['servidor.mjs', 'reservar_vaga', { turma_id: 'html-01', email: 'aluno@exemplo.com' }],
    ['buscador-videos.mjs', 'search-videos', { query: 'ajedrez' }],
    ['mesa-de-ayuda.mjs', 'escalate_ticket', { ticketId: 'T-1' }],
    ['exercicio-e14.mjs', 'apagar_nota', { id: 'n-1' }],
  ])('%s serves Streamable HTTP on a free port and says where', async (file, tool, args) => {
    const server = await startHttp(file);
    try {
      expect(server.url.href).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/mcp$/);
      const { status, result } = await callTool(server.url, tool, args);
      expect([status, result?.resultType]).toEqual([200, 'input_required']);
    } finally {
      await server.stop();
    }
  });

  it.each([['--http'], ['--http', '65536'], ['--http', '-1'], ['--http', '80x'], ['--port', '80'], ['extra']])(
    'refuses %s %s with how it is used',
    async (...args) => {
      const { stdout, stderr, code } = await run('servidor.mjs', ...args.filter((arg) => arg !== undefined));
      expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
      expect(stderr).toBe('uso: node SERVIDOR.mjs [--http PUERTO]   (PUERTO de 0 a 65535)\n');
    },
  );

  it.each(['2026-07-28', '2025-11-25'] as const)('asks and books over HTTP on %s', async (revision) => {
    const server = await startHttp('servidor.mjs');
    const harness = await connect(server.url, { revision });
    try {
      const args = { turma_id: 'html-01', email: 'aluno@exemplo.com' };
      const outcome = await harness.call('reservar_vaga', args, {
        answers: { confirmar: accept({ confirmar: true }) },
      });
      expect(readText(outcome)).toBe('reservado: html-01 para aluno@exemplo.com (restam 2)');
      expect(outcome.rounds[0]?.asks[0]?.message).toContain('Reservar 1 vaga');
    } finally {
      await harness.close();
      await server.stop();
    }
  });

  it('knows only the sessions that it began', async () => {
    const server = await startHttp('servidor.mjs');
    const headers = { 'content-type': 'application/json', 'mcp-session-id': 'made-up' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const { status } = await fetch(server.url, { method: 'POST', headers, body });
    await server.stop();
    expect(status).toBe(404);
  });

  it('says that a port is taken and ends', async () => {
    const server = await startHttp('servidor.mjs');
    const second = await run('servidor.mjs', '--http', server.url.port);
    await server.stop();
    expect(second.code).toBe(1);
    expect(second.stderr).toContain('EADDRINUSE');
  });

  it('imports without serving', async () => {
    const child = startNode(['--input-type=module', '-e', `await import(${JSON.stringify(`${KIT}servidor.mjs`)})`]);
    expect(await ended(child)).toEqual({ stdout: '', stderr: '', code: 0 });
  });
});
