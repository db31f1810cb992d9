import type { Lang } from './texts.js';

/**
 * The messages of the form library in the languages of the ports.
 *
 * INVARIANT: every message that `src/form` makes for a value has a row here; a test reads them out of its source.
 */
interface Row {
  readonly when: RegExp;
  readonly say: Readonly<Partial<Record<Lang, (...parts: string[]) => string>>>;
}

type Say = Row['say'];
const row = (when: RegExp, say: Say): Row => ({ when, say });
const fixed = (text: string, es: string, pt: string, en?: string): Row =>
  row(new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`), {
    es: () => es,
    pt: () => pt,
    ...(en !== undefined && { en: () => en }),
  });

const count = (amount: string, one: string, many: string): string => `${amount} ${amount === '1' ? one : many}`;

const ROWS: readonly Row[] = [
  fixed('must be text', 'tiene que ser un texto', 'tem que ser um texto'),
  row(/^must have at least (\d+) characters?$/, {
    es: (n = '') => `tiene que tener al menos ${count(n, 'carácter', 'caracteres')}`,
    pt: (n = '') => `precisa ter pelo menos ${count(n, 'caractere', 'caracteres')}`,
  }),
  row(/^must have at most (\d+) characters?$/, {
    es: (n = '') => `puede tener como máximo ${count(n, 'carácter', 'caracteres')}`,
    pt: (n = '') => `pode ter no máximo ${count(n, 'caractere', 'caracteres')}`,
  }),
  fixed(
    'must be an email address, like name@example.com',
    'tiene que ser un correo electrónico, como nombre@example.com',
    'tem que ser um endereço de e-mail, como nome@example.com',
  ),
  fixed(
    'must be a full address, like https://example.com/page',
    'tiene que ser una dirección completa, como https://example.com/page',
    'tem que ser um endereço completo, como https://example.com/page',
  ),
  fixed(
    'must be a date, like 2026-07-28',
    'tiene que ser una fecha, como 2026-07-28',
    'tem que ser uma data, como 2026-07-28',
  ),
  fixed(
    'must be a date and time with its offset, like 2026-07-28T15:00:00Z',
    'tiene que ser una fecha y hora con su zona, como 2026-07-28T15:00:00Z',
    'tem que ser uma data e hora com seu fuso, como 2026-07-28T15:00:00Z',
  ),
  fixed('must be a whole number', 'tiene que ser un número entero', 'tem que ser um número inteiro'),
  fixed('must be a number', 'tiene que ser un número', 'tem que ser um número'),
  row(/^can be read as (\S+) or as (\S+): write one of the two$/, {
    es: (whole = '', decimal = '') => `puede leerse como ${whole} o como ${decimal}: escribe uno de los dos`,
    pt: (whole = '', decimal = '') => `pode ser lido como ${whole} ou como ${decimal}: escreva um dos dois`,
  }),
  row(/^must be written without marks between thousands, like (\S+)$/, {
    es: (plain = '') => `tiene que escribirse sin separar los miles, como ${plain}`,
    pt: (plain = '') => `tem que ser escrito sem separar os milhares, como ${plain}`,
  }),
  row(/^must be between (\S+) and (\S+)$/, {
    es: (low = '', high = '') => `tiene que estar entre ${low} y ${high}`,
    pt: (low = '', high = '') => `tem que estar entre ${low} e ${high}`,
  }),
  row(/^must be at least (\S+)$/, {
    es: (n = '') => `tiene que ser como mínimo ${n}`,
    pt: (n = '') => `tem que ser no mínimo ${n}`,
  }),
  row(/^must be at most (\S+)$/, {
    es: (n = '') => `tiene que ser como máximo ${n}`,
    pt: (n = '') => `tem que ser no máximo ${n}`,
  }),
  row(/^must be one of the (\d+) options$/, {
    es: (n = '') => `tiene que ser una de las ${n} opciones`,
    pt: (n = '') => `tem que ser uma das ${n} opções`,
  }),
  row(/^must be one of: (.*)$/s, {
    es: (list = '') => `tiene que ser una de: ${list}`,
    pt: (list = '') => `tem que ser uma de: ${list}`,
  }),
  row(/^each choice must be one of the (\d+) options$/, {
    es: (n = '') => `cada elección tiene que ser una de las ${n} opciones`,
    pt: (n = '') => `cada escolha tem que ser uma das ${n} opções`,
  }),
  row(/^each choice must be one of: (.*)$/s, {
    es: (list = '') => `cada elección tiene que ser una de: ${list}`,
    pt: (list = '') => `cada escolha tem que ser uma de: ${list}`,
  }),
  fixed('must be a list of choices', 'tiene que ser una lista de opciones', 'tem que ser uma lista de opções'),
  fixed(
    'must not have the same choice twice',
    'no puede tener la misma opción dos veces',
    'não pode ter a mesma opção duas vezes',
  ),
  row(/^must have at least (\d+) choices?$/, {
    es: (n = '') => `tiene que tener al menos ${count(n, 'opción', 'opciones')}`,
    pt: (n = '') => `precisa ter pelo menos ${count(n, 'opção', 'opções')}`,
  }),
  row(/^must have at most (\d+) choices?$/, {
    es: (n = '') => `puede tener como máximo ${count(n, 'opción', 'opciones')}`,
    pt: (n = '') => `pode ter no máximo ${count(n, 'opção', 'opções')}`,
  }),
  fixed('must be true or false', 'tiene que ser sí o no', 'tem que ser sim ou não', 'must be yes or no'),
  fixed(
    'cannot be answered: the form does not say what it may hold',
    'no se puede contestar: el formulario no dice qué puede contener',
    'não pode ser respondido: o formulário não diz o que pode conter',
  ),
  fixed(
    'must be an object with one value for each field',
    'tiene que ser un objeto con un valor para cada campo',
    'tem que ser um objeto com um valor para cada campo',
  ),
  fixed('must not be empty', 'no puede quedar vacío', 'não pode ficar vazio'),
  row(/^must match (.*)$/s, {
    es: (pattern = '') => `tiene que cumplir ${pattern}`,
    pt: (pattern = '') => `tem que corresponder a ${pattern}`,
  }),
  row(/^must be more than (\S+)$/, {
    es: (n = '') => `tiene que ser más que ${n}`,
    pt: (n = '') => `tem que ser mais que ${n}`,
  }),
  row(/^must be less than (\S+)$/, {
    es: (n = '') => `tiene que ser menos que ${n}`,
    pt: (n = '') => `tem que ser menos que ${n}`,
  }),
  row(/^must be a multiple of (\S+)$/, {
    es: (n = '') => `tiene que ser un múltiplo de ${n}`,
    pt: (n = '') => `tem que ser um múltiplo de ${n}`,
  }),
  fixed('is required', 'es obligatorio', 'é obrigatório'),
  fixed(
    'is required, but the form has no such field',
    'es obligatorio, pero el formulario no tiene ese campo',
    'é obrigatório, mas o formulário não tem esse campo',
  ),
];

/** Why a value was refused, in another language; a message that nobody knows stays as it is. */
export function reasonIn(lang: Lang, message: string): string {
  for (const { when, say } of ROWS) {
    const parts = when.exec(message);
    if (parts !== null) return say[lang]?.(...parts.slice(1)) ?? message;
  }
  return message;
}
