export type Child = Node | string | undefined | false;
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Makes an element. Strings become text nodes, so text of a server is never read as markup. INVARIANT: `attributes` get
 * names from our own code only, and no `href`, `src` or handler from here: see link.ts.
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

/** Replaces what is inside. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== undefined && child !== false));
}

/** Sets text only when it differs, so that a live region or a selection is left alone. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
