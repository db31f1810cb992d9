import type { FormProperty, FormSchema, FormValue, TitledOption } from '../../src/form/index.js';

type Random = () => number;

const upTo = (random: Random, limit: number): number => Math.floor(random() * limit);
const oneOf = <T>(random: Random, values: readonly T[]): T => values[upTo(random, values.length)] as T;
const maybe = <T extends object>(random: Random, part: T): T | object => (random() < 0.5 ? {} : part);

const LETTERS = [...Array.from('abcxyz0189 .-@:/%'), 'é', 'ñ', '😀', '中', '\u0301', '"', '\\', '\n'];

export const textOf = (random: Random, length: number): string =>
  Array.from({ length }, () => oneOf(random, LETTERS)).join('');

const optionsOf = (random: Random): TitledOption[] =>
  Array.from({ length: 1 + upTo(random, 4) }, (_, index) => ({
    const: `${oneOf(random, ['p', 'Ω', 'q-'])}${index}`,
    title: `T${index} ${textOf(random, 3)}`,
  }));

const FORMATTED = {
  email: ['aluno@exemplo.com', 'a.b+c@sub.example.org'],
  uri: ['https://example.com/a?b=c', 'mailto:a@b.co'],
  date: ['2026-07-28', '2028-02-29'],
  'date-time': ['2026-07-28T15:00:00Z', '2026-07-28T15:00:00.5-03:00'],
} as const;

/** A property, and a value that fits it. */
export interface Sample {
  readonly property: FormProperty;
  readonly value: FormValue;
}

const MAKERS: readonly ((random: Random) => Sample)[] = [
  (random) => {
    const value = textOf(random, upTo(random, 12));
    const points = Array.from(value).length;
    const bounds = {
      ...maybe(random, { minLength: upTo(random, points + 1) }),
      ...maybe(random, { maxLength: points + upTo(random, 3) }),
    };
    return { property: { type: 'string', ...bounds }, value };
  },
  (random) => {
    const format = oneOf(random, ['email', 'uri', 'date', 'date-time'] as const);
    return { property: { type: 'string', format }, value: oneOf<string>(random, FORMATTED[format]) };
  },
  (random) => {
    const value = upTo(random, 2000) - 1000;
    return {
      property: {
        type: 'integer',
        ...maybe(random, { minimum: value - upTo(random, 3) }),
        ...maybe(random, { maximum: value }),
      },
      value,
    };
  },
  (random) => {
    const value = random() * 100 - 50;
    return {
      property: {
        type: 'number',
        ...maybe(random, { minimum: value }),
        ...maybe(random, { maximum: value + random() }),
      },
      value,
    };
  },
  (random) => ({ property: { type: 'boolean' }, value: random() < 0.5 }),
  (random) => {
    const options = optionsOf(random);
    const plain = { type: 'string' as const, enum: options.map((option) => option.const) };
    const property = random() < 0.5 ? plain : { type: 'string' as const, oneOf: options };
    return { property, value: oneOf(random, options).const };
  },
  (random) => {
    const options = optionsOf(random);
    const value = options.map((option) => option.const).filter(() => random() < 0.5);
    const bounds = { ...maybe(random, { minItems: value.length }), ...maybe(random, { maxItems: value.length }) };
    if (random() < 0.5) return { property: { type: 'array', items: { anyOf: options }, ...bounds }, value };
    const plain = options.map((option) => option.const);
    return { property: { type: 'array', items: { type: 'string', enum: plain }, ...bounds }, value };
  },
];

export const sampleOf = (random: Random): Sample => {
  const { property, value } = oneOf(random, MAKERS)(random);
  const labels = {
    ...maybe(random, { title: textOf(random, 4) }),
    ...maybe(random, { description: textOf(random, 8) }),
  };
  const withDefault = random() < 0.3 ? { default: value } : {};
  return { property: { ...property, ...labels, ...withDefault } as FormProperty, value };
};

/** A form, and an answer that fits it. */
export function formOf(random: Random): { schema: FormSchema; content: Record<string, FormValue> } {
  const samples = Array.from({ length: upTo(random, 6) }, (_, index) => [`f${index}`, sampleOf(random)] as const);
  const required = samples.map(([name]) => name).filter(() => random() < 0.5);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(samples.map(([name, { property }]) => [name, property])),
      ...(required.length > 0 ? { required } : {}),
    },
    content: Object.fromEntries(samples.map(([name, { value }]) => [name, value])),
  };
}

/** Anything that JSON can carry, and a few things that it cannot. */
export function anything(random: Random, depth = 2): unknown {
  const leaf = [null, undefined, true, '', 0, -1.5, Number.NaN, 'string', 'object', textOf(random, 5), 2 ** 60];
  if (depth === 0 || random() < 0.5) return oneOf(random, leaf);
  const inner = Array.from({ length: upTo(random, 4) }, () => anything(random, depth - 1));
  if (random() < 0.3) return inner;
  const keys = [
    'type',
    'enum',
    'items',
    'oneOf',
    'anyOf',
    'const',
    'title',
    'default',
    'properties',
    '$ref',
    'toString',
    'f0',
    'f1',
  ];
  return Object.fromEntries(inner.map((value) => [oneOf(random, keys), value]));
}
