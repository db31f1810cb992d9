import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, FIXTURES, REPO, vueltaChild } from './vuelta.js';

const KIT = join(REPO, 'kit/servidor.mjs');
const WORKSHOP = join(FIXTURES, 'workshop.mjs');
const BOOK = ['reservar_vaga', '--arg', 'turma_id=html-01', '--arg', 'email=a@b.co'];
const QUESTION = 'Reservar 1 vaga em "HTML semântico para agentes" para a@b.co?';
const REVISIONS = ['2026-07-28', '2025-11-25'] as const;

const call = (args: readonly string[], input = ''): Promise<Ended> => vueltaChild(['call', ...args], { input });

describe('F81 what is shown of a call', () => {
  it('a person who answers sees the question, and the result once', async () => {
    const { code, stdout } = await call([KIT, ...BOOK], '\ny\n');
    expect(code).toBe(0);
    expect(stdout).toBe(
      `asked     confirmar (form): ${QUESTION}\nanswered  accept\n\nresult\nreservado: html-01 para a@b.co (restam 2)\n`,
    );
  });

  it.each(REVISIONS)('the result of a tool that asks nothing is shown once, on %s', async (revision) => {
    const { code, stdout } = await call([WORKSHOP, 'peek', '--revision', revision]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'result\nnothing here\n' });
  });
});
