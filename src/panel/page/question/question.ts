import type { QuestionView } from '../../view.js';
import { type Reply, post } from '../api.js';
import { askerHead, isLongBlock, messageBlock } from './asker.js';
import { el, formEnd, onSubmit, say } from '../element.js';
import { reason, words } from '../words/language.js';
import { remember } from './own-answers.js';
import { contentOf, type QuestionContent } from './content.js';

type Action = 'accept' | 'decline' | 'cancel';

/** A question on the page. It is drawn once, so what is half typed stays, and it goes only when nobody waits for it. */
export interface QuestionCard {
  readonly id: string;
  readonly element: HTMLElement;
  /** Where the focus goes when the question comes. */
  readonly heading: HTMLElement;
  /** Whether this page has answered it, or is about to. */
  readonly isGiven: () => boolean;
  update(question: QuestionView): void;
}

interface OpenQuestion {
  readonly question: QuestionView;
  /** Whether the person has had all of the message before their eyes. */
  readonly isRead: () => boolean;
  readonly content: QuestionContent;
  readonly buttons: readonly HTMLButtonElement[];
  readonly problem: HTMLElement;
}

function tellRefusal({ content, problem }: OpenQuestion, reply: Reply & { ok: false }): void {
  const rest = content.refuse(reply.issues);
  const said = rest.length > 0 ? rest.map(reason).join(' ') : undefined;
  const isOurs = reply.issues.length > 0;
  say(problem, said ?? (isOurs ? words.checkFields(reply.issues.length) : reply.error || words.notSent));
}

/** The one that accepts may be off on its own. */
const isOff = (buttons: OpenQuestion['buttons']): boolean => buttons.every((button) => button.ariaDisabled === 'true');

async function give(open: OpenQuestion, action: Action): Promise<void> {
  const { question, content, buttons, problem } = open;
  if (isOff(open.buttons)) return;
  if (action === 'accept' && !open.isRead()) return say(problem, question.isWhole ? words.readToEnd : words.tooLong);
  say(problem, '');
  const filled = action === 'accept' ? content.fill() : undefined;
  if (filled?.ok === false) return say(problem, words.checkFields(filled.refused));
  for (const button of buttons) button.ariaDisabled = 'true';
  const body = { question: question.id, action, ...(filled?.ok === true && { content: filled.content }) };
  const reply = await post('api/answer', body);
  if (reply.ok && filled?.ok === true && question.kind === 'form') remember(question, filled.content);
  // What was taken stays off until the question goes: an answer is given once.
  if (reply.ok) return;
  for (const button of buttons) button.ariaDisabled = null;
  tellRefusal(open, reply);
}

/** Whether the question has no answer but the accepted one. */
const isBare = ({ kind }: QuestionView): boolean => kind === 'sampling' || kind === 'roots';

function messageOf(question: QuestionView): HTMLElement | undefined {
  return question.message.trim() === '' ? undefined : messageBlock(question.message);
}

/** Holds the button that accepts back until the end of the message has been in sight; for ever where it has no end here. */
function reading(
  { isWhole }: QuestionView,
  message: HTMLElement | undefined,
  accept: HTMLButtonElement,
): OpenQuestion['isRead'] {
  let isRead = isWhole && (message === undefined || !isLongBlock(message));
  const hold = (): void => {
    accept.ariaDisabled = isRead ? null : 'true';
  };
  hold();
  const look = (): void => {
    if (message === undefined || !isWhole || isRead || message.clientHeight === 0) return;
    isRead = message.scrollTop + message.clientHeight >= message.scrollHeight - 2;
    hold();
  };
  message?.addEventListener('scroll', look, { passive: true });
  if (message !== undefined && !isRead) new ResizeObserver(look).observe(message);
  return () => isRead;
}

function formOf(
  question: QuestionView,
  message: HTMLElement | undefined,
  heading: HTMLElement,
): { readonly form: HTMLFormElement; readonly isGiven: () => boolean } {
  const content = contentOf(question);
  const accept = el('button', { type: 'submit', class: 'primary' }, content.accept);
  const decline = el('button', { type: 'button' }, words.decline);
  const cancel = el('button', { type: 'button', class: 'quiet' }, words.cancel);
  const isRead = reading(question, message, accept);
  const buttons = [accept, decline, cancel];
  const { element: end, problem } = formEnd(...buttons);
  const open: OpenQuestion = { question, isRead, content, problem, buttons };
  decline.addEventListener('click', () => void give(open, 'decline'));
  cancel.addEventListener('click', () => void give(open, 'cancel'));
  const form = el(
    'form',
    { novalidate: true, autocomplete: 'off', 'aria-labelledby': heading.id, 'aria-describedby': message?.id },
    ...content.elements,
    ...(question.isWhole ? [] : [el('p', { class: 'warning' }, words.tooLong)]),
    end,
    el('p', { class: 'hint' }, isBare(question) ? words.meaningBare : words.meaning),
  );
  onSubmit(form, () => give(open, 'accept'));
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit(accept);
  });
  return { form, isGiven: () => isOff(buttons) };
}

/** Draws a question as a host would: who asks on top, then their words, then what is to be filled in, then the three ways out. */
export function questionCard(question: QuestionView): QuestionCard {
  const { element: head, heading } = askerHead(question);
  const message = messageOf(question);
  const more = el('p', { class: 'more', hidden: true });
  const { form, isGiven } = formOf(question, message, heading);
  const attributes = { class: 'card question', 'aria-labelledby': heading.id };
  const element = el('section', attributes, head, more, message, form);
  return {
    id: question.id,
    element,
    heading,
    isGiven,
    update({ more: questions }) {
      more.hidden = questions === 0;
      say(more, questions === 0 ? '' : words.more(questions));
    },
  };
}
