import { harmless } from '../../shown/line.js';
import { harmlessJson } from '../../shown/json.js';

/** A text as one word of a shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The value of a variable in the middle of a text in single quotes. */
export const splice = (expansion: string): string => `'"${expansion}"'`;

/** Text of the server inside a JSON text in single quotes. */
export const inQuotes = (json: string): string => harmlessJson(json).replaceAll("'", String.raw`\u0027`);

/** Text of the server behind a `#`. */
export const comment = (text: string): string => harmless(text);

/** A name that a variable can have. */
export const variable = (prefix: string, name: string): string => `${prefix}${name.replaceAll(/\W/g, '_')}`;

/** Takes the state out of a response, be it JSON or a stream of events; its JSON escapes stay, so it fits into a body again. */
export const TAKE_STATE = String.raw`sed -nE 's/.*"requestState" *: *"(([^"\\]|\\.)*)".*/\1/p'`;
