import { domainToUnicode } from 'node:url';
import type { Ask } from '../../protocol/ask.js';
import { type Field, fieldOf, labelOf } from './field.js';
import type { Question } from './port.js';
import { shown, shownLine } from '../../shown/terminal.js';
import type { Texts } from './texts/index.js';
import { isShownWhole, WHOLE } from './shown-in-full.js';

export interface ShownAddress {
  /** The whole of it, as a browser reads it: ASCII only. */
  readonly href: string;
  readonly host: string;
  /** How the host reads when it has letters beyond ASCII, which may be made to look like another host. */
  readonly reads: string | undefined;
}

/** What a person reads before answering; all its texts are safe for a terminal. */
export interface Announcement {
  /** The server: its title, and always its name. */
  readonly who: string;
  readonly target: string;
  readonly message: string;
  /** Whether all of the question can be shown; where not, it can only be declined or cancelled. */
  readonly isWhole: boolean;
  readonly wants: 'fields' | 'nothing' | 'address';
  readonly fields: readonly Field[];
  readonly fieldsNotShown: number;
  /** Optional fields that cannot be asked here, by their labels. */
  readonly leftOut: readonly string[];
  readonly address: ShownAddress | undefined;
}

/** A list that is longer pushes out of sight who asks. */
const MAX_FIELDS = 64;

/** A name that fills a line could look like a line of ours. */
const MAX_NAME = 60;

/** A title is free text, so the name stays beside it. */
function whoOf({ server }: Ask): string {
  const name = shownLine(server.name, MAX_NAME) || '?';
  const title = shownLine(server.title, MAX_NAME);
  return title === '' || title === name ? name : `${title} (${name})`;
}

function addressOf({ url }: Ask): ShownAddress | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { href, host, hostname } = new URL(url);
  const punycode = hostname.split('.').some((label) => label.startsWith('xn--'));
  return { href: shown(href, WHOLE), host, reads: punycode ? shownLine(domainToUnicode(hostname)) : undefined };
}

export function announcementOf({ ask, target }: Question, texts: Texts): Announcement {
  const fields = Object.keys(ask.requestedSchema?.properties ?? {}).flatMap((name) => fieldOf(name, ask, texts) ?? []);
  const leftOut = Object.entries(ask.requestedSchema?.properties ?? {}).filter(
    ([name]) => !fields.some((field) => field.name === name),
  );
  return {
    who: whoOf(ask),
    target: shownLine(target),
    message: shown(ask.message, { ...WHOLE, more: texts.moreCharacters }),
    isWhole: isShownWhole(ask),
    wants: ask.kind === 'url' ? 'address' : fields.length === 0 ? 'nothing' : 'fields',
    fields: fields.slice(0, MAX_FIELDS),
    fieldsNotShown: Math.max(0, fields.length - MAX_FIELDS),
    leftOut: leftOut.slice(0, MAX_FIELDS).map(([name, property]) => labelOf(name, property)),
    address: addressOf(ask),
  };
}

export function describeField({ label, kind, range, required, preset, foreign }: Field, texts: Texts): string {
  const facts = [
    texts.kind[kind],
    range,
    foreign?.pattern && texts.matching(shownLine(foreign.pattern)),
    foreign && foreign.unchecked.length > 0 ? texts.notChecked(shownLine(foreign.unchecked.join(', '))) : undefined,
    required ? texts.required : texts.optional,
    preset && texts.preset(preset.label),
  ];
  return `${label} (${facts.filter((fact) => fact !== undefined && fact !== '').join(', ')})`;
}
