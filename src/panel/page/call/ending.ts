import type { EndingView } from '../../view.js';
import { el, frame, told } from '../element.js';
import { words } from '../words/language.js';
import { rawBlock } from './raw.js';

/** Whether it went well for the person. */
export type Tone = 'good' | 'bad' | 'plain';

function toneOf({ kind, isError }: EndingView): Tone {
  if (kind === 'result') return isError === true ? 'bad' : 'good';
  return kind === 'asks' || kind === 'stopped' ? 'plain' : 'bad';
}

const nameOf = ({ kind, isError }: EndingView): string =>
  kind === 'result' && isError === true ? words.errorResult : words.ending[kind];

function missingLine(missing: readonly string[]): HTMLElement {
  const names = missing.flatMap((name, at) => [at > 0 ? ', ' : '', told(name, 'code')]);
  return el('p', { class: 'missing' }, `${words.missing}: `, ...names);
}

/** What is longer scrolls inside its frame, so that what can be done next stays near. */
const LONG = { characters: 1_500, lines: 20 };

const saidBlock = (text: string): HTMLElement => el('p', frame('said', text, LONG, words.ending.result), text);

/** How a call ended: what it says, its code, and what a client would have had to declare. */
export function endingBlock(ending: EndingView, tone: Tone = toneOf(ending)): HTMLElement {
  const { text, code, missing = [], status, raw } = ending;
  const facts = [code, status === undefined ? undefined : `HTTP ${status}`].filter((fact) => fact !== undefined);
  const details = raw !== undefined && el('details', {}, el('summary', {}, words.lastRaw));
  if (details !== false && raw !== undefined) {
    const block = rawBlock(words.lastRaw);
    block.show(raw);
    details.append(block.element);
  }
  return el(
    'div',
    { class: `ending ${tone}` },
    el('p', { class: 'verdict' }, nameOf(ending), facts.length > 0 && ` · ${facts.join(' · ')}`),
    missing.length > 0 && missingLine(missing),
    text !== '' && saidBlock(text),
    details,
  );
}
