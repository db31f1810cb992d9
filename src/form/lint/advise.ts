import { adviseCrossed, refuseNumberNames, refuseUnaskable } from './askable.js';
import type { FormFault, FormProperty, FormSchema } from '../grammar.js';
import { keysOf } from '../../json.js';
import type { JsonObject } from '../../json.js';
import { isAnnotation } from './keywords.js';
import { hasOptions, optionsOf } from '../options.js';

type Advice = (path: string) => FormFault;

const secretAt: Advice = (path) => ({
  path,
  code: 'secret',
  message:
    'seems to ask for a secret; a form must not (MCP 2026-07-28, elicitation): use a URL ask, or take it from authorization',
});
const addressAt: Advice = (path) => ({
  path,
  code: 'address',
  message: 'has a web address; a form should have none that a person may follow: use a URL ask',
});
const strayAt: Advice = (path) => ({
  path,
  code: 'stray',
  message: 'is not in the form grammar and a client may refuse it; leave it out',
});
const oldTitlesAt: Advice = (path) => ({
  path,
  code: 'stray',
  message: 'is deprecated; use oneOf with const and title',
});

/** Words of a name, a title or a description that together mean a secret. Numbers can be secrets too, choices cannot. */
const SECRETS =
  /\b(?:passwords?|passwd|pwd|passcodes?|passphrases?|secrets?|credentials?|otp|totp|cvv|cvc|pin|iban|ssn|(?:api|access|auth|private|secret|ssh|encryption|signing|license) ?keys?|(?:access|auth|bearer|api|refresh|session|personal access|id)? ?tokens?|(?:credit|debit|bank|payment) ?cards?|card ?(?:numbers?|no)|security ?codes?|(?:verification|recovery|one time|2fa|mfa) ?codes?|(?:seed|recovery) ?phrases?|contraseñas?|contrasenas?|senhas?|clave secreta|(?:número|numero) de (?:la )?tarjeta|(?:número|numero) do cartão|mot de passe|passwort|kennwort)\b/;

const ADDRESS = /[a-z\d+.-]:\/\/[^\s]|\bwww\.[a-z\d]|\b(?:javascript|data|mailto|file|tel):[^\s]/i;

/** Splits `apiKey`, `api_key` and `API-Key` into the same words. */
const wordsOf = (text: string): string =>
  text
    .slice(0, 2000)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[\s_.:\-/]+/g, ' ')
    .toLowerCase();

const canHoldSecret = (property: FormProperty): boolean => property.type !== 'boolean' && !hasOptions(property);

/** Whether the name, title or description of a field reads as if a person were to give away a secret there. */
export function asksForSecret(name: string, property: FormProperty): boolean {
  const texts: unknown[] = [name, property.title, property.description];
  return canHoldSecret(property) && texts.some((text) => typeof text === 'string' && namesSecret(property, text));
}

/** A count of tokens is no token. */
function namesSecret({ type }: FormProperty, text: string): boolean {
  const found = SECRETS.exec(wordsOf(text))?.[0] ?? '';
  return found !== '' && (type === 'string' || !/tokens|keys/.test(found));
}

function adviseField(name: string, property: FormProperty): FormFault[] {
  const path = `properties.${name}`;
  const { title = '', description = '' } = property;
  const advice: FormFault[] = [];
  if (asksForSecret(name, property)) advice.push(secretAt(path));
  const options = hasOptions(property) ? optionsOf(property).map((option) => option.title) : [];
  if ([title, description, ...options].some((text) => ADDRESS.test(text))) advice.push(addressAt(path));
  if ('enumNames' in property) advice.push(oldTitlesAt(`${path}.enumNames`));
  return advice;
}

const isStray = (key: string): boolean => key === 'additionalProperties' || isAnnotation(key);

/**
 * Reads a form for what is allowed and unwise: a field that asks for a password, a token, a key or a card number; an
 * address in the message or in a field; keywords that say nothing on the wire (MCP 2026-07-28, elicitation: security);
 * options that read the same, fields that no value fits, and fields named by numbers, whose order is lost.
 *
 * It guesses from names and texts, so treat it as advice. Pass a schema that {@link lintForm} has nothing against.
 *
 * @example
 * ```ts
 * adviseForm({ type: 'object', properties: { apiKey: { type: 'string' } } }, 'See https://example.com');
 * // [{ path: 'message', … }, { path: 'properties.apiKey', … }]
 * ```
 */
export function adviseForm(schema: FormSchema, message = ''): FormFault[] {
  const strays = keysOf(schema as unknown as JsonObject).filter(isStray);
  return [
    ...(ADDRESS.test(message) ? [addressAt('message')] : []),
    ...strays.map(strayAt),
    ...Object.entries(schema.properties).flatMap(([name, property]) => adviseField(name, property)),
    ...refuseUnaskable(schema),
    ...refuseNumberNames(schema),
    ...adviseCrossed(schema),
  ];
}
