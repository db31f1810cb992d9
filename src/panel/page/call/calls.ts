import type { PanelView } from '../../view.js';
import { type CallSight, callSight } from './call.js';
import { callList } from './call-list.js';
import { el, fill } from '../element.js';
import { words } from '../words/language.js';

const placeOf = (name: string): HTMLElement => el('div', { class: name });

/** All calls, of which one is looked at. */
export class Calls {
  readonly #callList = callList((id) => this.look(id));
  readonly #empty = el('p', { class: 'card empty' }, words.noCalls);
  readonly #sights = new Map<string, CallSight>();
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
    if (!this.#wantsFocus) this.#sight?.heading.focus();
  }

  update({ calls }: PanelView): void {
    this.#views = calls;
    for (const id of this.#sights.keys()) if (!calls.some((call) => call.id === id)) this.#sights.delete(id);
    for (const call of calls) {
      const sight = this.#sights.get(call.id) ?? callSight(call);
      this.#sights.set(call.id, sight);
      sight.update(call);
    }
    this.#choose();
  }

  get #sight(): CallSight | undefined {
    return this.#chosen === undefined ? undefined : this.#sights.get(this.#chosen);
  }

  #choose(): void {
    if (this.#wanted !== undefined && this.#sights.has(this.#wanted)) {
      this.#chosen = this.#wanted;
      this.#wanted = undefined;
    }
    if (this.#sight === undefined) this.#chosen = this.#views.at(-1)?.id;
    this.#callList.update(this.#views, this.#chosen);
    this.#show();
    if (this.#wantsFocus) this.focus();
  }

  /** What stays is not touched, so that nobody's place in it is lost. */
  #show(): void {
    const sight = this.#sight;
    const shown: [HTMLElement, HTMLElement | undefined][] = [
      [this.list, sight && this.#callList.element],
      [this.hand, sight?.hand ?? this.#empty],
      [this.wire, sight?.wire],
    ];
    for (const [where, what] of shown) if (where.firstChild !== (what ?? null)) fill(where, what);
  }
}
