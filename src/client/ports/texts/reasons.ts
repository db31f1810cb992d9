import type { Lang } from './lang.js';

/** A message of the form library, what it is in Spanish and Portuguese, and in English where a person should read another one. */
type Row = readonly [message: string, es: string, pt: string, en?: string];

/**
 * The messages of the form library in the languages of the ports. `{}` is a word that stays, `{…}` all the rest, and `[one|many]` goes
 * with the number before it. The first message that fits is taken.
 *
 * INVARIANT: every message that `src/form` makes for a value has a row here; a test reads them out of its source.
 */
const ROWS: readonly Row[] = [
  ['must be text', 'tiene que ser un texto', 'tem que ser um texto'],
  [
    'must have at least {} [character|characters]',
    'tiene que tener al menos {} [carácter|caracteres]',
    'precisa ter pelo menos {} [caractere|caracteres]',
  ],
  [
    'must have at most {} [character|characters]',
    'puede tener como máximo {} [carácter|caracteres]',
    'pode ter no máximo {} [caractere|caracteres]',
  ],
  [
    'must be an email address, like name@example.com',
    'tiene que ser un correo electrónico, como nombre@example.com',
    'tem que ser um endereço de e-mail, como nome@example.com',
  ],
  [
    'must be a full address, like https://example.com/page',
    'tiene que ser una dirección completa, como https://example.com/page',
    'tem que ser um endereço completo, como https://example.com/page',
  ],
  [
    'must be a date, like 2026-07-28',
    'tiene que ser una fecha, como 2026-07-28',
    'tem que ser uma data, como 2026-07-28',
  ],
  [
    'must be a date and time with its offset, like 2026-07-28T15:00:00Z',
    'tiene que ser una fecha y hora con su zona, como 2026-07-28T15:00:00Z',
    'tem que ser uma data e hora com seu fuso, como 2026-07-28T15:00:00Z',
  ],
  ['must be a whole number', 'tiene que ser un número entero', 'tem que ser um número inteiro'],
  ['must be a number', 'tiene que ser un número', 'tem que ser um número'],
  [
    'can be read as {} or as {}: write one of the two',
    'puede leerse como {} o como {}: escribe uno de los dos',
    'pode ser lido como {} ou como {}: escreva um dos dois',
  ],
  [
    'must be written without marks between thousands, like {}',
    'tiene que escribirse sin separar los miles, como {}',
    'tem que ser escrito sem separar os milhares, como {}',
  ],
  ['must be between {} and {}', 'tiene que estar entre {} y {}', 'tem que estar entre {} e {}'],
  ['must be at least {}', 'tiene que ser como mínimo {}', 'tem que ser no mínimo {}'],
  ['must be at most {}', 'tiene que ser como máximo {}', 'tem que ser no máximo {}'],
  ['must be one of the {} options', 'tiene que ser una de las {} opciones', 'tem que ser uma das {} opções'],
  ['must be one of: {…}', 'tiene que ser una de: {…}', 'tem que ser uma de: {…}'],
  [
    'each choice must be one of the {} options',
    'cada elección tiene que ser una de las {} opciones',
    'cada escolha tem que ser uma das {} opções',
  ],
  [
    'each choice must be one of: {…}',
    'cada elección tiene que ser una de: {…}',
    'cada escolha tem que ser uma de: {…}',
  ],
  ['must be a list of choices', 'tiene que ser una lista de opciones', 'tem que ser uma lista de opções'],
  [
    'must not have the same choice twice',
    'no puede tener la misma opción dos veces',
    'não pode ter a mesma opção duas vezes',
  ],
  [
    'must have at least {} [choice|choices]',
    'tiene que tener al menos {} [opción|opciones]',
    'precisa ter pelo menos {} [opção|opções]',
  ],
  [
    'must have at most {} [choice|choices]',
    'puede tener como máximo {} [opción|opciones]',
    'pode ter no máximo {} [opção|opções]',
  ],
  ['must be true or false', 'tiene que ser sí o no', 'tem que ser sim ou não', 'must be yes or no'],
  [
    'cannot be answered: the form does not say what it may hold',
    'no se puede contestar: el formulario no dice qué puede contener',
    'não pode ser respondido: o formulário não diz o que pode conter',
  ],
  [
    'must be an object with one value for each field',
    'tiene que ser un objeto con un valor para cada campo',
    'tem que ser um objeto com um valor para cada campo',
  ],
  ['must not be empty', 'no puede quedar vacío', 'não pode ficar vazio'],
  ['must match {…}', 'tiene que cumplir {…}', 'tem que corresponder a {…}'],
  ['must be more than {}', 'tiene que ser más que {}', 'tem que ser mais que {}'],
  ['must be less than {}', 'tiene que ser menos que {}', 'tem que ser menos que {}'],
  ['must be a multiple of {}', 'tiene que ser un múltiplo de {}', 'tem que ser um múltiplo de {}'],
  ['is required', 'es obligatorio', 'é obrigatório'],
  [
    'is required, but the form has no such field',
    'es obligatorio, pero el formulario no tiene ese campo',
    'é obrigatório, mas o formulário não tem esse campo',
  ],
];

const PATTERNS: readonly RegExp[] = ROWS.map(([message]) => {
  const pattern = message
    .replaceAll('.', String.raw`\.`)
    .replaceAll('{}', String.raw`(\S+)`)
    .replaceAll('{…}', '(.*)');
  return new RegExp(`^${pattern.replaceAll(/\[(.*?)\]/g, '(?:$1)')}$`, 's');
});

function fill(template: string, parts: readonly string[]): string {
  const left = [...parts];
  return template.replaceAll(/\{…?\}|\[(.*?)\|(.*?)\]/g, (_mark, one?: string, many?: string) =>
    one === undefined ? (left.shift() ?? '') : String(parts[0] === '1' ? one : many),
  );
}

/** Why a value was refused, in another language; a message that nobody knows stays as it is. */
export function reasonIn(lang: Lang, message: string): string {
  const at = PATTERNS.findIndex((pattern) => pattern.test(message));
  const [, es, pt, en] = ROWS[at] ?? [];
  const template = { en, es, pt }[lang];
  return template === undefined ? message : fill(template, PATTERNS[at]?.exec(message)?.slice(1) ?? []);
}
