const accept = { action: 'accept', content: { confirmar: true } };

/** What every booking server of this folder is asked to do: one booking, which its read-only tool counts. */
export const reservar = {
  tool: 'reservar_vaga',
  args: { turma_id: 'html-01', email: 'ana@example.com' },
  otherArgs: { turma_id: 'html-01', email: 'bia@example.com' },
  otherTool: 'reservar_par',
  answers: { confirmar: accept },
  probe: { tool: 'ver_reservas', args: {} },
};
