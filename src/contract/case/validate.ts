import * as z from 'zod';
import { isObject } from '../../json.js';
import { REVISIONS } from '../../protocol/revision.js';

/** What a member must be, in words and as a schema; of what is in it, nothing is said. */
const must = (says: string, schema: z.ZodType): z.ZodType =>
  z.custom((value) => schema.safeParse(value).success, says).optional();

const isAddress = (value: unknown): boolean =>
  value instanceof URL || (typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value));

function isJson(value: unknown): boolean {
  try {
    return isObject(value) && JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

const anything = z.unknown().optional();
const callable = z.custom((value) => typeof value === 'function');
const texts = z.array(z.string());
const address = z.custom(isAddress);
const command = z.looseObject({ command: z.string() });
const json = z.custom(isJson);
const duration = z.custom((value) => typeof value === 'number' && value > 0);

const FUNCTION = must('a function', callable);
const TEXT = must('a text', z.string());
const NAMES = must('a list of texts', texts);
const POSITIVE = must('a number above 0', duration);
const TARGET = must('a server factory, an http(s) address or { command, args }', z.union([callable, address, command]));

const CONFIG = z.strictObject({
  target: TARGET,
  open: FUNCTION,
  reset: FUNCTION,
  cases: anything,
  only: NAMES,
  skip: NAMES,
  failOn: anything,
  revision: must(`one of ${REVISIONS.join(', ')}`, z.enum(REVISIONS)),
  headers: must('an object of texts', z.record(z.string(), z.string())),
  roundTimeoutMs: POSITIVE,
  expiresAfterMs: POSITIVE,
  maxRounds: must('a whole number above 0', z.int().positive()),
  otherServer: TARGET,
  transports: z
    .strictObject(
      {
        stdio: must('{ command, args }', command),
        http: must('an http(s) address or a function', address.or(callable)),
      },
      'an object',
    )
    .optional(),
});

const CASE = z.strictObject({
  tool: anything,
  prompt: anything,
  resource: anything,
  name: TEXT,
  server: TEXT,
  args: must('an object that JSON can carry or a function', json.or(callable)),
  answers: must('an object, a list or a function', z.union([z.looseObject({}), z.array(anything), callable])),
  before: FUNCTION,
  probe: must(
    'a function, { tool } or { command: [file, …] }',
    z.union([callable, z.looseObject({ tool: z.string() }), z.looseObject({ command: texts.min(1) })]),
  ),
  effect: POSITIVE,
  otherArgs: must('an object that JSON can carry', json),
  otherTool: TEXT,
  tokens: must('{ own, other }, texts', z.looseObject({ own: z.string(), other: z.string() })),
});

/** Refuses members that are unknown or of another kind: what is misspelt would be left out without a word. */
function requireMembers(schema: z.ZodType, given: unknown, where: string): void {
  const [issue] = schema.safeParse(given).error?.issues ?? [];
  if (issue === undefined) return;
  const path = [where, ...issue.path.map(String)];
  const last = path.at(-1);
  if (issue.code === 'unrecognized_keys') throw new TypeError(`${last} has no member '${issue.keys[0]}'.`);
  throw new TypeError(`${path.at(-2)}: ${last} must be ${issue.message}.`);
}

export function requireConfigShape(config: unknown): void {
  if (!isObject(config)) throw new TypeError('A contract configuration is an object.');
  requireMembers(CONFIG, config, 'A contract configuration');
}

/** Refuses a case that is none. `name` is what a report calls it. */
export function requireCaseShape(of: unknown, name: string): void {
  if (!isObject(of)) throw new TypeError('A contract case is an object.');
  requireMembers(CASE, of, `The case '${name}'`);
}
