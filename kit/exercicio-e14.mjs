import { McpServer } from '@modelcontextprotocol/server';
import { acceptedContent, createVuelta, fail, inputRequired, inputResponse, text } from 'vuelta';
import * as z from 'zod';
import { claves } from './claves.mjs';
import { servir } from './servir.mjs';

/**
 * Lo que la herramienta cambia. Se exporta para que el script lo mire antes y después.
 *
 * @type {Map<string, string>}
 */
export const notas = new Map([['n-1', 'Comprar giz para a aula']]);

const vuelta = createVuelta({ keys: claves });

const Confirma = z.object({ confirmar: z.boolean() });

// #region ferramenta
/** @param {McpServer} server */
function registrarFerramenta(server) {
  // 1. El nombre, la descripción y los argumentos de tu herramienta.
  const config = { description: 'Apaga uma nota', inputSchema: z.object({ id: z.string() }) };
  server.registerTool('apagar_nota', config, ({ id }, ctx) => {
    // 2. Lo que se puede comprobar sin preguntar: nadie quiere contestar para nada.
    if (!notas.has(id)) return fail(`nota ${id} não existe`);

    // 3. Lo que llegó. Un no termina aquí, antes de tocar nada.
    const respostas = ctx.mcpReq.inputResponses;
    const resposta = inputResponse(respostas, 'confirmar');
    const recusou = resposta.kind === 'elicit' && resposta.action !== 'accept';
    const aceito = acceptedContent(respostas, 'confirmar', Confirma);
    if (recusou || aceito?.confirmar === false) return fail('nota mantida pelo usuário');

    // 4. Lo que falta: la pregunta dice exactamente qué va a pasar.
    if (aceito === undefined) {
      const message = `Apagar a nota "${notas.get(id)}"?`;
      return inputRequired({
        inputRequests: { confirmar: inputRequired.elicit({ message, requestedSchema: Confirma }) },
      });
    }

    // 5. El efecto, solo después del sí.
    notas.delete(id);
    return text(`apagada: ${id} (restam ${notas.size})`);
  });
}
// #endregion

export function createServer() {
  const server = new McpServer({ name: 'exercicio-e14', version: '1.0.0' });
  vuelta.attach(server);
  registrarFerramenta(server);
  return server;
}

await servir(createServer, import.meta.url);
