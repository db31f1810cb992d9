import type { QuestionView } from '../../view.js';
import { el, frame, newId, told } from '../element.js';
import { words } from '../words/language.js';

/** Who asks, in a line that can be read out. */
export const whoAsks = ({ server: { name, title } }: QuestionView): string =>
  title === undefined || title === name ? name : `${title} (${name})`;

/** The head of a question: who asks always stands over what they say. A title is free text, so the name is beside it. */
export function askerHead({ server: { name, title }, target, round }: QuestionView): {
  readonly element: HTMLElement;
  readonly heading: HTMLElement;
} {
  const titled = title !== undefined && title !== name;
  const heading = el(
    'h2',
    { id: newId(), tabindex: '-1' },
    told(titled ? title : name, 'who'),
    titled && ' (',
    titled && told(name, 'code'),
    titled && ')',
    ` ${words.asks}`,
  );
  const where = el(
    'p',
    { class: 'where' },
    `${words.inTarget} `,
    told(target, 'code'),
    ` · ${words.roundNumber(round)}`,
  );
  return { element: el('header', { class: 'asker' }, heading, where), heading };
}

/** A message longer than this scrolls inside its frame, so that who asks and the buttons stay near. */
const LONG = { characters: 900, lines: 14 };

/** What the server says, framed as its own words. */
export const messageBlock = (text: string): HTMLElement =>
  el('blockquote', { id: newId(), ...frame('message', text, LONG, words.message) }, text);

/** Whether a block scrolls, so that its end may be out of sight. */
export const isLongBlock = (block: HTMLElement): boolean => block.classList.contains('long');
