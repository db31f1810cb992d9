import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, text } from 'vuelta';
import * as z from 'zod';

// El servidor sano de una sola vuelta con dos preguntas de distinta forma. Cada llamada a `par()` es un mundo aparte.

const Mesa = z.object({
  personas: z.int().min(1).max(12).meta({ title: 'Personas' }),
  terraza: z.boolean().default(false).meta({ title: 'En la terraza' }),
});

const Contacto = z.object({
  nombre: z.string().min(2).max(40).meta({ title: 'Nombre' }),
  aviso: z.enum(['correo', 'teléfono']).meta({ title: 'Cómo avisar' }),
});

const Pedido = z.object({ restaurante: z.string().min(1).max(40), dia: z.string().min(1).max(40) });

export function par() {
  const mesas = /** @type {string[]} */ ([]);
  const vuelta = createVuelta({ keys: 'k1:ZmFrZS1rZXktZm9yLXRoZS1icm9rZW4ta2l0LW9ubHktMTIz' });
  return function createServer() {
    const server = new McpServer({ name: 'mesas', version: '1.0.0' });
    const rounds = vuelta.attach(server);
    const config = { description: 'Reserva una mesa: pide a la vez qué mesa y a quién avisar', inputSchema: Pedido };
    rounds.tool('reservar_mesa', config, async ({ restaurante, dia }, ask) => {
      const [mesa, contacto] = await Promise.all([
        ask.form('mesa', { message: `Qué mesa reservar en ${restaurante} el ${dia}`, schema: Mesa }),
        ask.form('contacto', { message: `A quién avisar de la mesa en ${restaurante}`, schema: Contacto }),
      ]);
      if (mesa.action !== 'accept' || contacto.action !== 'accept') return fail('No se ha reservado ninguna mesa.');
      const { nombre, aviso } = contacto.content;
      const numero = await ask.once('reservar', () => mesas.push(nombre));
      return text(`Mesa ${numero} en ${restaurante} para ${mesa.content.personas}; aviso por ${aviso}`);
    });
    const ver = { description: 'Cuántas mesas hay reservadas', annotations: { readOnlyHint: true } };
    server.registerTool('ver_mesas', ver, () => text(String(mesas.length)));
    return server;
  };
}

/** @type {Partial<import('vuelta/contract').ContractConfig>} */
export const contract = {
  failOn: 'advice',
  roundTimeoutMs: 2_000,
  cases: [
    {
      tool: 'reservar_mesa',
      args: { restaurante: 'Casa Lola', dia: 'lunes' },
      otherArgs: { restaurante: 'La Parra', dia: 'lunes' },
      answers: {
        mesa: { action: 'accept', content: { personas: 4, terraza: true } },
        contacto: { action: 'accept', content: { nombre: 'Ana Pérez', aviso: 'correo' } },
      },
      probe: { tool: 'ver_mesas' },
    },
  ],
};

export const createServer = par();
