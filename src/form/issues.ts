import type { FormIssue, FormSchema, FormValue } from './grammar.js';
import type { StandardIssue } from './convert/standard.js';
import type { Wanted } from './convert/wanted.js';

const FIELD = 'does not meet the rules of this field';
const WHOLE = 'does not meet the rules of this form';

/** From here on to the end a library repeats what it was given. */
const ECHO = /(?: \(was |,? but received | ?: Received ).*$/s;

/** Long values may be cut short in a message: their beginning is enough to recognise them. */
const TRACE = 24;

type Content = Record<string, FormValue>;

function textTraces(value: string): string[] {
  const text = value.trim().toLowerCase();
  if (text.length === 0) return [];
  if (text.length < 3) return [`"${text}"`, `'${text}'`, `\`${text}\``];
  const escaped = JSON.stringify(text).slice(1, -1);
  return [text.slice(0, TRACE), escaped.slice(0, TRACE)];
}

const textsOf = (content: Content): string[] =>
  Object.values(content).flatMap((value) => (typeof value === 'string' || Array.isArray(value) ? value : []));

const numbersOf = (values: readonly (FormValue | undefined)[]): string[] =>
  values.flatMap((value) => (typeof value === 'number' ? [String(value)] : []));

const words = (message: string): string[] => message.match(/[-+]?\d[\d.]*\d|\d/g) ?? [];

/** INVARIANT: no message leaves here that repeats an answer; custom messages of a schema may have been built from one. */
function echoes(message: string, field: string, content: Content): boolean {
  const lower = message.toLowerCase();
  if (
    textsOf(content)
      .flatMap(textTraces)
      .some((trace) => lower.includes(trace))
  )
    return true;
  const numbers = numbersOf(field === '' ? Object.values(content) : [content[field]]);
  return words(message).some((word) => numbers.includes(word));
}

const keyOf = (segment: PropertyKey | { readonly key: PropertyKey } | undefined): PropertyKey | undefined =>
  typeof segment === 'object' ? segment.key : segment;

interface Expected {
  readonly schema: FormSchema;
  /** What each field wants, by name, where the words of the library alone may not let a person succeed. */
  readonly wanted: ReadonlyMap<string, Wanted>;
}

/** A reason that says what is wrong and not what is right. */
const VAGUE = /^Invalid \w+$/;

/** An example always helps; a rule is said where the library keeps it to itself. */
function withWanted(why: string, wanted: string | undefined): string {
  if (wanted === undefined) return why;
  if (why === FIELD) return wanted;
  return wanted.includes(', like ') || VAGUE.test(why) ? `${why}; it ${wanted}` : why;
}

/** What a schema library found, told by field and without the answer in it. */
export function toIssues(found: readonly StandardIssue[], content: Content, { schema, wanted }: Expected): FormIssue[] {
  return found.map(({ message, path = [] }) => {
    const key = keyOf(path[0]);
    const field = typeof key === 'string' && Object.hasOwn(schema.properties, key) ? key : '';
    const told = message.replace(ECHO, '');
    const safe = told !== '' && !echoes(told, field, content);
    const why = safe ? told : field === '' ? WHOLE : FIELD;
    const value = content[field];
    return { path: field, message: withWanted(why, value === undefined ? undefined : wanted.get(field)?.(value)) };
  });
}
