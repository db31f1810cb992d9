import { par } from './base/par.mjs';
import { aceptado, malLeido } from './base/peticion.mjs';

export { contract } from './base/par.mjs';

// Junta los campos de todas las respuestas y no mira bajo qué pregunta venían.
export const openTarget = () =>
  malLeido(par(), (respuestas) => {
    const juntos = Object.assign({}, ...Object.values(respuestas).map(aceptado));
    for (const respuesta of Object.values(respuestas)) if (aceptado(respuesta)) respuesta.content = juntos;
  });
