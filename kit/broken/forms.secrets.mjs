import * as z from 'zod';
import { ficha } from './base/ficha.mjs';

export { contract } from './base/ficha.mjs';

// Pide una contraseña en un formulario.
export const createServer = ficha({
  esquema: z.object({ clave: z.string().min(4).max(40).meta({ title: 'Contraseña del taller' }) }),
});
