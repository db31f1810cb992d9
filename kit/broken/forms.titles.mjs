import * as z from 'zod';
import { ficha } from './base/ficha.mjs';

export { contract } from './base/ficha.mjs';

// Uno de los dos campos no tiene título.
export const createServer = ficha({
  esquema: z.object({
    taller: z.enum(['barro', 'madera']).meta({ title: 'Taller' }),
    n_plz: z.int().min(1).max(5).default(1),
  }),
});
