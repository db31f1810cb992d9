import { domainToUnicode } from 'node:url';
import type { Ask, AskingServer } from '../../client/index.js';
import { isObject } from '../../json.js';
import type { Question } from '../../client/ports/port.js';
import { isCut, shown, shownLine } from '../../shown/terminal.js';
import { isShownWhole, WHOLE } from '../../client/ports/shown-in-full.js';
import { safeForm } from './schema.js';
import type { QuestionView } from '../view.js';

/** A name that fills a line could look like a line of ours. */
const MAX_NAME = 60;

export interface QuestionPosition {
  readonly id: string;
  readonly call: string;
  readonly more: number;
}

export function nameOf({ name, title }: AskingServer): { name: string; title?: string } {
  const safe = shownLine(title, MAX_NAME);
  return { name: shownLine(name, MAX_NAME), ...(safe !== '' && { title: safe }) };
}

function textOf(content: unknown): string {
  if (Array.isArray(content)) return content.map(textOf).join('\n');
  if (!isObject(content)) return '';
  return typeof content['text'] === 'string' ? content['text'] : `(${String(content['type'])})`;
}

/** What a server wants a model to read, as a person can read it. */
function conversationOf({ systemPrompt, messages }: Readonly<Record<string, unknown>>): string {
  const said = Array.isArray(messages)
    ? messages.map((message) => (isObject(message) ? `${String(message['role'])}: ${textOf(message['content'])}` : ''))
    : [];
  return [...(typeof systemPrompt === 'string' ? [`system: ${systemPrompt}`] : []), ...said].join('\n\n');
}

const textOfAsk = ({ kind, message = '', params }: Ask): string =>
  kind === 'sampling' ? conversationOf(params) : message;

export const messageOf = (ask: Ask): string => shown(textOfAsk(ask), WHOLE);

/** Whether the person can read all of it. */
export const isWhole = (ask: Ask): boolean => !isCut(textOfAsk(ask), WHOLE) && isShownWhole(ask);

function addressOf(url: string): NonNullable<QuestionView['url']> {
  const { href, host, hostname, protocol } = new URL(url);
  const punycode = hostname.split('.').some((label) => label.startsWith('xn--'));
  const reads = punycode ? shownLine(domainToUnicode(hostname)) : '';
  const warnings = [
    ...(punycode ? [`This name reads as ${reads}; it may imitate another.`] : []),
    ...(protocol === 'https:' ? [] : ['This address is not encrypted; it is on this computer.']),
  ];
  return { href, host, ...(punycode && { reads }), ...(warnings.length > 0 && { warning: warnings.join(' ') }) };
}

export function viewQuestion({ ask, target, round }: Question, { id, call, more }: QuestionPosition): QuestionView {
  const { key, kind, requestedSchema, url, server } = ask;
  return {
    id,
    call,
    key: shownLine(key),
    kind,
    server: nameOf(server),
    target: shownLine(target),
    round,
    message: messageOf(ask),
    isWhole: isWhole(ask),
    ...(requestedSchema !== undefined && { schema: safeForm(requestedSchema) }),
    ...(url !== undefined && URL.canParse(url) && { url: addressOf(url) }),
    more,
  };
}
