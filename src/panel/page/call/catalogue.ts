import type { Callable, PanelView } from '../../view.js';
import { type CallForm, callForm, type OnCall, titleOf } from './call-form.js';
import { el, fill, newId, type Part, redrawing, told } from '../element.js';
import { words } from '../words/language.js';

/** With more entries than this the list has a filter. */
const MANY = 8;

const KINDS = ['tool', 'prompt', 'resource'] as const;

const keyOf = ({ kind, name }: Callable): string => `${kind} ${name}`;

const fits = (callable: Callable, typed: string): boolean =>
  `${callable.name} ${callable.title ?? ''}`.toLowerCase().includes(typed.trim().toLowerCase());

function badges(callable: Callable): HTMLElement[] {
  if (callable.kind !== 'tool') return [];
  const { readOnly, destructive } = callable;
  return [
    ...(readOnly ? [el('span', { class: 'badge' }, words.readOnly)] : []),
    ...(destructive ? [el('span', { class: 'badge bad' }, words.destructive)] : []),
  ];
}

/** Forms are kept, so that going from one tool to another loses nothing; a tool that has changed gets another form. */
class Forms {
  readonly #forms = new Map<string, CallForm>();
  readonly #onCall: OnCall;

  constructor(onCall: OnCall) {
    this.#onCall = onCall;
  }

  of(callable: Callable): CallForm {
    const key = JSON.stringify(callable);
    const form = this.#forms.get(key) ?? callForm(callable, this.#onCall);
    this.#forms.set(key, form);
    return form;
  }
}

function listOf(
  callables: readonly Callable[],
  chosen: string | undefined,
  choose: (key: string) => void,
): HTMLElement[] {
  return KINDS.flatMap((kind) => {
    const ofKind = callables.filter((callable) => callable.kind === kind);
    if (ofKind.length === 0) return [];
    const heading = el('h3', { class: 'kind', id: newId() }, words.kinds[kind]);
    const items = ofKind.map((callable) => {
      const key = keyOf(callable);
      const button = el(
        'button',
        { type: 'button', class: 'entry', 'aria-pressed': String(key === chosen), 'data-key': key },
        told(titleOf(callable)),
        ...badges(callable),
      );
      button.addEventListener('click', () => choose(key));
      return el('li', {}, button);
    });
    return [heading, el('ul', { class: 'entries', 'aria-labelledby': heading.id }, ...items)];
  });
}

/** What can be called, and the arguments of what was chosen. */
export function catalogue(onCall: OnCall): Part<PanelView> {
  const forms = new Forms(onCall);
  const filter = el('input', { type: 'search', 'aria-label': words.filter, placeholder: words.filter, hidden: true });
  const list = el('div', { class: 'list' });
  const place = el('div', { class: 'form-place' });
  const heading = el('h2', { id: newId() }, words.callables);
  const element = el('section', { class: 'card', 'aria-labelledby': heading.id }, heading, filter, list, place);
  let callables: readonly Callable[] = [];
  const redraw = redrawing();
  let chosen: string | undefined;

  function choose(key: string): void {
    chosen = key;
    for (const button of list.querySelectorAll('button')) button.ariaPressed = String(button.dataset['key'] === key);
    showForm();
  }
  function showForm(): void {
    const callable = callables.find((one) => keyOf(one) === chosen);
    const form = callable && forms.of(callable).element;
    if (form === undefined) fill(place);
    else if (place.firstChild !== form) fill(place, form);
  }
  function draw(): void {
    const shown = callables.filter((callable) => fits(callable, filter.value));
    const nothing = el('p', { class: 'hint' }, words.nothingListed);
    fill(list, ...(shown.length === 0 ? [nothing] : listOf(shown, chosen, choose)));
  }
  filter.addEventListener('input', draw);

  return {
    element,
    update(view) {
      if (view.status !== 'ready' && view.callables.length === 0) return;
      redraw(view.callables, () => {
        callables = view.callables;
        filter.hidden = callables.length <= MANY;
        if (!callables.some((callable) => keyOf(callable) === chosen)) chosen = callables[0] && keyOf(callables[0]);
        draw();
        showForm();
      });
    },
  };
}
