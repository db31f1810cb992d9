import * as z from 'zod';
import type { DocumentFault, Path } from './document.js';

export type Fault = DocumentFault & { readonly path: Path };

const MISSING = 'it is missing';
const UNKNOWN = 'it is not known';

/** What a form of a union says of a value that was meant as another one. */
const OTHER_FORM = 'it is of another form';

type Why = (issue: { readonly input?: unknown }) => string;

/** The message of a value that is wrong or missing. No schema here leaves it to zod, whose words may quote. */
export const must =
  (why: string): Why =>
  ({ input }) =>
    input === undefined ? MISSING : why;

/** The message of the member that makes a map one form of a union. */
export const marks =
  (why: string): Why =>
  ({ input }) =>
    input === undefined ? OTHER_FORM : why;

/** A map without other members: they would be left out without a word. In an answer they may be what a person said, and are not named. */
export function closed<S extends z.ZodRawShape>(
  shape: S,
  why: string,
  { named = true } = {},
): z.ZodObject<S, z.core.$strict> {
  const stranger = `${named ? UNKNOWN : 'it has members that are not known'}; allowed here: ${Object.keys(shape).join(', ')}`;
  const wrong = must(why);
  return z.strictObject(shape, { error: (issue) => (issue.code === 'unrecognized_keys' ? stranger : wrong(issue)) });
}

/** What is wrong with a member, seen from outside. */
function within(name: string | number, schema: z.ZodType, value: unknown): z.core.$ZodRawIssue[] {
  const outside = (issue: z.core.$ZodIssue): z.core.$ZodRawIssue => ({
    ...issue,
    path: [name, ...issue.path],
    input: undefined,
  });
  return (schema.safeParse(value).error?.issues ?? []).map(outside);
}

/** A map whose values are all alike. zod passes over `__proto__`, which is a name like any other. */
export function mapOf(values: z.ZodType, why: string): z.ZodType {
  const own = z.unknown().superRefine((map, { issues }) => {
    if (typeof map !== 'object' || map === null || !Object.hasOwn(map, '__proto__')) return;
    issues.push(...within('__proto__', values, Object.getOwnPropertyDescriptor(map, '__proto__')?.value));
  });
  return own.pipe(z.record(z.string(), values, { error: must(why) }));
}

/** Nobody corrects more faults of one list at a time. */
const ENOUGH = 100;

/** A list without a bound of its own; millions of faults would take all memory. */
export const listOf = (items: z.ZodType): z.ZodType =>
  z.array(z.unknown(), { error: 'it must be a list' }).superRefine((list, { issues }) => {
    for (let at = 0; at < list.length && issues.length < ENOUGH; at += 1) issues.push(...within(at, items, list[at]));
  });

/** Whether the value is not even meant as this form. */
const isOther = ({ code, message, path }: z.core.$ZodIssue): boolean =>
  message === OTHER_FORM || (path.length === 0 && (code === 'invalid_type' || code === 'invalid_value'));

function read(issue: z.core.$ZodIssue, around: Path): Fault[] {
  const path = [...around, ...issue.path] as Path;
  const { message: why } = issue;
  if (issue.code === 'invalid_union') {
    const meant = issue.errors.find((issues) => !issues.some(isOther));
    if (meant !== undefined) return meant.flatMap((each) => read(each, path));
  }
  if (issue.code === 'unrecognized_keys' && why.startsWith(UNKNOWN)) {
    return issue.keys.map((key) => ({ path: [...path, key], why }));
  }
  return [{ path, why }];
}

/** What is wrong with the value. Of a union, it is what is wrong with the form that was meant. */
export const faultsOf = (schema: z.ZodType, value: unknown): Fault[] =>
  (schema.safeParse(value).error?.issues ?? []).flatMap((issue) => read(issue, []));
