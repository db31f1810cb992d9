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

  it('E14 sim and nao: the copied script ends with 0 and 1, and shows one change and none', async () => {
    const [sim, nao] = await Promise.all([run('teste-e14.mjs', 'sim'), run('teste-e14.mjs', 'nao')]);
    const note = '[["n-1","Comprar giz para a aula"]]';
    expect(sim.stdout.split('\n').slice(2)).toEqual([
      'resultado: apagada: n-1 (restam 0) · isError=false',
      `dados: ${note} → []`,
      '',
    ]);
    expect(nao.stdout.split('\n').slice(2)).toEqual([
      'resultado: nota mantida pelo usuário · isError=true',
      `dados: ${note} → ${note}`,
      '',
    ]);
    expect([sim.code, sim.stderr, nao.code, nao.stderr]).toEqual([0, '', 1, '']);
  });

  it('E14 the copied script differs in the server, the name, the arguments and the data, and in nothing else', async () => {
    const [original = '', copy = ''] = await Promise.all(
      ['teste-confirmacao.mjs', 'teste-e14.mjs'].map((file) => readFile(`${KIT}${file}`, 'utf8')),
    );
    const tool = /^\/\/ #region ferramenta\n([^]*?)^\/\/ #endregion\n/m;
    const data = /\n\/\/ #region dados\n[^]*?^\/\/ #endregion\n/m;
    expect(copy.replace(tool, '').replace(data, '').replace('const antes = dados();\n', '')).toBe(
      original.replace(tool, ''),
    );
    expect(Array.from(tool.exec(copy)?.[1]?.matchAll(/^(?:import|const \w+)/gm) ?? [], ([word]) => word)).toEqual([
      'import',
      'const NOME',
      'const ARGUMENTOS',
      'const dados',
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
    expect(stdout.match(/^── .*$/gm)).toEqual([
      '── 1ª volta, sem resposta: o que reservar_vaga devolve',
      '── Chamada completa, volta 1: pergunta "confirmar"',
      '── O que o cliente acrescenta ao repetir a chamada',
      '── Chamada completa, volta 2: resultado',
    ]);
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
