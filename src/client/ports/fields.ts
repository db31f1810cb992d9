import { refuseAddress } from '../../protocol/address.js';
import { checkContent, type FormValue, parseText } from '../../form/index.js';
import { accept, type Answer, cancel } from '../answers/answers.js';
import { findPattern } from '../answers/pattern.js';
import { refuseForeign, toWire } from '../answers/foreign.js';
import { bareMap } from '../../json.js';
import { type Announcement, announcementOf } from './announcement.js';
import { type Field, fieldOf, labelOf } from './field.js';
import type { Question } from './port.js';
import { shownLine } from '../../shown/terminal.js';
import { reasonIn, type Texts } from './texts/index.js';

/** What a person does when a question is put: begins to answer (or is done at an address), says no, or goes away. */
export type Start = 'answer' | 'decline' | 'cancel';

/**
 * What comes back for one field: typed text, something picked from what was shown, something that is neither and why, nothing,
 * or the end of the question.
 */
export type FieldReply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'picked'; readonly value: FormValue }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'cancel' };

/**
 * What a port must be able to do to ask field by field. All texts that it gets are safe to show, and a signal that aborts
 * ends each of these with a rejection.
 */
export interface FieldPrompts {
  /** Who asks, the message, and the fields or the address; then Enter, n or q. Where not all of it can be shown, no Enter. */
  announce(announcement: Announcement): Promise<Start>;
  ask(field: Field): Promise<FieldReply>;
  /** Why a value was refused, or how the question ended. */
  say(note: string): void;
}

const TRIES = 3;

/** The value of a field as it goes on the wire, or why there is none. */
type FieldValue = { readonly value: unknown } | { readonly refused: string };

function finish({ foreign }: Field, value: FormValue, texts: Texts): FieldValue {
  if (foreign === undefined) return { value };
  const wire = toWire(foreign, value);
  const message = refuseForeign(foreign, wire, findPattern);
  return message === undefined ? { value: wire } : { refused: reasonIn(texts.lang, message) };
}

/** An empty field takes the default, or is left out where it may be; null says so where nothing may not. */
function valueOfNothing(field: Field, isNeeded: boolean, texts: Texts): FieldValue {
  const { required, preset, foreign } = field;
  if (preset !== undefined) return finish(field, preset.value, texts);
  if (required) return { refused: reasonIn(texts.lang, 'is required') };
  return { value: isNeeded && foreign?.isNullable === true ? null : undefined };
}

function valueOf(field: Field, reply: Exclude<FieldReply, { kind: 'cancel' | 'empty' }>, texts: Texts): FieldValue {
  const { name, property } = field;
  const refuse = (message: string): FieldValue => ({ refused: reasonIn(texts.lang, message) });
  switch (reply.kind) {
    case 'refused':
      return { refused: reply.reason };
    case 'text': {
      const read = parseText(property, reply.text);
      return read.ok ? finish(field, read.value, texts) : refuse(read.message);
    }
    case 'picked': {
      const outcome = checkContent({ type: 'object', properties: { [name]: property } }, { [name]: reply.value });
      return outcome.ok ? finish(field, reply.value, texts) : refuse(outcome.issues[0]?.message ?? '');
    }
  }
}

/**
 * Asks for one field, up to three times; `undefined` where that ends the whole question.
 *
 * INVARIANT: a decline is only what a person said. Nothing, three wrong values and the end of the input cancel.
 */
async function askField(
  field: Field,
  isNeeded: boolean,
  prompts: FieldPrompts,
  texts: Texts,
): Promise<{ readonly value: unknown } | undefined> {
  for (let left = TRIES - 1; left >= 0; left -= 1) {
    const reply = await prompts.ask(field);
    if (reply.kind === 'cancel') return undefined;
    const read = reply.kind === 'empty' ? valueOfNothing(field, isNeeded, texts) : valueOf(field, reply, texts);
    if ('value' in read) return read;
    if (left > 0) prompts.say(texts.refused(shownLine(read.refused, 600), left));
  }
  prompts.say(texts.noMoreTries(field.label));
  return undefined;
}

/** A field that cannot be asked here ends the question before a person is asked: that is nobody's no. */
function unaskable({ ask }: Question, texts: Texts): string | undefined {
  const { properties = {}, required = [] } = ask.requestedSchema ?? {};
  const missing = Object.entries(properties).find(
    ([name]) => required.includes(name) && fieldOf(name, ask, texts) === undefined,
  );
  return missing && labelOf(...missing);
}

async function askForm(question: Question, prompts: FieldPrompts, texts: Texts): Promise<Answer> {
  const { properties = {}, required = [] } = question.ask.requestedSchema ?? {};
  const missing = unaskable(question, texts);
  if (missing !== undefined) {
    prompts.say(texts.cannotShow(missing));
    return cancel();
  }
  const start = await prompts.announce(announcementOf(question, texts));
  if (start !== 'answer') return { action: start };
  const content = bareMap<unknown>();
  for (const name of Object.keys(properties)) {
    const field = fieldOf(name, question.ask, texts);
    if (field === undefined) continue;
    const end = await askField(field, required.includes(name), prompts, texts);
    if (end === undefined) return cancel();
    if (end.value !== undefined) content[name] = end.value;
  }
  return { action: 'accept', content };
}

async function askAddress(question: Question, prompts: FieldPrompts, texts: Texts): Promise<Answer> {
  if (refuseAddress(question.ask.url) !== undefined) return cancel();
  const start = await prompts.announce(announcementOf(question, texts));
  return start === 'answer' ? accept() : { action: start };
}

/**
 * The rule for a port that cannot show a form. First who asks, the message and the fields: Enter answers, n declines, q
 * cancels. Then each value, with its default, up to three times; a value that stays wrong or missing cancels this ask and no
 * other one. For an address: done, no, or gone; nothing is opened.
 *
 * @returns `undefined` for sampling and roots, to which a person here has nothing to say.
 */
export async function askByField(question: Question, prompts: FieldPrompts, texts: Texts): Promise<Answer | undefined> {
  const { kind } = question.ask;
  if (kind === 'form') return askForm(question, prompts, texts);
  return kind === 'url' ? askAddress(question, prompts, texts) : undefined;
}
