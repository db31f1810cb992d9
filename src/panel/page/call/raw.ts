import type { CallView } from '../../view.js';
import { el, newId, type Part, say, scrolling } from '../element.js';
import { words } from '../words/language.js';

/** JSON of the wire as text; the keyboard scrolls it. */
export function rawBlock(label: string): { readonly element: HTMLPreElement; readonly show: (text: string) => void } {
  const element = el('pre', { class: 'raw', ...scrolling(label) });
  return { element, show: (text) => say(element, text) };
}

function factsOf({ ms, status }: NonNullable<CallView['first']>): string {
  const http = status === undefined ? '' : ` · HTTP ${status}`;
  return `${Math.round(ms)} ms${http} · ${words.stateMasked}`;
}

/** The first round as it was on the wire. */
export function firstRound(): Part {
  const heading = el('h3', { id: newId() }, words.first);
  const facts = el('p', { class: 'facts' });
  const { element: raw, show } = rawBlock(words.first);
  return {
    element: el('section', { class: 'card first', 'aria-labelledby': heading.id }, heading, facts, raw),
    update({ first }: CallView) {
      raw.hidden = first === undefined;
      say(facts, first === undefined ? words.firstNone : factsOf(first));
      show(first?.raw ?? '');
    },
  };
}
