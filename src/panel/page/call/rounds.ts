import type { CallView, RoundView, StateView } from '../../view.js';
import { duration, el, fill, newId, type Part, say, told } from '../element.js';
import { words } from '../words/language.js';

const TICK_MS = 1000;

/** A state's size, fingerprint and age; what is in it is nobody's business here. */
function stateLine(state: StateView, isFirst: boolean): HTMLElement {
  const age = el('span', { class: 'age', 'data-at': String(state.at) });
  const { first, changed, same } = words.stateIs;
  const news = isFirst ? first : state.changed ? changed : same;
  return el('span', { class: 'state' }, `${state.bytes} bytes · ${state.fingerprint} · ${news} · `, age);
}

function askLines({ asks, answers }: RoundView): HTMLElement[] {
  return asks.map(({ key, kind, message }) => {
    const action = Object.hasOwn(answers, key) ? answers[key] : undefined;
    const said = el('span', { class: `action ${action ?? 'waits'}` }, action ?? words.unanswered);
    const head = el('p', {}, told(key, 'code'), ` (${kind}) → `, said);
    return el('li', {}, head, message !== '' && el('p', { class: 'said', dir: 'auto' }, message));
  });
}

function roundItem(round: RoundView, isFirstState: boolean): HTMLElement {
  const { number, asks, wireMs, personMs, state } = round;
  const times = [
    `${words.wire} ${duration(wireMs)}`,
    ...(personMs > 0 ? [`${words.person} ${duration(personMs)}`] : []),
  ];
  const fact = (name: string, ...value: (Node | string)[]): HTMLElement =>
    el('div', {}, el('dt', {}, name), el('dd', {}, ...value));
  return el(
    'li',
    { class: 'round' },
    el('h4', {}, words.roundNumber(number), ' ', el('span', { class: 'time' }, times.join(' · '))),
    el(
      'dl',
      {},
      fact(words.asked, asks.length === 0 ? words.nothingAsked : el('ul', { class: 'asks' }, ...askLines(round))),
      fact(words.state, state === undefined ? words.noState : stateLine(state, isFirstState)),
    ),
  );
}

function ageOf(at: number): string {
  const seconds = Math.max(0, Math.floor((Date.now() - at) / 1000));
  return seconds < 100 ? `${seconds} s` : duration(seconds * 1000);
}

function tick(list: HTMLElement): void {
  for (const age of list.querySelectorAll<HTMLElement>('.age')) {
    say(age, words.age(ageOf(Number(age.dataset['at']))));
  }
}

export function rounds(): Part {
  const heading = el('h3', { id: newId() }, words.rounds);
  const list = el('ol', { class: 'rounds', 'aria-labelledby': heading.id });
  const element = el('section', { class: 'card', 'aria-labelledby': heading.id, hidden: true }, heading, list);
  let drawn: string[] = [];
  setInterval(() => list.isConnected && tick(list), TICK_MS);
  return {
    element,
    update({ rounds: shown }: CallView) {
      element.hidden = shown.length === 0;
      const next = shown.map((round) => JSON.stringify(round));
      if (next.length === drawn.length && next.every((round, at) => round === drawn[at])) return;
      const kept = [...list.children];
      const firstState = shown.findIndex(({ state }) => state !== undefined);
      fill(
        list,
        ...shown.map(
          (round, at) => (next[at] === drawn[at] ? kept[at] : undefined) ?? roundItem(round, at === firstState),
        ),
      );
      drawn = next;
      tick(list);
    },
  };
}
