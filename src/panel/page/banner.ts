import type { PanelView } from '../view.js';
import type { Link } from './api.js';
import { el, fill, redrawing, say, told } from './element.js';
import { words } from './words/language.js';

/** The head of the page: which server this is, and whether it is there. */
export interface Banner {
  readonly element: HTMLElement;
  update(view: PanelView): void;
  link(link: Link): void;
}

function nameOf({ server, target }: PanelView): (HTMLElement | string)[] {
  if (server === undefined) return [told(target, 'code')];
  const { name, title, version } = server;
  const isTitled = title !== undefined && title !== name;
  return [
    told(isTitled ? title : name),
    ' ',
    el('small', {}, ...(isTitled ? [told(name, 'code'), ' '] : []), told(version)),
  ];
}

export function banner(): Banner {
  const heading = el('h1', {}, 'Vuelta');
  const target = el('p', { class: 'target' });
  const status = el('p', { class: 'status', role: 'status' });
  const fault = el('p', { class: 'fault', role: 'alert', dir: 'auto', hidden: true });
  let link: Link = 'live';
  let seen: PanelView | undefined;
  const redraw = redrawing();

  function show(): void {
    const state = link === 'live' ? (seen?.status ?? 'connecting') : link;
    status.dataset['state'] = state;
    say(status, words[state]);
    const why = link === 'live' ? seen?.fault : undefined;
    fault.hidden = why === undefined;
    say(fault, why ?? '');
  }
  return {
    element: el('header', { class: 'banner' }, heading, target, status, fault),
    update(view) {
      seen = view;
      redraw([view.server, view.target], () => {
        fill(target, ...nameOf(view));
        target.title = view.target;
      });
      show();
    },
    link(next) {
      link = next;
      show();
    },
  };
}
