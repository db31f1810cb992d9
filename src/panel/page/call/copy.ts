import type { CallView, CopyAs } from '../../view.js';
import { fetchCopy } from '../api.js';
import { announce, el, newId, type Part, say, scrolling } from '../element.js';
import { words } from '../words/language.js';
import { recall } from '../question/own-answers.js';

const WAYS = ['call', 'answers', 'contract'] as const satisfies readonly CopyAs[];

/** Takes a call elsewhere: as a command line, an answer file or a contract case. */
export function copies(id: string): Part {
  const heading = el('h3', { id: newId() }, words.copy);
  const withAnswers = el('input', { type: 'checkbox', 'aria-describedby': newId() });
  const hint = el(
    'p',
    { class: 'hint', id: withAnswers.getAttribute('aria-describedby') ?? '' },
    words.withAnswersHint,
  );
  const note = el('p', { class: 'facts', role: 'status' });
  const shown = el('pre', { class: 'raw copied', ...scrolling(words.copy), hidden: true });
  const buttons = WAYS.map((as) => {
    const button = el('button', { type: 'button' }, words.copyAs[as]);
    button.addEventListener('click', () => void copy(as));
    return button;
  });
  async function copy(as: CopyAs): Promise<void> {
    const reply = await fetchCopy({ call: id, as, answers: withAnswers.checked ? recall(id) : [] });
    shown.hidden = !reply.ok;
    say(shown, reply.ok ? reply.text : '');
    say(note, reply.ok ? '' : reply.error || words.lost);
    if (!reply.ok) return;
    const isCopied = await navigator.clipboard.writeText(reply.text).then(
      () => true,
      () => false,
    );
    say(note, isCopied ? words.copied : words.copyByHand);
    announce(isCopied ? words.copied : words.copyByHand);
  }
  const option = el('label', { class: 'option' }, withAnswers, words.withAnswers);
  const element = el(
    'section',
    { class: 'card', 'aria-labelledby': heading.id },
    heading,
    el('div', { class: 'buttons' }, ...buttons),
    option,
    hint,
    note,
    shown,
  );
  return {
    element,
    update({ status }: CallView) {
      element.hidden = status !== 'ended';
      withAnswers.disabled = recall(id).length === 0;
      if (withAnswers.disabled) withAnswers.checked = false;
    },
  };
}
