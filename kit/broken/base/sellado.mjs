import { createHash, createHmac, randomUUID } from 'node:crypto';
import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

// Otro servidor sano, sin Vuelta: el SDK y un estado firmado a mano. Una pregunta, un efecto que se cuenta. Cada llamada a
// `sellado()` es un mundo aparte.

const CLAVE = 'clave-falsa-solo-para-los-servidores-rotos';
const LARGO = 4096;
const VUELTAS = 8;

const Pedido = z.object({ sala: z.string().min(1).max(40), dia: z.string().min(1).max(40) });
const Confirma = z.object({ confirmar: z.boolean().meta({ title: 'Confirmar' }) });

/**
 * @typedef {{ reservas: string[] }} Mundo
 * @typedef {{ flujo: string, vuelta: number, para: string, caduca: number }} Cuerpo lo que lleva el estado
 * @typedef {{ herramienta: string, args: unknown, usuario: string, servidor: string }} Destino para qué sirve un estado
 * @typedef {'sí' | 'no' | 'cerrado'} Decision
 * @typedef {{ content: { type: 'text', text: string }[], isError?: boolean }} Resultado
 * @typedef {(llamada: { flujo: string, decision: Decision, signal: AbortSignal }, hacer: () => Resultado) => Resultado | Promise<Resultado>} Terminar
 */

/**
 * @typedef {object} Cambios Lo que un servidor roto cambia del sano; cada gemelo usa uno.
 * @property {string} [nombre]
 * @property {number} [minutos] lo que vale un estado
 * @property {(cuerpo: Cuerpo) => string} [cerrar]
 * @property {(estado: string, para: string, mundo: Mundo) => Cuerpo | undefined} [abrir]
 * @property {(destino: Destino) => unknown} [atar] a qué se ata un estado
 * @property {(mundo: Mundo) => Terminar} [terminar] qué pasa cuando la llamada acaba, una o más veces
 * @property {(server: McpServer, mundo: Mundo) => void} [antes] con el servidor recién hecho
 */

/** @param {string} texto */
export const firmar = (texto) => createHmac('sha256', CLAVE).update(texto).digest('base64url');

/** @param {Cuerpo} cuerpo */
export const escribir = (cuerpo) => Buffer.from(JSON.stringify(cuerpo)).toString('base64url');

/**
 * @param {string} parte
 * @returns {Cuerpo | undefined}
 */
export function leer(parte) {
  try {
    const cuerpo = JSON.parse(Buffer.from(parte, 'base64url').toString());
    return escribir(cuerpo) === parte ? cuerpo : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Cuerpo} cuerpo */
export function cerrarBien(cuerpo) {
  const parte = escribir(cuerpo);
  return `${parte}.${firmar(parte)}`;
}

/** @param {string} estado */
export function abrirBien(estado) {
  if (estado.length > LARGO) return undefined;
  const [parte = '', firma, ...mas] = estado.split('.');
  return mas.length === 0 && firma === firmar(parte) ? leer(parte) : undefined;
}

/**
 * Lo primero que acaba una llamada vale; la misma petición otra vez tiene el mismo resultado, y otra se rechaza.
 *
 * @returns {Terminar}
 */
export function unaVez() {
  /** @type {Map<string, { decision: Decision, resultado: Resultado }>} */
  const acabadas = new Map();
  return ({ flujo, decision }, hacer) => {
    const acabada = acabadas.get(flujo);
    if (acabada !== undefined) return acabada.decision === decision ? acabada.resultado : rechazar();
    const resultado = hacer();
    acabadas.set(flujo, { decision, resultado });
    return resultado;
  };
}

/** @param {string} texto */
const decir = (texto) => ({ content: [{ type: /** @type {const} */ ('text'), text: texto }] });

export const rechazar = () => ({ ...decir('El estado no vale: hay que empezar de nuevo.'), isError: true });

/**
 * Sólo lo que está de verdad en la respuesta: nada heredado, nada que no se entienda.
 *
 * @param {Record<string, any> | undefined} respuestas
 * @returns {Decision | undefined}
 */
function decisionDe(respuestas = {}) {
  const { action, content } = Object.hasOwn(respuestas, 'confirmar') ? respuestas['confirmar'] : {};
  if (action === 'decline') return 'no';
  if (action === 'cancel') return 'cerrado';
  const leido = action === 'accept' ? Confirma.safeParse(content).data : undefined;
  return leido && (leido.confirmar ? 'sí' : 'no');
}

/** @param {Cambios} [cambios] */
export function sellado(cambios = {}) {
  const { nombre = 'salas-selladas', minutos = 10, antes, terminar = unaVez } = cambios;
  const { cerrar = cerrarBien, abrir = abrirBien, atar = (destino) => destino } = cambios;
  /** @type {Mundo} */
  const mundo = { reservas: [] };
  const acabar = terminar(mundo);

  /** @param {{ herramienta: string, args: { sala: string, dia: string }, ctx: import('@modelcontextprotocol/server').ServerContext }} llamada */
  function reservar({ herramienta, args, ctx }) {
    const { sala, dia } = args;
    const usuario = String(ctx.http?.authInfo?.extra?.['sub']);
    const atado = JSON.stringify(atar({ herramienta, args, usuario, servidor: nombre }));
    const para = createHash('sha256').update(atado).digest('base64url');
    /** @type {string | undefined} */
    const estado = ctx.mcpReq.requestState();
    const nuevo = { flujo: randomUUID(), vuelta: 0, para, caduca: Infinity };
    const cuerpo = estado === undefined ? nuevo : abrir(estado, para, mundo);
    if (cuerpo === undefined || cuerpo.para !== para || cuerpo.caduca < Date.now()) return rechazar();
    const decision = estado === undefined ? undefined : decisionDe(ctx.mcpReq.inputResponses);
    if (decision !== undefined) {
      return acabar({ flujo: cuerpo.flujo, decision, signal: ctx.mcpReq.signal }, () => {
        if (decision !== 'sí') return { ...decir('Reserva no confirmada.'), isError: true };
        return decir(`Reserva ${mundo.reservas.push(sala)}: ${sala}, ${dia}`);
      });
    }
    if (cuerpo.vuelta === VUELTAS) return { ...decir('Nadie contesta: no se ha reservado nada.'), isError: true };
    const message = `Reservar ${sala} el ${dia}?`;
    return inputRequired({
      inputRequests: { confirmar: inputRequired.elicit({ message, requestedSchema: Confirma }) },
      requestState: cerrar({ ...cuerpo, vuelta: cuerpo.vuelta + 1, caduca: Date.now() + minutos * 60_000 }),
    });
  }

  return function createServer() {
    const server = new McpServer({ name: nombre, version: '1.0.0' });
    antes?.(server, mundo);
    for (const herramienta of ['reservar', 'apuntarse']) {
      const config = { description: 'Reserva una sala, con la confirmación de la persona', inputSchema: Pedido };
      server.registerTool(herramienta, config, (args, ctx) => reservar({ herramienta, args, ctx }));
    }
    const ver = { description: 'Cuántas reservas hay', annotations: { readOnlyHint: true } };
    server.registerTool('ver_reservas', ver, () => decir(String(mundo.reservas.length)));
    return server;
  };
}

/** @satisfies {import('vuelta/contract').ContractCase} */
export const caso = {
  tool: 'reservar',
  args: { sala: 'Azul', dia: 'lunes' },
  answers: { confirmar: { action: 'accept', content: { confirmar: true } } },
  probe: { tool: 'ver_reservas' },
};

/** @satisfies {Partial<import('vuelta/contract').ContractConfig>} */
export const contract = {
  failOn: 'advice',
  roundTimeoutMs: 5_000,
  otherServer: sellado({ nombre: 'otras-salas' }),
  cases: [{ ...caso, tokens: { own: 'ana', other: 'luis' } }],
};

export const createServer = sellado();
