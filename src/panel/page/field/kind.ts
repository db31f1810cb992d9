import type { Kind } from '../../../client/ports/texts/index.js';
import { adviseForm, checkContent, type FormProperty, type FormValue } from '../../../form/index.js';
import { hasOptions, optionsOf } from '../../../form/options.js';
import { texts } from '../words/language.js';

const FORMATS: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);
const MAX_OPTIONS = 1000;

const isText = (value: unknown): boolean => typeof value === 'string';
const isTitled = (option: unknown): boolean =>
  typeof option === 'object' &&
  option !== null &&
  isText(Reflect.get(option, 'const')) &&
  isText(Reflect.get(option, 'title'));

/** Whether the options can be drawn: no linter has seen the schemas of another server. */
function hasReadableOptions(property: FormProperty): boolean {
  const source: unknown = property.type === 'array' ? property.items : property;
  if (typeof source !== 'object' || source === null) return false;
  const values: unknown = Reflect.get(source, 'enum');
  const options: unknown = values ?? Reflect.get(source, property.type === 'array' ? 'anyOf' : 'oneOf');
  if (!Array.isArray(options) || options.length === 0 || options.length > MAX_OPTIONS) return false;
  return options.every(values === undefined ? isTitled : isText);
}

/** How a property is drawn; `json` for what no control of ours can hold. */
export function kindOf(property: FormProperty): Kind | 'json' {
  switch (property.type) {
    case 'boolean':
      return 'yesNo';
    case 'number':
    case 'integer':
      return property.type;
    case 'array':
    case 'string': {
      if (property.type === 'array' || hasOptions(property)) {
        if (!hasReadableOptions(property)) return 'json';
        return property.type === 'array' ? 'several' : 'choice';
      }
      return FORMATS.has(property.format) ? (property.format ?? 'text') : 'text';
    }
    default:
      return 'json';
  }
}

/** A default that breaks its own field is not filled in. */
export function presetOf(name: string, property: FormProperty): FormValue | undefined {
  if (property.default === undefined) return undefined;
  const outcome = checkContent({ type: 'object', properties: { [name]: property } }, {});
  return outcome.ok ? outcome.wire[name] : undefined;
}

/** A default as a person reads it. */
export function showPreset(property: FormProperty, value: FormValue): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  const options = hasOptions(property) ? optionsOf(property) : [];
  const titled = (text: string): string => options.find((option) => option.const === text)?.title ?? text;
  return Array.isArray(value) ? value.map(titled).join(', ') : titled(String(value));
}

const bound = (value: number | undefined): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(Math.trunc(value)) && Math.abs(value) !== Number.MAX_SAFE_INTEGER
    ? value
    : undefined;

/** The limits of a number in words; those that every whole number has say nothing. */
export function rangeOf(property: FormProperty): string | undefined {
  if (property.type !== 'integer' && property.type !== 'number') return undefined;
  return texts.range(bound(property.minimum), bound(property.maximum));
}

/** Whether the name or the title reads like that of a secret, which a form must not ask for. */
export function isSecret(name: string, property: FormProperty, kind: Kind | 'json'): boolean {
  if (kind === 'choice' || kind === 'several' || kind === 'yesNo' || kind === 'json') return false;
  const { type, title, description } = property;
  const [safeTitle, safeDescription] = [title, description].map((text) => (typeof text === 'string' ? text : ''));
  const plain = { type, title: safeTitle, description: safeDescription } as FormProperty;
  return adviseForm({ type: 'object', properties: { [name]: plain } }).some(({ message }) =>
    message.includes('secret'),
  );
}
