import type { FormProperty, FormValue, TitledOption } from './grammar.js';
import { MAX_TEXT } from './limits.js';
import { hasOptions, optionsOf } from './options.js';
import { cleanValue, refuseValue } from './value.js';

const YES: ReadonlySet<string> = new Set(['y', 'yes', 'true', 'on', '1', 'si', 'sí', 's', 'sim']);
const NO: ReadonlySet<string> = new Set(['n', 'no', 'false', 'off', '0', 'nao', 'não']);

const WHOLE = /^[+-]?\d+(?:\.0*)?$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const LONGEST_NUMBER = 400;

const fold = (text: string): string => text.trim().toLowerCase();

/** One option, by its value or its title, exactly or else in any case; never a guess between two. */
function findOption(options: readonly TitledOption[], text: string): string | undefined {
  const typed = text.trim();
  const exact = options.find((option) => option.const === typed);
  if (exact !== undefined) return exact.const;
  const ways: ((option: TitledOption) => boolean)[] = [
    (option) => option.title === typed,
    (option) => fold(option.const) === fold(typed) || fold(option.title) === fold(typed),
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

function readNumber(text: string, form: RegExp): number {
  const typed = text.trim();
  return typed.length <= LONGEST_NUMBER && form.test(typed) ? Number(typed) : Number.NaN;
}

function readBoolean(text: string): boolean | undefined {
  const typed = fold(text);
  return YES.has(typed) ? true : NO.has(typed) ? false : undefined;
}

/** What the text means for the field; something that the check refuses when it means nothing. */
function read(property: FormProperty, text: string): unknown {
  switch (property.type) {
    case 'boolean':
      return readBoolean(text);
    case 'integer':
      return readNumber(text, WHOLE);
    case 'number':
      return readNumber(text, DECIMAL);
    case 'array':
      return readList(optionsOf(property), text);
    case 'string':
      if (hasOptions(property)) return findOption(optionsOf(property), text);
      return property.format === undefined ? text : text.trim();
    default:
      return undefined;
  }
}

/**
 * Reads what a person typed for one field. Every port uses it, both while typing and on submit, so that the two never
 * disagree: it ends in the same check that an answer on the wire passes.
 *
 * `1.0` is the whole number 1; `42xyz`, `1,5` and `0x10` are refused. Yes and no may be typed in English, Spanish or
 * Portuguese. A choice is its value or its title, in any case; several choices are separated by commas or by lines. Empty
 * text never picks an option: whether it means "left out" is for the port to decide. It never throws.
 *
 * @returns the value, or a message that says what to type and never repeats what was typed.
 * @example
 * ```ts
 * parseText({ type: 'integer', minimum: 1 }, '1.0'); // { ok: true, value: 1 }
 * parseText({ type: 'integer', minimum: 1 }, '42xyz'); // { ok: false, message: 'must be a whole number' }
 * ```
 */
export function parseText(
  property: FormProperty,
  text: string,
): { ok: true; value: FormValue } | { ok: false; message: string } {
  if (text.length > MAX_TEXT) return { ok: false, message: `must have at most ${MAX_TEXT} characters` };
  const value = read(property, text);
  const message = refuseValue(property, value);
  return message === undefined ? { ok: true, value: cleanValue(value as FormValue) } : { ok: false, message };
}
