import { type Foreign, foreignOf } from '../../../client/answers/foreign.js';
import {
  choicesOf,
  type Control,
  controlOf,
  describeValue,
  isSecret,
  presetOf,
  rangeOf,
} from '../../../form/control.js';
import { type FormProperty, type FormValue, parseText } from '../../../form/index.js';
import { texts, words } from '../words/language.js';
import { visible } from '../../../invisible-characters.js';

/** What a control holds: a value, nothing, or something that is not a value of the field. */
export type Reading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly message: string };

/** A property of a schema, ready to be drawn. */
export interface Plan {
  readonly name: string;
  readonly property: FormProperty;
  /** How it is read where it goes beyond the form grammar. */
  readonly foreign: Foreign | undefined;
  /** `json` for what no control can hold. */
  readonly kind: Control | 'json';
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  readonly preset: FormValue | undefined;
  readonly hint: string;
  readonly warning: string | undefined;
}

/** A drawn field. It is made once and never again while a person may be in it. */
export interface Field {
  readonly plan: Plan;
  readonly element: HTMLElement;
  read(): Reading;
  /** Says beside the field why it is not taken, or takes that away. */
  readonly refuse: (message: string | undefined) => void;
  focus(): void;
}

export const EMPTY: Reading = { kind: 'empty' };

/** Reads typed text with the parser of all ports; text that is empty is left out. */
export function readTyped({ property, preset }: Plan, typed: string): Reading {
  if (typed.trim() === '' && (typeof preset !== 'string' || typed !== '')) return EMPTY;
  const read = parseText(property, typed);
  return read.ok ? { kind: 'value', value: read.value } : { kind: 'refused', message: read.message };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A default as a person reads it. */
function showPreset(property: FormProperty, preset: FormValue): string {
  const options = choicesOf(property);
  return describeValue(preset, texts, (text) => options.find((option) => option.const === text)?.title ?? text);
}

function hintOf({ kind, property, preset, foreign }: Pick<Plan, 'kind' | 'property' | 'preset' | 'foreign'>): string {
  const picked = kind === 'choice' || kind === 'several' || kind === 'yesNo';
  const { minimum, maximum } = rangeOf(property);
  const isPlain = picked || kind === 'text';
  const facts = [
    kind === 'json' ? words.json : isPlain ? undefined : texts.kind[kind],
    texts.range(minimum, maximum),
    foreign?.pattern === undefined ? undefined : texts.matching(visible(foreign.pattern)),
    foreign === undefined || foreign.unchecked.length === 0
      ? undefined
      : texts.notChecked(visible(foreign.unchecked.join(', '))),
    !picked && preset !== undefined && preset !== ''
      ? words.leftEmpty(visible(showPreset(property, preset)))
      : undefined,
  ];
  return facts.filter((fact) => fact !== undefined).join(' · ');
}

/** What a property says about itself, in the words of the page. */
export function planOf(name: string, given: FormProperty, needed: boolean): Plan {
  const foreign = foreignOf(given);
  const property = foreign?.property ?? given;
  const required = needed && foreign?.isNullable !== true;
  const kind = controlOf(property) ?? 'json';
  const preset = kind === 'json' ? undefined : presetOf(name, property);
  const label = textOf(property.title).trim() || name;
  return {
    name,
    property,
    foreign,
    kind,
    label,
    description: textOf(property.description),
    required,
    preset,
    hint: hintOf({ kind, property, preset, foreign }),
    warning: isSecret(name, property) ? texts.secret(label) : undefined,
  };
}
