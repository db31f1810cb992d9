import type { PanelView } from '../view.js';

/** Whether the panel talks to this page; `over` when it never will again. */
export type Link = 'live' | 'lost' | 'over';

/** Follows the view: each event is the whole of it. The browser connects again by itself until the session is over. */
export function follow(onView: (view: PanelView) => void, onLink: (link: Link) => void): void {
  const events = new EventSource('api/events');
  events.addEventListener('open', () => onLink('live'));
  events.addEventListener('message', ({ data }: MessageEvent<string>) => onView(JSON.parse(data) as PanelView));
  events.addEventListener('error', () => onLink(events.readyState === EventSource.CLOSED ? 'over' : 'lost'));
}
