import { isObject, type JsonObject } from '../../json.js';
import { type StatePart, partsOf, readPart } from './state-parts.js';

/** What is sent in the place of the state that the server gave, and what was done to that one. */
export interface StateVariant<S = unknown> {
  /** Completes the sentence "the state …", for example `with the first character of part 1 changed`. */
  readonly how: string;
  readonly state: S;
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const IS_BASE64URL = /^[\w-]+$/;
const IS_HEX = /^[0-9a-f]+$/i;
const HEX = '0123456789abcdef';

const MOST_MEMBERS = 24;

/** Another character of the same alphabet, for bits that count also in the last place. */
function otherCharacter(character: string, text: string): string {
  if (IS_HEX.test(text)) return HEX.charAt(HEX.indexOf(character.toLowerCase()) ^ 8);
  const index = BASE64URL.indexOf(character);
  if (index !== -1) return BASE64URL.charAt(index ^ 32);
  return character === 'A' ? 'B' : 'A';
}

function changeAt(text: string, index: number): string {
  return text.slice(0, index) + otherCharacter(text.charAt(index), text) + text.slice(index + 1);
}

const replace = (state: string, { start, end }: StatePart, text: string): string =>
  state.slice(0, start) + text + state.slice(end);

function eachPart(state: string, what: string, change: (part: string) => string | undefined): StateVariant<string>[] {
  const parts = partsOf(state);
  return parts.flatMap((part, index) => {
    const changed = change(part.text);
    if (changed === undefined || changed === part.text) return [];
    const where = parts.length === 1 ? '' : ` of part ${index + 1}`;
    return [{ how: what.replace('%', where), state: replace(state, part, changed) }];
  });
}

export const firstCharacters = (state: string): StateVariant<string>[] =>
  eachPart(state, 'with the first character% changed', (part) => changeAt(part, 0));

export const middleCharacters = (state: string): StateVariant<string>[] =>
  eachPart(state, 'with a character in the middle% changed', (part) =>
    part.length < 4 ? undefined : changeAt(part, Math.floor(part.length / 2)),
  );

export function truncations(state: string): StateVariant<string>[] {
  const cuts = [
    { how: 'without its last character', state: state.slice(0, -1) },
    { how: 'without its last four characters', state: state.slice(0, -4) },
    { how: 'cut in half', state: state.slice(0, Math.floor(state.length / 2)) },
  ];
  return cuts.filter(({ state: cut }) => cut !== '');
}

export function extensions(state: string): StateVariant<string>[] {
  const added = { '=': 'a "="', ' ': 'a space', '\n': 'a line break', '.': 'a dot', A: 'an "A"' };
  return Object.entries(added).map(([more, name]) => ({ how: `with ${name} after it`, state: state + more }));
}

/** The last character of base64url without padding has bits that no byte needs. */
function otherLastCharacter(part: string): string | undefined {
  const rest = part.length % 4;
  if (!IS_BASE64URL.test(part) || rest < 2) return undefined;
  const index = BASE64URL.indexOf(part.slice(-1));
  return part.slice(0, -1) + BASE64URL.charAt(index ^ 1);
}

const otherCase = (hex: string): string => (hex === hex.toUpperCase() ? hex.toLowerCase() : hex.toUpperCase());

const swapCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

/** Other bytes, which a comparison that does not tell capitals from small letters takes for the same. */
export const otherCases = (state: string): StateVariant<string>[] =>
  eachPart(state, 'with the letters% in the other case', (part) =>
    IS_BASE64URL.test(part) && !IS_HEX.test(part) && part.length >= 32 ? swapCase(part) : undefined,
  );

/** Other texts that lenient decoders read as the same bytes. */
export function spellings(state: string): StateVariant<string>[] {
  const last = 'with bits% changed that no decoded byte holds (the last character)';
  return [
    ...eachPart(state, last, otherLastCharacter),
    ...eachPart(state, 'with + and / for - and _%', (part) =>
      IS_BASE64URL.test(part) ? part.replaceAll('-', '+').replaceAll('_', '/') : undefined,
    ),
    ...eachPart(state, 'with hexadecimal% in the other case', (part) =>
      IS_HEX.test(part) && part.length >= 32 ? otherCase(part) : undefined,
    ),
  ];
}

/** The state without what vouches for it. A state in one part has nothing that could be taken away. */
export function unsigned(state: string): StateVariant<string>[] {
  const parts = partsOf(state);
  const [first] = parts;
  const [body, tag] = parts.slice(-2);
  if (first === undefined || body === undefined || tag === undefined) return [];
  const swapped = state.slice(0, body.start) + tag.text + state.slice(body.end, tag.start) + body.text;
  const taken = [
    { how: 'with nothing in its last part', state: replace(state, tag, '') },
    { how: 'without its last part', state: state.slice(0, body.end) },
    { how: 'with its last two parts exchanged', state: swapped },
  ];
  const header = readPart(first.text);
  if (!isObject(header?.value) || typeof header.value['alg'] !== 'string') return taken;
  const none = header.write({ ...header.value, alg: 'none' });
  const how = "whose header says alg 'none', without a signature";
  return [...taken, { how, state: none + replace(state, tag, '').slice(first.end) }];
}

function otherValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return `${value}x`;
  return typeof value === 'boolean' ? !value : 1;
}

function rewritings(value: unknown, path: string): Array<{ path: string; value: unknown }> {
  if (typeof value !== 'object' || value === null) return [{ path, value: otherValue(value) }];
  const entries = Object.entries(value as JsonObject);
  return entries.flatMap(([name, member]) =>
    rewritings(member, path === '' ? name : `${path}.${name}`).map((one) => ({
      path: one.path,
      value: Array.isArray(value)
        ? (value as unknown[]).with(Number(name), one.value)
        : Object.fromEntries(entries.map(([key, kept]) => [key, key === name ? one.value : kept])),
    })),
  );
}

/** The state with one readable member changed, re-encoded as the server wrote it. */
export function rewritten(state: string): StateVariant<string>[] {
  const all = partsOf(state).flatMap((part) => {
    const read = readPart(part.text);
    if (read === undefined) return [];
    return rewritings(read.value, '').map(({ path, value }) => ({
      how: `with another value for the member '${path}' that anybody can read in it`,
      state: replace(state, part, read.write(value)),
    }));
  });
  return all.slice(0, MOST_MEMBERS);
}
