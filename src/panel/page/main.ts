import type { PanelView } from '../view.js';
import { banner } from './banner.js';
import { Calls } from './call/calls.js';
import { catalogue } from './call/catalogue.js';
import { announcements, el } from './element.js';
import { lang, words } from './words/language.js';
import { questionPlace } from './question/queue.js';
import { settings } from './settings.js';
import { follow } from './api.js';

/** Below this width everything is one column, and what was called makes room for what comes of it. */
const NARROW = matchMedia('(max-width: 60rem)');

document.documentElement.lang = lang;

const head = banner();
const calls = new Calls();
const question = questionPlace(() => calls.focus());
const menu = el('details', { class: 'menu', open: true }, el('summary', {}, words.callables));
const chooser = catalogue(called);
const client = settings();
menu.append(chooser.element, client.element);

document.body.append(
  announcements,
  question.link,
  head.element,
  el(
    'div',
    { class: 'page' },
    el('aside', { 'aria-label': words.callables }, menu),
    el(
      'main',
      {},
      calls.list,
      el('div', { class: 'stage' }, el('div', { class: 'column' }, question.element, calls.hand), calls.wire),
    ),
  ),
);

/** A call was begun from the form. Its question may have come already, and has the focus then. */
function called(id: string, from: HTMLElement): void {
  calls.look(id);
  if (from.contains(document.activeElement)) calls.focus();
  if (NARROW.matches) menu.open = false;
}

NARROW.addEventListener('change', ({ matches }) => {
  if (!matches) menu.open = true;
});

function titleOf({ question, server, target }: PanelView): string {
  const name = server?.title ?? server?.name ?? target;
  return `${question === undefined ? '' : `? ${words.question} · `}${name} · Vuelta`;
}

let isFirst = true;

function show(view: PanelView): void {
  document.title = titleOf(view);
  head.update(view);
  chooser.update(view);
  client.update(view);
  calls.update(view);
  if (isFirst && NARROW.matches && view.calls.length > 0) menu.open = false;
  isFirst = false;
  if (question.update(view) && view.question !== undefined) calls.look(view.question.call);
}

follow(show, (link) => head.link(link));
