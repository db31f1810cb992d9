import { servir } from '../servir.mjs';
import { reserva } from './base/reserva.mjs';
import { contratoDe, reservarSinDatos } from './base/servida.mjs';

export const contract = contratoDe(import.meta.url);
export const createServer = reserva({ reservar: reservarSinDatos });

// Por stdio anota cada llamada en stdout, que es del protocolo.
const conAnotaciones = reserva({
  reservar(args, ask, mundo) {
    console.log(`reservar: ${args.sala}`);
    return reservarSinDatos(args, ask, mundo);
  },
});

await servir(conAnotaciones, import.meta.url);
