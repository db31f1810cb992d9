import { withoutUnseen } from '../../invisible-characters.js';
import { SIZES } from '../formats.js';
import type { FormFault, FormProperty, FormSchema } from '../grammar.js';
import { isNumberName, MAX_TEXT } from '../limits.js';
import { hasOptions, isTitled, optionsOf } from '../options.js';

const TWINS = 'has two options that read the same to a person; give each a title of its own';
const BLANK = 'has an option that nobody can see; give it a title';
const CROSSED = 'has an option whose title is the value of another one; a client that takes both could mistake it';
const NUMBERED =
  'is named by a whole number, and such fields are shown first and in the order of the numbers, not in yours; put a letter before it';
const NOTHING = 'leaves no value that an answer may have';

/** A text as it reads: without what nobody sees, and however its letters are encoded. */
const asRead = (text: string): string => withoutUnseen(text.normalize('NFKC')).replaceAll(/\s+/gu, ' ').trim();

/** Values that a person sees as they are may differ in case alone, as `m` and `M` do; titles are words. */
function refuseOptions(property: FormProperty): string | undefined {
  if (!hasOptions(property)) return undefined;
  const fold = (text: string): string => (isTitled(property) ? asRead(text).toLowerCase() : asRead(text));
  const options = optionsOf(property);
  const titles = options.map(({ title }) => fold(title));
  if (titles.includes('')) return BLANK;
  return new Set(titles).size < titles.length ? TWINS : undefined;
}

/** A whole number, or a text of a format, for which the bounds leave no room. */
function refuseBounds(property: FormProperty): string | undefined {
  if (property.type === 'integer') {
    const { minimum = -Infinity, maximum = Infinity } = property;
    return Math.ceil(minimum) > Math.floor(maximum) ? NOTHING : undefined;
  }
  if (property.type !== 'string' || hasOptions(property)) return undefined;
  const { minLength = 0, maxLength = MAX_TEXT, format } = property;
  const [shortest, longest] = format === undefined ? [0, MAX_TEXT] : SIZES[format];
  return minLength > longest || maxLength < shortest ? NOTHING : undefined;
}

/**
 * What is wrong with a form that is in the grammar, and that a person could still not answer as they mean: options that
 * cannot be told apart, and fields that no value fits.
 */
export function refuseUnaskable({ properties }: FormSchema): FormFault[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const message = refuseOptions(property) ?? refuseBounds(property);
    return message === undefined ? [] : [{ path: `properties.${name}`, message }];
  });
}

/** Options whose titles are the values of others: every port of ours takes the title, another client may not. */
export function adviseCrossed({ properties }: FormSchema): FormFault[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const options = hasOptions(property) && isTitled(property) ? optionsOf(property) : [];
    const owners = new Map(options.map((option, at) => [asRead(option.const).toLowerCase(), at]));
    const crossed = options.some(({ title }, at) => (owners.get(asRead(title).toLowerCase()) ?? at) !== at);
    return crossed ? [{ path: `properties.${name}`, message: CROSSED }] : [];
  });
}

/** Fields whose place in a form of several cannot be kept. */
export function refuseNumberNames({ properties }: FormSchema): FormFault[] {
  const names = Object.keys(properties);
  if (names.length < 2) return [];
  return names.filter(isNumberName).map((name) => ({ path: `properties.${name}`, message: NUMBERED }));
}
