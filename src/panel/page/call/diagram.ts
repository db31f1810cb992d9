import type { ArrowSaid, ArrowView } from '../../view.js';
import { duration, el, newId, type Part, told } from '../element.js';
import { words } from '../words/language.js';

type Says = { readonly [Is in ArrowSaid['is']]: (said: Extract<ArrowSaid, { readonly is: Is }>) => string };

/** Methods, keys and actions are words of the protocol; the others are in the language of the page. */
const SAYS: Says = {
  call: ({ method, name }) => `${method} ${name}`,
  asks: ({ keys }) => `input_required: ${keys.join(', ') || words.noAsks}`,
  request: ({ method }) => method,
  question: ({ key }) => key,
  answer: ({ key, action }) => `${key}: ${action}`,
  refused: ({ key, why }) => `${key}: ${words.refused(why)}`,
  again: ({ method, keys, state }) =>
    `${method} ${words.again}: ${words.given(keys)}${state ? `, ${words.withState}` : ''}`,
  answers: ({ keys }) => words.given(keys),
  result: ({ isError }) => `${words.ending.result}${isError ? ' (isError)' : ''}`,
  error: ({ code }) => `${words.ending.error} ${code}`,
  replay: ({ round, tamper }) => words.roundAgain(round) + (tamper === 'none' ? '' : ` (${words.tampers[tamper]})`),
  end: ({ kind }) => words.ending[kind],
};

function labelOf(said: ArrowSaid): string {
  const say = SAYS[said.is] as (said: ArrowSaid) => string;
  return say(said);
}

function lineOf({ from, to, said, at, kind }: ArrowView): HTMLElement {
  const isNote = from === to;
  const spoken = isNote ? `${words.sides[from]}:` : words.arrow(words.sides[from], words.sides[to]);
  return el(
    'li',
    { class: `arrow ${kind} ${isNote ? 'note' : `from-${from} to-${to}`}` },
    el('span', { class: 'unseen' }, `${spoken} `),
    el('span', { class: 'label' }, told(labelOf(said)), ' ', el('span', { class: 'time' }, duration(at))),
    el('span', { class: 'shaft', 'aria-hidden': 'true' }),
  );
}

/** The rounds as arrows between person, client and server: a list, so that it can also be read. Arrows are only ever added. */
export function diagram(): Part {
  const heading = el('h3', { id: newId() }, words.diagram);
  const sides = (['person', 'client', 'server'] as const).map((side) => el('span', {}, words.sides[side]));
  const list = el('ol', { class: 'arrows', 'aria-labelledby': heading.id });
  const head = el('div', { class: 'lanes', 'aria-hidden': 'true' }, ...sides);
  const drawing = el('div', { class: 'diagram' }, head, list);
  let last = '';
  return {
    element: el('section', { class: 'card', 'aria-labelledby': heading.id }, heading, drawing),
    update({ arrows }) {
      const drawn = list.childElementCount;
      // A very long call drops arrows from the middle; then the list is drawn anew.
      const isGrown = arrows.length >= drawn && (drawn === 0 || JSON.stringify(arrows[drawn - 1]) === last);
      if (!isGrown) list.replaceChildren();
      list.append(...arrows.slice(list.childElementCount).map(lineOf));
      last = JSON.stringify(arrows.at(-1)) ?? '';
    },
  };
}
