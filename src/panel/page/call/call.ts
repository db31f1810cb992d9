import type { CallView } from '../../view.js';
import { post } from '../api.js';
import { copies } from './copy.js';
import { diagram } from './diagram.js';
import { announce, el, fill, newId, type Part, redrawing, say, scrolling, told } from '../element.js';
import { endingBlock } from './ending.js';
import { words } from '../words/language.js';
import { firstRound } from './raw.js';
import { replays } from './replay.js';
import { rounds } from './rounds.js';

/** The two columns of one call on the page. */
export interface CallColumns {
  /** How it stands and what a person can do with it; the question is put over it. */
  readonly hand: HTMLElement;
  /** What was on the wire; it is beside the question. */
  readonly wire: HTMLElement;
  readonly heading: HTMLElement;
  update(call: CallView): void;
}

function argumentsBlock(args: string): HTMLElement | undefined {
  if (args.trim() === '{}') return undefined;
  const raw = el('pre', { class: 'raw', ...scrolling(words.args) }, args);
  return el('details', {}, el('summary', {}, words.args), raw);
}

/** How the call stands, and in the end how it ended. */
function nowCard({ id, name, args, revision }: CallView): Part & { readonly heading: HTMLElement } {
  const heading = el('h2', { id: newId(), tabindex: '-1' }, told(name));
  const facts = el('p', { class: 'facts' }, revision);
  const status = el('p', { class: 'call-status' });
  const ending = el('div');
  const stop = el('button', { type: 'button', class: 'quiet' }, words.stop);
  stop.addEventListener('click', () => {
    heading.focus();
    void post('api/stop', { call: id });
  });
  const top = el('header', { class: 'call-head' }, el('div', {}, heading, facts), stop);
  const redraw = redrawing();
  return {
    heading,
    element: el(
      'section',
      { class: 'card now', 'aria-labelledby': heading.id },
      top,
      argumentsBlock(args),
      status,
      ending,
    ),
    update({ status: state, progress, ending: ended }) {
      stop.hidden = state === 'ended';
      status.hidden = state === 'ended';
      status.dataset['state'] = state;
      say(status, [words.status[state], progress].filter((text) => text !== undefined).join(' '));
      if (ended === undefined) return;
      redraw(ended, () => {
        announce(`${words.ending[ended.kind]}: ${ended.text}`);
        fill(ending, endingBlock(ended));
      });
    },
  };
}

export function callColumns(call: CallView): CallColumns {
  const now = nowCard(call);
  const hand = [now, replays(call.id), copies(call.id)];
  const wire = [firstRound(), diagram(), rounds()];
  const column = (parts: readonly Part[]): HTMLElement =>
    el('div', { class: 'column' }, ...parts.map(({ element }) => element));
  return {
    hand: column(hand),
    wire: column(wire),
    heading: now.heading,
    update(view) {
      for (const part of [...hand, ...wire]) part.update(view);
    },
  };
}
