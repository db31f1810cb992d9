import { contract as deServida, createServer, porHttp } from './base/servida.mjs';

export const contract = { ...deServida, transports: {} };

// Escucha en esta máquina y no mira de qué página viene la petición.
export const openTarget = () => porHttp(createServer, { vigilada: false });
