import { adviseForm, checkContent, type FormProperty, type FormValue, type TitledOption } from '../../form/index.js';
import { hasOptions, optionsOf } from '../../form/options.js';
import type { Ask } from '../../protocol/ask.js';
import { type Foreign, foreignOf } from '../answers/foreign.js';
import { isObject } from '../../json.js';
import { shown, shownLine } from '../../shown/terminal.js';
import type { Kind, Texts } from './texts/index.js';
import { WHOLE, WHOLE_LINE } from './whole.js';

/** One option as it is shown. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** A field as it is shown; all its texts are safe for a terminal. */
export interface Field {
  readonly name: string;
  readonly property: FormProperty;
  readonly kind: Kind;
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  /** How it is read where it goes beyond the grammar. */
  readonly foreign: Foreign | undefined;
  /** The limits of a number, in words. */
  readonly range: string | undefined;
  readonly options: readonly FieldOption[];
  /** The default, where the field has a valid one, and how it is shown. */
  readonly preset: { readonly value: FormValue; readonly label: string } | undefined;
  /** Whether its name or title reads like that of a secret. */
  readonly secret: boolean;
}

const MAX_OPTIONS = 1000;
const MAX_LABEL = 80;
const FORMATS: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);

const isTitled = (option: unknown): option is TitledOption =>
  isObject(option) && typeof option['const'] === 'string' && typeof option['title'] === 'string';

const isTexts = (values: unknown): boolean =>
  Array.isArray(values) && values.every((value) => typeof value === 'string');
const isTitledList = (values: unknown): boolean => Array.isArray(values) && values.every(isTitled);

/** Whether the options of a schema that nobody linted can be read at all. */
function hasReadableOptions(property: Readonly<Record<string, unknown>>): boolean {
  const source = property['type'] === 'array' ? property['items'] : property;
  if (!isObject(source)) return false;
  return source['enum'] === undefined
    ? isTitledList(property['type'] === 'array' ? source['anyOf'] : source['oneOf'])
    : isTexts(source['enum']);
}

function kindOf(property: FormProperty): Kind | undefined {
  switch (property.type) {
    case 'boolean':
      return 'yesNo';
    case 'number':
    case 'integer':
      return property.type;
    case 'array':
    case 'string': {
      if (!hasOptions(property)) return FORMATS.has(property.format) ? property.format : 'text';
      if (!hasReadableOptions(property as unknown as Record<string, unknown>)) return undefined;
      const { length } = optionsOf(property);
      if (length === 0 || length > MAX_OPTIONS) return undefined;
      return property.type === 'array' ? 'several' : 'choice';
    }
    default:
      return undefined;
  }
}

/** Options whose titles read the same are told apart by their values. */
function optionsShown(property: FormProperty, kind: Kind): FieldOption[] {
  if ((kind !== 'choice' && kind !== 'several') || !hasOptions(property)) return [];
  const options = optionsOf(property).map(({ const: value, title }) => {
    const name = shownLine(value, WHOLE_LINE);
    return { value, name, label: shownLine(title, WHOLE_LINE) || name };
  });
  const uses = new Map<string, number>();
  for (const { label } of options) uses.set(label, (uses.get(label) ?? 0) + 1);
  return options.map(({ value, name, label }) => ({
    value,
    label: (uses.get(label) ?? 0) > 1 && name !== label ? `${label} (${name})` : label,
  }));
}

function showValue(value: FormValue, options: readonly FieldOption[], texts: Texts): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  const titled = (text: string): string =>
    options.find((option) => option.value === text)?.label ?? shownLine(text, WHOLE.characters);
  return Array.isArray(value) ? value.map(titled).join(', ') : titled(String(value));
}

/** A default that breaks its own field is not offered. */
function validDefault(name: string, property: FormProperty): FormValue | undefined {
  if (property.default === undefined) return undefined;
  const outcome = checkContent({ type: 'object', properties: { [name]: property } }, {});
  return outcome.ok ? outcome.wire[name] : undefined;
}

function rangeOf(property: FormProperty, texts: Texts): string | undefined {
  if (property.type !== 'integer' && property.type !== 'number') return undefined;
  const [minimum, maximum] = [property.minimum, property.maximum].map((bound) =>
    typeof bound === 'number' ? bound : undefined,
  );
  return texts.range(minimum, maximum);
}

/** The name of a field as it is shown. */
export function labelOf(name: string, property: FormProperty): string {
  const title = shownLine(property.title, MAX_LABEL);
  return title === '' ? shownLine(name, MAX_LABEL) || '?' : title;
}

/** What is said about a field, and first its title where that is longer than a label. */
function descriptionOf({ title, description }: FormProperty, texts: Texts): string {
  const whole = shownLine(title, WHOLE_LINE);
  const said = shown(description, { ...WHOLE, more: texts.moreCharacters });
  return whole.length > MAX_LABEL ? [whole, said].filter((text) => text !== '').join('\n') : said;
}

/** Whether a person would type a secret here, asked with what cannot be malformed. */
function isSecret(name: string, { type, title, description }: FormProperty, kind: Kind): boolean {
  if (kind === 'choice' || kind === 'several' || kind === 'yesNo') return false;
  const texts = { title: shownLine(title), description: shownLine(description) };
  const property = { type, ...texts } as FormProperty;
  return adviseForm({ type: 'object', properties: { [name]: property } }).some(({ message }) => /secret/.test(message));
}

/** The field as it is shown, or `undefined` for one that a person cannot be asked for here. */
export function fieldOf(name: string, { requestedSchema }: Ask, texts: Texts): Field | undefined {
  const given = requestedSchema?.properties[name];
  const foreign = given === undefined ? undefined : foreignOf(given);
  const property = foreign?.property ?? given;
  const kind = property === undefined ? undefined : kindOf(property);
  if (property === undefined || kind === undefined) return undefined;
  const options = optionsShown(property, kind);
  const preset = validDefault(name, property);
  return {
    name,
    property,
    kind,
    label: labelOf(name, property),
    description: descriptionOf(property, texts),
    required: requestedSchema?.required?.includes(name) === true && foreign?.isNullable !== true,
    foreign,
    range: rangeOf(property, texts),
    options,
    preset: preset === undefined ? undefined : { value: preset, label: showValue(preset, options, texts) },
    secret: isSecret(name, property, kind),
  };
}
