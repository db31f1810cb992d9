import type { FormProperty, FormValue, TitledOption } from './grammar.js';
import { MAX_TEXT } from './limits.js';
import { readNumber } from './number.js';
import { hasOptions, optionsOf } from './options.js';
import { cleanValue, refuseValue } from './value.js';

const YES: ReadonlySet<string> = new Set(['y', 'yes', 'true', 'on', '1', 'si', 'sí', 's', 'sim']);
const NO: ReadonlySet<string> = new Set(['n', 'no', 'false', 'off', '0', 'nao', 'não']);

const fold = (text: string): string => text.trim().toLowerCase();

/**
 * One option, by its title or else its value, exactly or else in any case; never a guess between two. A person sees the
 * titles: what they type is a title before it is the value of another option.
 */
function findOption(options: readonly TitledOption[], text: string): string | undefined {
  const typed = text.trim();
  const ways: ((option: TitledOption) => boolean)[] = [
    (option) => option.title === typed,
    (option) => fold(option.title) === fold(typed),
    (option) => option.const === typed,
    (option) => fold(option.const) === fold(typed),
  ];
  const [found, ...more] = ways.map((way) => options.filter(way)).find((matches) => matches.length > 0) ?? [];
  return more.length === 0 ? found?.const : undefined;
}

function readList(options: readonly TitledOption[], text: string): string[] {
  const single = findOption(options, text);
  if (single !== undefined) return [single];
  const parts = text.split(text.includes('\n') ? '\n' : ',').filter((part) => part.trim() !== '');
  return parts.map((part) => findOption(options, part) ?? part.trim());
}

function readBoolean(text: string): boolean | undefined {
  const typed = fold(text);
  return YES.has(typed) ? true : NO.has(typed) ? false : undefined;
}

type Read = { readonly ok: true; readonly value: FormValue } | { readonly ok: false; readonly message: string };

function checked(property: FormProperty, value: unknown): Read {
  const message = refuseValue(property, value);
  return message === undefined ? { ok: true, value: cleanValue(value as FormValue) } : { ok: false, message };
}

function parseNumber(property: FormProperty, text: string): Read {
  const reading = readNumber(text, property.type === 'integer');
  if (reading === undefined) return checked(property, undefined);
  if ('value' in reading) return checked(property, reading.value);
  if ('plain' in reading) {
    return { ok: false, message: `must be written without marks between thousands, like ${reading.plain}` };
  }
  const [whole, decimal] = reading.either;
  return { ok: false, message: `can be read as ${whole} or as ${decimal}: write one of the two` };
}

/** What the text means for a field of no numbers; something that the check refuses when it means nothing. */
function read(property: FormProperty, text: string): unknown {
  switch (property.type) {
    case 'boolean':
      return readBoolean(text);
    case 'array':
      return readList(optionsOf(property), text);
    case 'string':
      if (hasOptions(property)) return findOption(optionsOf(property), text);
      return property.format === undefined ? text : text.trim();
    case 'number':
    case 'integer':
    default:
      return undefined;
  }
}

/**
 * Reads what a person typed for one field. Every port uses it, both while typing and on submit, so that the two never
 * disagree: it ends in the same check that an answer on the wire passes.
 *
 * `1.0` is the whole number 1 and `1,5` the number 1.5, in every language; `42xyz` and `0x10` are refused, and so is `1.000`,
 * which a person may read as a thousand or as one. Yes and no may be typed in English, Spanish or Portuguese. A choice is its
 * title or else its value, in any case; several choices are separated by commas or by lines. Empty text never picks an
 * option: whether it means "left out" is for the port to decide. It never throws.
 *
 * @returns the value, or a message that says what to type. It repeats nothing that was typed but a number that has two
 * readings, or is written in groups: it says how to write it. So it is for the person alone.
 * @example
 * ```ts
 * parseText({ type: 'integer', minimum: 1 }, '1.0'); // { ok: true, value: 1 }
 * parseText({ type: 'integer', minimum: 1 }, '42xyz'); // { ok: false, message: 'must be a whole number' }
 * ```
 */
export function parseText(property: FormProperty, text: string): Read {
  if (text.length > MAX_TEXT) return { ok: false, message: `must have at most ${MAX_TEXT} characters` };
  if (property.type === 'number' || property.type === 'integer') return parseNumber(property, text);
  return checked(property, read(property, text));
}
