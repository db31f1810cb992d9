import type { PanelView } from '../../view.js';
import { whoAsks } from './asker.js';
import { announce, el } from '../element.js';
import { texts, words } from '../words/language.js';
import { type QuestionCard, questionCard } from './question.js';

/** Where the question that waits is shown. */
export interface QuestionPlace {
  readonly element: HTMLElement;
  /** Leads to the question from wherever the person is; it is in sight when the question is not. */
  readonly link: HTMLElement;
  /** Says whether a question has come. */
  update(view: PanelView): boolean;
}

const TYPES = new Set(['INPUT', 'TEXTAREA', 'SELECT']);

/** Whoever is typing elsewhere is not pulled away; the question is read out and waits. Who has just made a call is not typing. */
function isTyping(place: HTMLElement): boolean {
  const { activeElement } = document;
  if (activeElement === null || !TYPES.has(activeElement.tagName) || place.contains(activeElement)) return false;
  return activeElement.closest('form[aria-busy]') === null;
}

/** Where the focus goes when a question leaves with the focus in it. */
type Fallback = () => void;

export function questionPlace(afterwards: Fallback): QuestionPlace {
  const element = el('div', { class: 'question-place', id: 'question' });
  let card: QuestionCard | undefined;
  const link = el('button', { type: 'button', class: 'primary to-question', hidden: true }, words.toQuestion);
  link.addEventListener('click', () => card?.heading.focus());
  new IntersectionObserver(([entry]) => link.classList.toggle('unneeded', entry?.isIntersecting)).observe(element);
  return {
    element,
    link,
    update({ question }) {
      link.hidden = question === undefined;
      if (question === undefined) {
        const hadFocus = element.contains(document.activeElement);
        if (card?.isGiven() === false) announce(texts.takenBack);
        card = undefined;
        element.replaceChildren();
        if (hadFocus) afterwards();
        return false;
      }
      if (card?.id === question.id) {
        card.update(question);
        return false;
      }
      const busy = isTyping(element);
      card = questionCard(question);
      card.update(question);
      element.replaceChildren(card.element);
      announce(words.newQuestion(whoAsks(question), question.message));
      if (!busy) card.heading.focus();
      return true;
    },
  };
}
