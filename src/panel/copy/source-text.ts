import { isObject } from '../../json.js';
import { harmlessJson } from '../../shown/json.js';

interface Language {
  readonly text: (value: string) => string;
  readonly name: (name: string) => string;
}

const jsonText = (value: string): string => harmlessJson(JSON.stringify(value));

/** YAML that is JSON too, so that no text can be taken for anything else. */
export const YAML: Language = { text: jsonText, name: jsonText };

const jsText = (value: string): string =>
  `'${jsonText(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

function jsName(name: string): string {
  // As a plain name it would set the prototype.
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : jsText(name);
}

export const JAVASCRIPT: Language = { text: jsText, name: jsName };

/** A JSON value as source text, on one line. */
export function sourceText(value: unknown, language: Language): string {
  if (typeof value === 'string') return language.text(value);
  if (Array.isArray(value)) return `[${value.map((item) => sourceText(item, language)).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const members = entries.map(([name, item]) => `${language.name(name)}: ${sourceText(item, language)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
