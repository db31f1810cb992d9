import { choicesOf, type Control, controlOf, describeValue, isSecret, presetOf, rangeOf } from '../../form/control.js';
import type { FormProperty, FormValue } from '../../form/index.js';
import type { Ask } from '../../protocol/ask.js';
import { type Foreign, foreignOf } from '../answers/foreign.js';
import { shown, shownLine } from '../../shown/terminal.js';
import type { Texts } from './texts/index.js';
import { WHOLE, WHOLE_LINE } from './shown-in-full.js';

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** A field as it is shown; all its texts are safe for a terminal. */
export interface Field {
  readonly name: string;
  readonly property: FormProperty;
  readonly kind: Control;
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  readonly foreign: Foreign | undefined;
  readonly range: string | undefined;
  readonly options: readonly FieldOption[];
  /** The default, where the field has a valid one, and how it is shown. */
  readonly preset: { readonly value: FormValue; readonly label: string } | undefined;
  readonly secret: boolean;
}

const MAX_LABEL = 80;

/** Options whose titles read the same are told apart by their values. */
function optionsShown(property: FormProperty): FieldOption[] {
  const options = choicesOf(property).map(({ const: value, title }) => {
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
  const show = (text: string): string =>
    options.find((option) => option.value === text)?.label ?? shownLine(text, WHOLE.characters);
  return describeValue(value, texts, show);
}

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

/** The field as it is shown, or `undefined` for one that a person cannot be asked for here. */
export function fieldOf(name: string, { requestedSchema }: Ask, texts: Texts): Field | undefined {
  const given = requestedSchema?.properties[name];
  const foreign = given === undefined ? undefined : foreignOf(given);
  const property = foreign?.property ?? given;
  const kind = property === undefined ? undefined : controlOf(property);
  if (property === undefined || kind === undefined) return undefined;
  const options = optionsShown(property);
  const { minimum, maximum } = rangeOf(property);
  const title = shownLine(property.title);
  const said = { ...property, title, description: shownLine(property.description) };
  const preset = presetOf(name, property);
  return {
    name,
    property,
    kind,
    label: labelOf(name, property),
    description: descriptionOf(property, texts),
    required: requestedSchema?.required?.includes(name) === true && foreign?.isNullable !== true,
    foreign,
    range: texts.range(minimum, maximum),
    options,
    preset: preset === undefined ? undefined : { value: preset, label: showValue(preset, options, texts) },
    secret: isSecret(name, said),
  };
}
