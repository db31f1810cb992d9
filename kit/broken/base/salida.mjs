import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail } from 'vuelta';
import * as z from 'zod';

// Una herramienta que dice cómo son sus resultados (`outputSchema`). Un resultado `isError` no tiene que ser así.

const Pedido = z.object({ entrada: z.string().min(1).max(40) });
const Venta = z.object({ numero: z.int(), entrada: z.string() });

export function salida() {
  const ventas = /** @type {string[]} */ ([]);
  const vuelta = createVuelta({ keys: 'k1:ZmFrZS1rZXktZm9yLXRoZS1icm9rZW4ta2l0LW9ubHktMTIz' });
  return function createServer() {
    const server = new McpServer({ name: 'taquilla', version: '1.0.0' });
    const rounds = vuelta.attach(server);
    const config = { description: 'Vende una entrada', inputSchema: Pedido, outputSchema: Venta };
    rounds.tool('vender', config, async ({ entrada }, ask) => {
      const { confirmed } = await ask.confirm('confirmar', `Vender una entrada para ${entrada}?`);
      if (!confirmed) return fail('No se ha vendido nada.');
      const numero = await ask.once('vender', () => ventas.push(entrada));
      const venta = { numero, entrada };
      return { content: [{ type: 'text', text: `Venta ${numero}: ${entrada}` }], structuredContent: venta };
    });
    const ver = { description: 'Cuántas ventas hay', annotations: { readOnlyHint: true } };
    server.registerTool('ver_ventas', ver, () => ({ content: [{ type: 'text', text: String(ventas.length) }] }));
    return server;
  };
}

/** @type {Partial<import('vuelta/contract').ContractConfig>} */
export const contract = {
  failOn: 'advice',
  roundTimeoutMs: 2_000,
  cases: [
    {
      tool: 'vender',
      args: { entrada: 'Carmen' },
      otherArgs: { entrada: 'Tosca' },
      answers: { confirmar: { action: 'accept', content: { confirmar: true } } },
      probe: { tool: 'ver_ventas' },
    },
  ],
};

export const createServer = salida();
