import type { CallView } from '../../view.js';
import { post } from '../api.js';
import { el, fill, newId, redrawing, told } from '../element.js';
import { words } from '../words/language.js';

/** The list from which one call is picked to be looked at. */
export interface CallList {
  readonly element: HTMLElement;
  update(calls: readonly CallView[], chosen: string | undefined): void;
}

const SIGNS: Readonly<Record<CallView['status'], string>> = { running: '…', waiting: '?', ended: '✓' };

const clock = (iso: string): string =>
  new Date(iso).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

function entry({ id, name, status, startedAt }: CallView, chosen: string | undefined): HTMLButtonElement {
  return el(
    'button',
    { type: 'button', class: 'chip', 'aria-pressed': String(id === chosen), 'data-id': id },
    el('span', { 'aria-hidden': 'true', class: `sign ${status}` }, SIGNS[status]),
    told(name),
    el('span', { class: 'time' }, clock(startedAt)),
    el('span', { class: 'unseen' }, words.status[status]),
  );
}

export function callList(onPick: (id: string) => void): CallList {
  const heading = el('h2', { id: newId(), class: 'unseen' }, words.calls);
  const items = el('ul', { class: 'chips' });
  const forget = el('button', { type: 'button', class: 'quiet' }, words.forget);
  forget.addEventListener('click', () => void post('api/forget', {}));
  items.addEventListener('click', ({ target }) => {
    const id = target instanceof Element ? target.closest('button')?.dataset['id'] : undefined;
    if (id !== undefined) onPick(id);
  });
  const redraw = redrawing();
  return {
    element: el('nav', { class: 'calls', 'aria-labelledby': heading.id }, heading, items, forget),
    update(calls, chosen) {
      redraw([chosen, calls.map(({ id, status }) => [id, status])], () => {
        const { activeElement } = document;
        const focused = activeElement instanceof HTMLElement ? activeElement.dataset['id'] : undefined;
        fill(items, ...calls.toReversed().map((call) => el('li', {}, entry(call, chosen))));
        forget.hidden = !calls.some(({ status }) => status === 'ended');
        if (focused !== undefined) items.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`)?.focus();
      });
    },
  };
}
