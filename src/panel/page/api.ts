import type { FormIssue } from '../../form/index.js';
import type { CopyRequest, PanelView } from '../view.js';

/** How a request to the panel ended. `issues` are about the fields of an answer. */
export type Reply = { readonly ok: true; readonly body: unknown } | Refusal;

export interface Refusal {
  readonly ok: false;
  readonly status: number;
  readonly error: string;
  readonly issues: readonly FormIssue[];
}

interface Refused {
  readonly error?: unknown;
  readonly issues?: unknown;
}

const send = (path: string, body: object): Promise<Response> =>
  fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function readRefusal(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => ({}))) as Refused;
  return {
    ok: false,
    status: response.status,
    error: typeof body.error === 'string' ? body.error : '',
    issues: Array.isArray(body.issues) ? (body.issues as FormIssue[]) : [],
  };
}

/** Posts JSON. Never rejects: a panel that is gone is status 0. */
export async function post(path: string, body: object): Promise<Reply> {
  try {
    const response = await send(path, body);
    return response.ok ? { ok: true, body: await response.json() } : await readRefusal(response);
  } catch {
    return { ok: false, status: 0, error: '', issues: [] };
  }
}

export async function fetchCopy(
  request: CopyRequest,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: string }> {
  const { call, as } = request;
  const isBare = request.answers.length === 0;
  try {
    const response = isBare
      ? await fetch(`api/copy?${new URLSearchParams({ call, as })}`)
      : await send('api/copy', request);
    if (response.ok) return { ok: true, text: await response.text() };
    const refusal = await readRefusal(response);
    return { ok: false, error: refusal.error };
  } catch {
    return { ok: false, error: '' };
  }
}

/** Whether the panel talks to this page; `over` when it never will again. */
export type Link = 'live' | 'lost' | 'over';

/** Follows the view: each event is the whole of it. The browser connects again by itself until the session is over. */
export function follow(onView: (view: PanelView) => void, onLink: (link: Link) => void): void {
  const events = new EventSource('api/events');
  events.addEventListener('open', () => onLink('live'));
  events.addEventListener('message', ({ data }: MessageEvent<string>) => onView(JSON.parse(data) as PanelView));
  events.addEventListener('error', () => onLink(events.readyState === EventSource.CLOSED ? 'over' : 'lost'));
}
