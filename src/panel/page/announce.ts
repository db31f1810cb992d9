import { el, say } from './element.js';

const region = el('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });

/** The place from which news is read out. It must be in the page before anything is said. */
export const announcements: HTMLElement = region;

const LONGEST = 400;

/** Has a screen reader say something when it is free. */
export function announce(text: string): void {
  say(region, text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);
}
