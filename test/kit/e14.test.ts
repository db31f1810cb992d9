import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyKit, type Edit, type KitCopy } from './copy.js';
import { blocksOf } from './page.js';
import { ROOT } from './process.js';

// Exercise E14 from its first command to the last, as a student does it who follows the page: another tool than the template's.

const PAGE = 'docs/start/curso.md';
const COPIES = /^cp (?<from>\S+) (?<to>\S+)$/gm;

const shell = (await blocksOf(PAGE)).filter(({ language }) => language === 'sh').map(({ text }) => text);
const commands = shell.flatMap((text) => text.split('\n')).filter((line) => line.startsWith('npx vuelta '));

/** What the five comments of the template ask for. */
const TOOL: readonly Edit[] = [
  ["notas = new Map([['n-1', 'Comprar giz para a aula']])", "salas = new Map([['n-1', 'sala 1'], ['n-2', 'sala 2']])"],
  ["description: 'Apaga uma nota'", "description: 'Fecha uma sala'"],
  ["'apagar_nota'", "'fechar_sala'"],
  [
    'if (!notas.has(id)) return fail(`nota ${id} não existe`)',
    'if (!salas.has(id)) return fail(`sala ${id} não existe`)',
  ],
  ["fail('nota mantida pelo usuário')", "fail('a sala continua aberta')"],
  ['`Apagar a nota "${notas.get(id)}"?`', '`Fechar a ${salas.get(id)}?`'],
  ['notas.delete(id)', 'salas.delete(id)'],
  ['`apagada: ${id} (restam ${notas.size})`', '`fechada: ${id} (abertas ${salas.size})`'],
];

/** The four things to change in the script. */
const SCRIPT: readonly Edit[] = [
  ["{ createServer, notas } from './exercicio-e14.mjs'", "{ createServer, salas } from './minha.mjs'"],
  ["'apagar_nota'", "'fechar_sala'"],
  ["{ id: 'n-1' }", "{ id: 'n-2' }"],
  ['[...notas]', '[...salas]'],
];

let kit: KitCopy;
beforeAll(async () => {
  kit = await copyKit();
  const copies = [...shell.join('\n').matchAll(COPIES)].map(({ groups }) => [groups?.['from'], groups?.['to']]);
  expect(copies).toEqual([
    ['exercicio-e14.mjs', 'minha.mjs'],
    ['teste-e14.mjs', 'teste-minha.mjs'],
  ]);
  await kit.derive('exercicio-e14.mjs', 'minha.mjs', TOOL);
  await kit.derive('teste-e14.mjs', 'teste-minha.mjs', SCRIPT);
});
afterAll(() => kit.remove());

const OPEN = '[["n-1","sala 1"],["n-2","sala 2"]]';

describe('exercise E14 with a tool of the student', () => {
  it('changes nothing on nao, and ends with 1', async () => {
    const { stdout, code } = await kit.run('teste-minha.mjs', 'nao');
    expect(stdout.trimEnd().split('\n')).toEqual([
      '1ª volta: resultType=input_required · pede: confirmar',
      '[cliente] pergunta ao usuário: Fechar a sala 2? → nao',
      'resultado: a sala continua aberta · isError=true',
      `dados: ${OPEN} → ${OPEN}`,
    ]);
    expect(code).toBe(1);
  });

  it('makes the one change on sim, and ends with 0', async () => {
    const { stdout, code } = await kit.run('teste-minha.mjs', 'sim');
    expect(stdout.trimEnd().split('\n')).toEqual([
      '1ª volta: resultType=input_required · pede: confirmar',
      '[cliente] pergunta ao usuário: Fechar a sala 2? → sim',
      'resultado: fechada: n-2 (abertas 1) · isError=false',
      `dados: ${OPEN} → [["n-1","sala 1"]]`,
    ]);
    expect(code).toBe(0);
  });
});

/** A command of the page for the student's tool, without a shell. */
function wordsOf(command: string): string[] {
  const words = command.replace('npx vuelta ', '').replace('apagar_nota', 'fechar_sala').replaceAll("'", '').split(' ');
  return [join(ROOT, 'dist/cli/main.js'), ...words];
}

describe('the next step on the page', () => {
  const calls = commands.filter((command) => command.includes(' --arg ') && !command.endsWith('id=n-1'));

  it.each([
    [calls[0] ?? '', 0, 'fechada: n-1 (abertas 1)'],
    [calls[1] ?? '', 1, 'a sala continua aberta'],
    [calls[2] ?? '', 3, 'elicitation.form'],
  ])('%s ends with %i', async (command, exit, said) => {
    const { stdout, stderr, code } = await kit.run(...wordsOf(command));
    expect(stdout + stderr).toContain(said);
    expect(code).toBe(exit);
  });

  it('holds the tool to the contract, and it is clean', async () => {
    const check = commands.find((command) => command.startsWith('npx vuelta check')) ?? '';
    const { stdout, code } = await kit.run(...wordsOf(check));
    expect(stdout).toMatch(/\b0 failed\b/u);
    expect(code).toBe(0);
  }, 60_000);
});
