import type { PanelView } from '../../view.js';
import { type CallColumns, callColumns } from './call.js';
import { callList } from './call-list.js';
import { el, fill } from '../element.js';
import { words } from '../words/language.js';

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
