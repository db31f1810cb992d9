import type { CallView, PanelView } from '../../view.js';
import { post } from '../api.js';
import { type CallColumns, callColumns } from './call.js';
import { el, fill, newId, redrawing, told } from '../element.js';
import { words } from '../words/language.js';

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

/** The list from which one call is picked to be looked at. */
function callList(onPick: (id: string) => void) {
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
    update(calls: readonly CallView[], chosen: string | undefined) {
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

const placeOf = (name: string): HTMLElement => el('div', { class: name });

/** All calls, of which one is looked at. */
export class Calls {
  readonly #callList = callList((id) => this.look(id));
  readonly #empty = el('p', { class: 'card empty' }, words.noCalls);
  readonly #columns = new Map<string, CallColumns>();
  readonly list = placeOf('list-place');
  readonly hand = placeOf('hand-place');
  readonly wire = placeOf('wire-place');
  #views: PanelView['calls'] = [];
  #chosen: string | undefined;
  #wanted: string | undefined;
  #wantsFocus = false;

  /** Looks at a call, as soon as it is there. */
  look(id: string): void {
    this.#wanted = id;
    this.#choose();
  }

  /** Puts the focus on how the call that is looked at stands, as soon as it is there. */
  focus(): void {
    this.#wantsFocus = this.#wanted !== undefined;
    if (!this.#wantsFocus) this.#shown?.heading.focus();
  }

  update({ calls }: PanelView): void {
    this.#views = calls;
    for (const id of this.#columns.keys()) if (!calls.some((call) => call.id === id)) this.#columns.delete(id);
    for (const call of calls) {
      const columns = this.#columns.get(call.id) ?? callColumns(call);
      this.#columns.set(call.id, columns);
      columns.update(call);
    }
    this.#choose();
  }

  get #shown(): CallColumns | undefined {
    return this.#chosen === undefined ? undefined : this.#columns.get(this.#chosen);
  }

  #choose(): void {
    if (this.#wanted !== undefined && this.#columns.has(this.#wanted)) {
      this.#chosen = this.#wanted;
      this.#wanted = undefined;
    }
    if (this.#shown === undefined) this.#chosen = this.#views.at(-1)?.id;
    this.#callList.update(this.#views, this.#chosen);
    this.#show();
    if (this.#wantsFocus) this.focus();
  }

  /** What stays is not touched, so that nobody's place in it is lost. */
  #show(): void {
    const columns = this.#shown;
    const shown: [HTMLElement, HTMLElement | undefined][] = [
      [this.list, columns && this.#callList.element],
      [this.hand, columns?.hand ?? this.#empty],
      [this.wire, columns?.wire],
    ];
    for (const [where, what] of shown) if (where.firstChild !== (what ?? null)) fill(where, what);
  }
}
