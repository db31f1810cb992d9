import { escaped, spellUnseen } from '../invisible-characters.js';

/** What a CI takes for a command anywhere in a line; the first character gives way to its escape. */
const COMMAND = /#(?=#(?:vso|teamcity)?\[)/giu;

/** JSON or YAML in which what nobody sees is escaped, and what a CI would obey. A line break can only stand between members. */
export const escapeUnseen = (source: string, escape: (character: string) => string): string =>
  spellUnseen(source, (unseen) => (unseen === '\n' ? unseen : escape(unseen))).replace(COMMAND, escape);

/** JSON with what nobody sees escaped: the same value, and nothing in it that a terminal or a CI would obey. */
export const harmlessJson = (json: string): string => escapeUnseen(json, escaped);

/** JSON for people and programs. */
export const prettyJson = (value: unknown): string => harmlessJson(JSON.stringify(value, null, 2));
