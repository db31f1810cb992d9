import * as z from 'zod';
import { ficha } from './base/ficha.mjs';

export { contract } from './base/ficha.mjs';

const campo = (/** @type {number} */ n) =>
  z
    .boolean()
    .default(false)
    .meta({ title: `Taller ${n}` });

// Ocho campos en un formulario.
export const createServer = ficha({
  esquema: z.object(Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`taller${n}`, campo(n)]))),
});
