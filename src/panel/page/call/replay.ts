import type { CallView, EndingView, ReplayView, Tamper } from '../../view.js';
import { post } from '../api.js';
import { announce, el, fill, formEnd, newId, onSubmit, type Part, redrawing, say } from '../element.js';
import { endingBlock, type Tone } from './ending.js';
import { words } from '../words/language.js';

function verdictOf({ kind, isError }: EndingView): keyof typeof words.verdict {
  if (kind === 'result') return isError === true ? 'isError' : 'took';
  if (kind === 'asks') return 'askedAgain';
  return kind === 'error' || kind === 'capability' ? 'refused' : 'failed';
}

/** With a changed request the good server is the one that refuses; what was not changed ends as it ends. */
function toneOf({ tamper, ending }: ReplayView): Tone | undefined {
  if (tamper === 'none') return undefined;
  const verdict = verdictOf(ending);
  if (verdict === 'took') return 'bad';
  return verdict === 'refused' ? 'good' : 'plain';
}

function replayItem(replay: ReplayView): HTMLElement {
  const { round, tamper, ending } = replay;
  return el(
    'li',
    { class: 'replayed' },
    el('p', { class: 'facts' }, words.replayed(round, words.tampers[tamper])),
    el('p', { class: 'verdict' }, words.verdict[verdictOf(ending)]),
    endingBlock(ending, toneOf(replay)),
  );
}

function labelledSelect(label: string, select: HTMLSelectElement): HTMLElement {
  select.id = newId();
  return el('div', { class: 'field' }, el('label', { for: select.id }, label), select);
}

const TAMPERS = Object.keys(words.tampers) as Tamper[];

/** Sends a round again on purpose, changed or not, and shows what the server makes of it. */
export function replays(id: string): Part {
  const heading = el('h3', { id: newId() }, words.replay);
  const round = el('select');
  const tamper = el('select', {}, ...TAMPERS.map((name) => el('option', { value: name }, words.tampers[name])));
  const { element: end, problem } = formEnd(el('button', { type: 'submit' }, words.sendAgain));
  const form = el(
    'form',
    { class: 'replay-form' },
    el('p', { class: 'hint' }, words.replayHint),
    el('div', { class: 'pair' }, labelledSelect(words.replayRound, round), labelledSelect(words.replayChange, tamper)),
    end,
  );
  const list = el('ol', { class: 'replays', 'aria-labelledby': heading.id });
  onSubmit(form, async () => {
    say(problem, '');
    const reply = await post('api/replay', { call: id, round: Number(round.value), tamper: tamper.value });
    if (!reply.ok) say(problem, reply.error || words.lost);
  });
  const [redrawRounds, redrawList] = [redrawing(), redrawing()];
  return {
    element: el('section', { class: 'card', 'aria-labelledby': heading.id, hidden: true }, heading, form, list),
    update({ replayable, replays: shown, status }: CallView) {
      const element = form.parentElement;
      if (element !== null) element.hidden = shown.length === 0 && (status !== 'ended' || replayable.length === 0);
      form.hidden = replayable.length === 0;
      redrawRounds(replayable, () => {
        fill(round, ...replayable.map((number) => el('option', { value: String(number) }, String(number))));
        round.selectedIndex = replayable.length - 1;
      });
      redrawList(shown, () => {
        const last = shown.at(-1);
        if (last !== undefined) announce(`${words.verdict[verdictOf(last.ending)]}. ${last.ending.text}`);
        fill(list, ...shown.toReversed().map(replayItem));
      });
    },
  };
}
