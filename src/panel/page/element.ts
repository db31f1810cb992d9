import type { CallView } from '../view.js';

export type Child = Node | string | undefined | false;
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Makes an element. Strings become text nodes, so text of a server is never read as markup. INVARIANT: `attributes` get
 * names from our own code only, and no `href`, `src` or handler from here: see address.ts.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

let made = 0;

/** An id that nothing else on the page has. */
export function newId(): string {
  made += 1;
  return `p${made}`;
}

/** Text of a server: its direction is its own and does not leak. */
export const told = (text: string, className = ''): HTMLElement =>
  el('bdi', { ...(className !== '' && { class: className }) }, text);

export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== undefined && child !== false));
}

/** Sets text only when it differs, so that a live region or a selection is left alone. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A part of the page, by default of what is shown of one call. It is made once; an update changes only what has changed. */
export interface Part<Shown = CallView> {
  readonly element: HTMLElement;
  update(shown: Shown): void;
}

/** Draws again only when what is shown has changed since the last time, so that nobody's place in it is lost. */
export function redrawing(): (shown: unknown, draw: () => void) => void {
  let drawn: string | undefined;
  return (shown, draw) => {
    const next = JSON.stringify(shown);
    if (next === drawn) return;
    drawn = next;
    draw();
  };
}

/** The end of a form: its buttons, and what is wrong with what was sent. */
export function formEnd(...buttons: readonly HTMLButtonElement[]): {
  readonly element: HTMLElement;
  readonly problem: HTMLElement;
} {
  const problem = el('p', { class: 'problem', role: 'alert' });
  return { element: el('div', { class: 'actions' }, problem, el('div', { class: 'buttons' }, ...buttons)), problem };
}

/** Sends a form by what a script does, and not by going to another page. */
export function onSubmit(form: HTMLFormElement, send: () => Promise<void>): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
}

/** The attributes of what scrolls inside its frame: the keyboard reaches it. */
export const scrolling = (label: string): Attributes => ({ tabindex: '0', role: 'group', 'aria-label': label });

/** How long a text may be before it scrolls inside its frame, so that what can be done next stays near. */
interface Room {
  readonly characters: number;
  readonly lines: number;
}

/** A frame of a class, which is also `long` when the text in it scrolls. */
export function frame(name: string, text: string, { characters, lines }: Room, label: string): Attributes {
  const isLong = text.length > characters || text.split('\n').length > lines;
  return { class: isLong ? `${name} long` : name, dir: 'auto', ...(isLong && scrolling(label)) };
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1000;
  if (seconds < 100) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** The place from which news is read out. It must be in the page before anything is said. */
export const announcements = el('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });

const LONGEST = 400;

/** Has a screen reader say something when it is free. */
export function announce(text: string): void {
  say(announcements, text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);
}
