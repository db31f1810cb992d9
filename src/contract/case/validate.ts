import { REVISIONS } from '../../protocol/revision.js';
import { isObject } from '../../json.js';

/** What a member of a configuration must be, in words and as a test. */
interface Kind {
  readonly says: string;
  readonly holds: (value: unknown) => boolean;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isText);

function isJson(value: unknown): boolean {
  try {
    return isObject(value) && JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function isAddress(value: unknown): boolean {
  return value instanceof URL || (typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value));
}

const isCommand = (value: unknown): boolean => isObject(value) && isText(value['command']);
const isTarget = (value: unknown): boolean => isFunction(value) || isAddress(value) || isCommand(value);
const isProbe = (value: unknown): boolean =>
  isFunction(value) || (isObject(value) && (isText(value['tool']) || isTexts(value['command'])));

const FUNCTION: Kind = { says: 'a function', holds: isFunction };
const TEXT: Kind = { says: 'a text', holds: isText };
const NAMES: Kind = { says: 'a list of texts', holds: (value) => Array.isArray(value) && value.every(isText) };
const POSITIVE: Kind = { says: 'a number above 0', holds: (value) => typeof value === 'number' && value > 0 };
const WHOLE: Kind = { says: 'a whole number above 0', holds: (value) => Number.isInteger(value) && Number(value) > 0 };
const TARGET: Kind = { says: 'a server factory, an http(s) address or { command, args }', holds: isTarget };
const COMMAND: Kind = { says: '{ command, args }', holds: isCommand };
const ARGUMENTS: Kind = { says: 'an object that JSON can carry', holds: isJson };
const ANY: Kind = { says: '', holds: () => true };

const either = (one: Kind, other: Kind): Kind => ({
  says: `${one.says} or ${other.says}`,
  holds: (value) => one.holds(value) || other.holds(value),
});

const textsUnder = (...names: readonly string[]): Kind => ({
  says: `{ ${names.join(', ')} }, texts`,
  holds: (value) => isObject(value) && names.every((name) => isText(value[name])),
});

const HEADERS: Kind = {
  says: 'an object of texts',
  holds: (value) => isObject(value) && Object.values(value).every(isText),
};

const CONFIG: Readonly<Record<string, Kind>> = {
  target: TARGET,
  open: FUNCTION,
  reset: FUNCTION,
  cases: ANY,
  only: NAMES,
  skip: NAMES,
  failOn: ANY,
  revision: {
    says: `one of ${REVISIONS.join(', ')}`,
    holds: (value) => REVISIONS.some((revision) => revision === value),
  },
  headers: HEADERS,
  roundTimeoutMs: POSITIVE,
  expiresAfterMs: POSITIVE,
  maxRounds: WHOLE,
  otherServer: TARGET,
  transports: { says: 'an object', holds: isObject },
};

const TRANSPORTS: Readonly<Record<string, Kind>> = {
  stdio: COMMAND,
  http: either({ says: 'an http(s) address', holds: isAddress }, FUNCTION),
};

const CASE: Readonly<Record<string, Kind>> = {
  tool: ANY,
  prompt: ANY,
  resource: ANY,
  name: TEXT,
  server: TEXT,
  args: either(ARGUMENTS, FUNCTION),
  answers: either({ says: 'an object, a list', holds: (value) => isObject(value) || Array.isArray(value) }, FUNCTION),
  before: FUNCTION,
  probe: { says: 'a function, { tool } or { command: [file, …] }', holds: isProbe },
  effect: POSITIVE,
  otherArgs: ARGUMENTS,
  otherTool: TEXT,
  tokens: textsUnder('own', 'other'),
};

/** Refuses members that are unknown or of another kind: what is misspelt would be left out without a word. */
function requireMembers(given: object, known: Readonly<Record<string, Kind>>, where: string): void {
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === undefined) throw new TypeError(`${where} has no member '${name}'.`);
    if (value !== undefined && !kind.holds(value)) throw new TypeError(`${where}: ${name} must be ${kind.says}.`);
  }
}

/** Refuses a configuration that is none. */
export function requireConfigShape(config: unknown): void {
  if (!isObject(config)) throw new TypeError('A contract configuration is an object.');
  requireMembers(config, CONFIG, 'A contract configuration');
  const { transports } = config;
  if (isObject(transports)) requireMembers(transports, TRANSPORTS, 'transports');
}

/** Refuses a case that is none. `name` is what a report calls it. */
export function requireCaseShape(of: unknown, name: string): void {
  if (!isObject(of)) throw new TypeError('A contract case is an object.');
  requireMembers(of, CASE, `The case '${name}'`);
}
