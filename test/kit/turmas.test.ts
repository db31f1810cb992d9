import { afterEach, describe, expect, it } from 'vitest';
import { REVISIONS, openHost, type Host, type Person } from './host.js';

const ARGS = { turma_id: 'html-01', email: 'aluno@exemplo.com' };

let host: Host | undefined;
afterEach(() => host?.close());

/** Says yes to every box and gives a reason to every text. */
const willing: Person = ({ requestedSchema }) => ({
  action: 'accept',
  content: Object.fromEntries(
    Object.entries(requestedSchema.properties).map(([name, { type }]) => [
      name,
      type === 'boolean' || 'mudei de turno',
    ]),
  ),
});

describe.each(REVISIONS)('turmas over stdio, %s', (revision) => {
  it('books, and cancels what was booked, with each question asked once', async () => {
    host = await openHost(revision, 'servidor.mjs', willing);
    expect(await host.call('reservar_vaga', ARGS)).toEqual({
      text: 'reservado: html-01 para aluno@exemplo.com (restam 2)',
      isError: false,
    });
    expect(await host.call('cancelar_reserva', ARGS)).toEqual({
      text: 'cancelada: html-01 para aluno@exemplo.com (restam 3)',
      isError: false,
    });
    expect(host.asked.map(({ message }) => message)).toEqual([
      'Reservar 1 vaga em "HTML semântico para agentes" para aluno@exemplo.com?',
      'Por que cancelar a vaga de aluno@exemplo.com?',
      'Cancelar a vaga de aluno@exemplo.com? Motivo: mudei de turno',
    ]);
  });

  it.each(['decline', 'cancel'] as const)('F26 one %s ends it and changes nothing', async (action) => {
    host = await openHost(revision, 'servidor.mjs', (question, turn) =>
      turn === 1 ? { action } : willing(question, turn),
    );
    expect(await host.call('reservar_vaga', ARGS)).toEqual({ text: 'reserva cancelada pelo usuário', isError: true });
    expect(host.asked).toHaveLength(1);
    expect((await host.call('reservar_vaga', ARGS)).text).toContain('(restam 2)');
  });
});

describe('turmas, to a client that cannot ask', () => {
  it('F37 is an error on 2026-07-28', async () => {
    host = await openHost('2026-07-28', 'servidor.mjs');
    await expect(host.call('reservar_vaga', ARGS)).rejects.toMatchObject({ code: -32_021 });
  });

  it('is an isError result on 2025-11-25, where that error does not exist', async () => {
    host = await openHost('2025-11-25', 'servidor.mjs');
    const { text, isError } = await host.call('reservar_vaga', ARGS);
    expect(isError).toBe(true);
    expect(text).toMatch(/^Cannot request input 'confirmar'/);
  });
});
