import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyKit, type Edit, type KitCopy } from './copy.js';
import { ROOT } from './process.js';

const PAGE = 'docs/start/curso.md';

interface Broken {
  /** Edits to `minha.mjs`, the student's copy of the template. */
  readonly tool?: readonly Edit[];
  /** Edits to `teste-minha.mjs`, the student's copy of the script. */
  readonly script?: readonly Edit[];
  /** Where the two copies stand, within kit/. */
  readonly folder?: string;
}

const ATTACH: Edit = ['  vuelta.attach(server);\n', ''];

/** One broken tool or script for each row of the page's table, by what `por qué` says. */
const BROKEN: Record<string, Broken> = {
  'La herramienta actúa sin preguntar': { tool: [[/ {4}\/\/ 4\.[^]*(?= {4}\/\/ 5\.)/, '']] },
  'Los argumentos no cumplen el esquema': { script: [["{ id: 'n-1' }", "{ nota: 'n-1' }"]] },
  'Los argumentos nombran algo que no existe': { script: [["{ id: 'n-1' }", "{ id: 'n-9' }"]] },
  'El nombre no es el de la herramienta': { script: [["'apagar_nota'", "'apaga'"]] },
  'La pregunta lleva una clave': { tool: [['{ confirmar: inputRequired', '{ apagar: inputRequired']] },
  'El formulario no pide lo que el script contesta': {
    tool: [
      ['{ confirmar: z.boolean() }', '{ ok: z.boolean() }'],
      ['aceito?.confirmar', 'aceito?.ok'],
    ],
  },
  'Falta `attach`': { tool: [ATTACH] },
  'El efecto va antes que la pregunta': { tool: [['    // 3.', '    notas.delete(id);\n    // 3.']] },
  '`dados` no ve lo que la herramienta cambia': { script: [['JSON.stringify([...notas])', 'JSON.stringify(notas)']] },
  'Las copias no están en `kit/`': { folder: 'outra/' },
};

interface Row {
  readonly answers: readonly string[];
  readonly shown: readonly string[];
  readonly why: string;
}

/** The rows of the table under `### Si algo no sale`. */
async function rows(): Promise<Row[]> {
  const [, section = ''] = (await readFile(`${ROOT}${PAGE}`, 'utf8')).split('### Si algo no sale');
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => {
    const [answer = '', shown = '', why = ''] = line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1);
    return { answers: answer === 'las dos' ? ['nao', 'sim'] : [unquoted(answer)], shown: fragments(shown), why };
  });
}

const unquoted = (cell: string): string => cell.replaceAll('`', '');
const fragments = (cell: string): string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code);
const table = await rows();

/** The broken variant that a row is about. */
function brokenOf(why: string): Broken | undefined {
  return Object.entries(BROKEN).find(([key]) => why.startsWith(key))?.[1];
}

let kit: KitCopy;
beforeAll(async () => {
  kit = await copyKit();
});
afterAll(() => kit.remove());

async function make({ tool = [], script = [], folder = '' }: Broken): Promise<string> {
  await kit.derive('exercicio-e14.mjs', `${folder}minha.mjs`, tool);
  await kit.derive('teste-e14.mjs', `${folder}teste-minha.mjs`, [['./exercicio-e14.mjs', './minha.mjs'], ...script]);
  return `${folder}teste-minha.mjs`;
}

describe('what goes wrong in E14, as the table of the page says', () => {
  it('has one broken variant for each row', () => {
    expect(table.map(({ why }) => brokenOf(why))).toEqual(Object.values(BROKEN));
  });

  it('a copy that changes only the import ends like the template', async () => {
    const script = await make({});
    const [sim, nao] = [await kit.run(script, 'sim'), await kit.run(script, 'nao')];
    expect([sim.code, sim.stderr, nao.code, nao.stderr]).toEqual([0, '', 1, '']);
  });

  it('F70: `attach` after the tool guards it all the same', async () => {
    const after: Edit = ['registrarFerramenta(server);', 'registrarFerramenta(server);\n  vuelta.attach(server);'];
    const script = await make({ tool: [ATTACH, after] });
    const [sim, nao] = [await kit.run(script, 'sim'), await kit.run(script, 'nao')];
    expect([sim.code, sim.stderr, nao.code, nao.stderr]).toEqual([0, '', 1, '']);
  });

  it.each(table)('$why', async ({ answers, shown, why }) => {
    const script = await make(brokenOf(why) ?? {});
    expect(shown).not.toHaveLength(0);
    for (const answer of answers) {
      const { stdout, stderr, code } = await kit.run(script, answer);
      for (const fragment of shown) expect(stdout + stderr).toContain(fragment);
      expect(code).toBe(shown.includes('ERR_MODULE_NOT_FOUND') ? 1 : 2);
      if (code === 2) expect(stderr).toMatch(/^parou: ./m);
    }
  });

  it('a question that is asked again and again is seen again and again, and nothing changes', async () => {
    const { stdout } = await kit.run(
      await make(brokenOf('El formulario no pide lo que el script contesta') ?? {}),
      'sim',
    );
    expect(stdout.match(/→ sim$/gm)?.length).toBeGreaterThan(1);
    expect(stdout).toContain('dados: [["n-1","Comprar giz para a aula"]] → [["n-1","Comprar giz para a aula"]]\n');
  });
});

describe('the scripts of E12 and E13, changed by hand', () => {
  it.each<[name: string, edits: Edit[], stderr: string]>([
    [
      'another class',
      [["'html-01'", "'html-99'"]],
      'parou: a 1ª volta não perguntou nada · turma html-99 não existe\n',
    ],
    ['another tool', [["'reservar_vaga'", "'reservar'"]], 'parou: Tool reservar not found\n'],
    [
      'another argument',
      [['turma_id:', 'turma:']],
      'parou: a 1ª volta não perguntou nada · Input validation error: Invalid arguments for tool reservar_vaga: ',
    ],
  ])('E12 with %s stops with 2 for both answers', async (_name, edits, said) => {
    await kit.derive('teste-confirmacao.mjs', 'teste-meu.mjs', edits);
    for (const answer of ['nao', 'sim']) {
      const { stdout, stderr, code } = await kit.run('teste-meu.mjs', answer);
      expect(stderr.startsWith(said), stderr).toBe(true);
      expect(code).toBe(2);
      expect(stdout).not.toContain('resultado');
    }
  });

  it('E13 with another tool is not the refusal that the exercise is about', async () => {
    await kit.derive('teste-sem-capacidade.mjs', 'teste-sem.mjs', [["'reservar_vaga'", "'reservar'"]]);
    expect(await kit.run('teste-sem.mjs')).toEqual({ stdout: '', stderr: 'parou: Tool reservar not found\n', code: 2 });
  });
});
