import type {
  ChoiceProperty,
  FormProperty,
  SeveralProperty,
  TitledChoiceProperty,
  TitledOption,
  TitledSeveralProperty,
} from './grammar.js';

type WithOptions = ChoiceProperty | TitledChoiceProperty | SeveralProperty | TitledSeveralProperty;

/** Whether a field offers options, one or several of which are the answer. */
export const hasOptions = (property: FormProperty): property is WithOptions =>
  property.type === 'array' || 'enum' in property || 'oneOf' in property;

export const isTitled = (property: WithOptions): boolean =>
  'oneOf' in property || 'enumNames' in property || (property.type === 'array' && 'anyOf' in property.items);

type Values = readonly string[];

// A schema from another server has not been linted: anything may be missing here.
const titledOf = (options: unknown): readonly TitledOption[] =>
  Array.isArray(options) ? (options as TitledOption[]) : [];
const plainOf = (values: unknown): Values => (Array.isArray(values) ? (values as string[]) : []);

/** What goes on the wire for each option, in the order of the schema. */
export function valuesOf(property: WithOptions): Values {
  if ('enum' in property) return plainOf(property.enum);
  if ('oneOf' in property) return titledOf(property.oneOf).map((option) => option.const);
  const items = property.items as { enum?: unknown; anyOf?: unknown } | undefined;
  return items?.enum === undefined ? titledOf(items?.anyOf).map((option) => option.const) : plainOf(items.enum);
}

/** Each option with what a person sees; an untitled one shows its value. */
export function optionsOf(property: WithOptions): TitledOption[] {
  if ('oneOf' in property) return [...titledOf(property.oneOf)];
  if (property.type === 'array' && 'anyOf' in property.items) return [...titledOf(property.items.anyOf)];
  const names = plainOf('enumNames' in property ? property.enumNames : undefined);
  return valuesOf(property).map((value, index) => ({ const: value, title: names[index] ?? value }));
}
