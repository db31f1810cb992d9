import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { openModule } from '../../src/cli/target.js';
import { parseAnswerFile } from '../../src/client/script/parse.js';
import { checkServer } from '../../src/contract/check-server.js';

const FILE = `
answers:
  - match: { message: Datos para }
    answer: { action: accept, content: { nombre: Ana Pérez, asistentes: 3, turno: tarde } }
  - match: { key: confirmar }
    answer: { action: accept, content: { confirmar: true } }
`;

const contract = {
  open: () => openModule(resolve('kit/broken/base/reserva.mjs')),
  only: ['rounds', 'answers', 'effects'],
};
const args = { sala: 'Azul', dia: 'lunes' };
const probe = { tool: 'ver_reservas' };

it.each(['2026-07-28', '2025-11-25'] as const)(
  'a case takes its answers from an answer file on %s',
  async (revision) => {
    const answers = await parseAnswerFile(FILE);
    const { results } = await checkServer({
      ...contract,
      revision,
      cases: [{ tool: 'reservar', args, answers, probe }],
    });
    const broken = results.filter(({ status }) => status === 'fail' || status === 'not-testable');
    expect(broken.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
    expect(results.find(({ id }) => id === 'effects.once-on-accept')?.status).toBe('pass');
    expect(JSON.stringify(results)).not.toContain('Ana Pérez');
  },
  30_000,
);

it('says which ask the file has nothing for', async () => {
  const answers = { answers: [{ match: { key: 'confirmar' }, answer: 'accept' as const }] };
  const { results } = await checkServer({
    ...contract,
    only: ['answers.accept'],
    cases: [{ tool: 'reservar', args, answers }],
  });
  expect(results[0]?.message).toContain("no answer for 'datos' in round 1");
});

it('a file that cannot be used is refused before anything is sent', async () => {
  const answers = { answers: [{ match: { kee: 'confirmar' }, answer: 'accept' as const }] } as never;
  await expect(checkServer({ ...contract, cases: [{ tool: 'reservar', args, answers }] })).rejects.toThrow(TypeError);
});
