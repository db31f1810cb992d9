// @ts-nocheck: xmcp is installed in this folder only.
import { acceptedContent, inputRequired, inputResponse, type ToolExtraArguments } from 'xmcp';
import { z } from 'zod';
import { acoes, CANCELADA, pergunta, recusa, reservar } from '../../turmas.mjs';

const Confirma = z.object({ confirmar: z.boolean().meta({ title: 'Confirmar' }) });

export const schema = { turma_id: z.string(), email: z.string() };

const text = (value: string, isError = false) => ({ content: [{ type: 'text' as const, text: value }], isError });

/** xmcp hands each round's answers to the handler as `extra.inputResponses`, and re-exports the SDK's helpers. */
export function booking(name: string) {
  const { description, vagas } = acoes.find(({ tool }: { tool: string }) => tool === name);
  const metadata = { name, description };
  const handler = ({ turma_id, email }: { turma_id: string; email: string }, extra: ToolExtraArguments) => {
    const motivo = recusa(turma_id, vagas);
    if (motivo !== undefined) return text(motivo, true);
    const answers = extra.inputResponses;
    const answer = inputResponse(answers, 'confirmar');
    if (answer.kind === 'elicit' && answer.action !== 'accept') return text(CANCELADA, true);
    const confirmed = acceptedContent(answers, 'confirmar', Confirma);
    if (confirmed?.confirmar === false) return text(CANCELADA, true);
    if (confirmed === undefined) {
      const ask = inputRequired.elicit({ message: pergunta(email, vagas), requestedSchema: Confirma });
      return inputRequired({ inputRequests: { confirmar: ask } });
    }
    return text(reservar(email, vagas));
  };
  return { metadata, handler };
}
