import type { Texts } from './en.js';

export const es: Texts = {
  lang: 'es',
  asks: (who, target) => `${who} pregunta, en ${target}:`,
  fields: 'Pide:',
  required: 'obligatorio',
  optional: 'opcional',
  preset: (value) => `Enter toma: ${value}`,
  kind: {
    text: 'texto',
    email: 'correo electrónico',
    uri: 'dirección completa, como https://example.com/page',
    date: 'fecha, como 2026-07-28',
    'date-time': 'fecha y hora, como 2026-07-28T15:00:00Z',
    number: 'número',
    integer: 'número entero',
    yesNo: 'sí o no',
    choice: 'una opción',
    several: 'varias opciones',
  },
  range: (minimum, maximum) => {
    if (minimum !== undefined && maximum !== undefined) return `de ${minimum} a ${maximum}`;
    if (minimum !== undefined) return `como mínimo ${minimum}`;
    return maximum === undefined ? undefined : `como máximo ${maximum}`;
  },
  yes: 'Sí',
  no: 'No',
  leaveOut: '(dejar sin contestar)',
  answer: 'contestar',
  accept: 'aceptar',
  done: 'listo, ya terminé allí',
  decline: 'rechazar',
  cancel: 'cancelar',
  start: 'Enter contesta, n rechaza, q cancela',
  startAccept: 'Enter acepta, n rechaza, q cancela',
  startAddress: 'Enter cuando hayas terminado allí, n rechaza, q cancela',
  startAgain: 'Pulsa solo Enter, o escribe n o q',
  address: 'Dirección',
  host: 'Servidor de la dirección',
  openYourself: 'Aquí no se abre nada: mira a qué servidor lleva y abre tú la dirección.',
  punycode: (reads) => `Cuidado: este servidor tiene letras que se parecen a otras. Se lee como ${reads}`,
  pickOne: 'Escribe un número o un nombre',
  pickSeveral: 'Escribe números o nombres, separados por comas',
  pickKeys: '↑/↓ para moverte, Enter para elegir',
  severalKeys: '↑/↓ para moverte, espacio para marcar, Enter al terminar',
  moreCharacters: (amount) =>
    amount === 1
      ? '(falta 1 carácter más, que no se muestra)'
      : `(faltan ${amount} caracteres más, que no se muestran)`,
  moreFields: (amount) => `y ${amount} más`,
  leftOut: (fields) => `Aquí no se pregunta, y se omite: ${fields}`,
  matching: (pattern) => `que cumpla ${pattern}`,
  notChecked: (words) => `aquí no se comprueba: ${words}`,
  refused: (reason, left) => `No vale: ${reason}. ${left === 1 ? 'Queda 1 intento' : `Quedan ${left} intentos`}.`,
  startTooLong: 'Es demasiado largo para mostrarlo entero, así que no se puede aceptar: n rechaza, q cancela',
  readOn: (lines) => `seguir leyendo (${lines} ${lines === 1 ? 'línea' : 'líneas'} más)`,
  lineOrName: (typed) =>
    `${typed} es el número de una línea y el nombre de otra; escribe ${typed}) para la línea, "${typed}" para el nombre`,
  sameName: 'más de una línea tiene ese nombre; escribe su número',
  manyReadings: 'puede leerse de más de una manera; escribe los números de las líneas, como 1),2)',
  noMoreTries: (field) => `Ningún valor válido para ${field} en tres intentos: se cancela.`,
  cancelled: 'Cancelado.',
  notUnderstood: 'No se entendió tres veces: se cancela.',
  cannotShow: (field) => `${field} es obligatorio y aquí no se puede preguntar: se cancela.`,
  takenBack: 'Ya nadie espera esta respuesta: la pregunta se ha retirado.',
  secret: (field) =>
    `Cuidado: ${field} parece un secreto. Un formulario no debe pedir contraseñas, claves ni números de tarjeta.`,
};
