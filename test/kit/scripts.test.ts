import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { KIT, ROOT, ended, run, startNode } from './process.js';

const PRIMEIRA = '1ª volta: resultType=input_required · pede: confirmar';
const PERGUNTA =
  '[cliente] pergunta ao usuário: Reservar 1 vaga em "HTML semântico para agentes" para aluno@exemplo.com?';

describe('course scripts, run from inside kit/', () => {
  it('E12 sim: asks, books, leaves 2 and exits 0', async () => {
    expect(await run('teste-confirmacao.mjs', 'sim')).toEqual({
      stdout: `${PRIMEIRA}\n${PERGUNTA} → sim\nresultado: reservado: html-01 para aluno@exemplo.com (restam 2) · isError=false\n`,
      stderr: '',
      code: 0,
    });
  });

  it('E12 nao: asks, changes nothing and exits 1', async () => {
    expect(await run('teste-confirmacao.mjs', 'nao')).toEqual({
      stdout: `${PRIMEIRA}\n${PERGUNTA} → nao\nresultado: reserva cancelada pelo usuário · isError=true\n`,
      stderr: '',
      code: 1,
    });
  });

  it('E13 F37 without the capability: the SDK refuses with -32021 before anything is asked', async () => {
    const { stdout, stderr, code } = await run('teste-sem-capacidade.mjs');
    const line =
      "recusado: -32021 Cannot request input 'confirmar' (elicitation/create): the request's client capabilities do not declare the re\n";
    expect({ stdout, stderr, code }).toEqual({ stdout: line, stderr: '', code: 1 });
    expect(stdout.trimEnd().slice('recusado: -32021 '.length)).toHaveLength(110);
  });

  it('E14 sim and nao: the copied script ends with 0 and 1', async () => {
    const [sim, nao] = await Promise.all([run('teste-e14.mjs', 'sim'), run('teste-e14.mjs', 'nao')]);
    expect(sim.stdout.split('\n')[2]).toBe('resultado: apagada: n-1 (restam 0) · isError=false');
    expect(nao.stdout.split('\n')[2]).toBe('resultado: nota mantida pelo usuário · isError=true');
    expect([sim.code, nao.code]).toEqual([0, 1]);
  });

  it('E14 the copied script differs in the server, the name and the arguments, and in nothing else', async () => {
    const [original, copy] = await Promise.all(
      ['teste-confirmacao.mjs', 'teste-e14.mjs'].map(async (file) =>
        (await readFile(`${KIT}${file}`, 'utf8')).split('\n'),
      ),
    );
    const changed = copy?.filter((line, index) => line !== original?.[index]);
    expect(copy).toHaveLength(original?.length ?? -1);
    expect(changed?.map((line) => line.split(/[ =]/, 2).join(' '))).toEqual([
      'import {',
      'const NOME',
      'const ARGUMENTOS',
    ]);
  });

  it.each(['teste-confirmacao.mjs', 'teste-e14.mjs'])('%s without an answer says how it is used', async (file) => {
    expect(await run(file)).toEqual({ stdout: '', stderr: 'uso: sim | nao\n', code: 2 });
    expect((await run(file, 'talvez')).code).toBe(2);
  });
});

describe('npm run demo', () => {
  it('shows the raw first round as pretty JSON, then both rounds of the fulfilled call, and no whole state', async () => {
    const { stdout, code } = await ended(startNode(['kit/demo.mjs'], ROOT));
    expect(code).toBe(0);
    const blocks = stdout.split(/^── .*$/m).slice(1);
    const [raw, question, retry, result] = blocks.map((block): unknown => JSON.parse(block));
    expect(raw).toMatchObject({
      resultType: 'input_required',
      inputRequests: { confirmar: { method: 'elicitation/create' } },
    });
    expect(question).toBe('Reservar 1 vaga em "HTML semântico para agentes" para aluno@exemplo.com?');
    expect(retry).toMatchObject({ inputResponses: { confirmar: { action: 'accept', content: { confirmar: true } } } });
    expect(result).toBe('reservado: html-01 para aluno@exemplo.com (restam 2)');
    expect(stdout).toContain('{\n  "resultType": "input_required",\n');
    for (const shown of [raw, retry] as { requestState: string }[]) {
      expect(shown.requestState).toMatch(/^[\w-]{12}… \(\d+ bytes\)$/);
    }
  });
});
