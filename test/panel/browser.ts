import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { type Panel, type PanelOptions, servePanel } from '../../src/panel/index.js';
import type { CallView, PanelView, QuestionView } from '../../src/panel/view.js';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `node:http`, since `fetch` writes Host and Origin itself. */
export function send(
  url: string | URL,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (incoming) => {
      let received = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      incoming.once('error', reject);
      incoming.once('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: received }),
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** The event stream of one tab. */
export interface Tab {
  /** Everything that was sent. */
  readonly text: () => string;
  readonly last: () => PanelView | undefined;
  readonly close: () => void;
}

/** What a browser with the cookie does; it keeps all that it was ever told. */
export class Browser {
  readonly origin: string;
  /** What all addresses of the page begin with, without a slash at its end. */
  readonly base: string;
  readonly #cookie: string;
  #heard = '';

  private constructor({ origin, href }: URL, cookie: string) {
    this.origin = origin;
    this.base = href.slice(0, -1);
    this.#cookie = cookie;
  }

  static async open({ url }: Panel): Promise<Browser> {
    const { status, headers } = await send(url);
    if (status !== 303) throw new Error(`The link gave ${status}.`);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    return new Browser(new URL(headers.location ?? '', url), cookie.split(';')[0] ?? '');
  }

  get heard(): string {
    return this.#heard;
  }

  get cookie(): { readonly cookie: string } {
    return { cookie: this.#cookie };
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    const reply = await send(this.base + path, { headers: { ...this.cookie, ...headers } });
    this.#heard += reply.body;
    return reply;
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const reply = await send(this.base + path, {
      method: 'POST',
      headers: { ...this.cookie, origin: this.origin, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    this.#heard += reply.body;
    return reply;
  }

  async view(): Promise<PanelView> {
    return JSON.parse((await this.get('/api/view')).body) as PanelView;
  }

  /** Looks until something is to be seen. */
  async until<T>(seen: (view: PanelView) => T | undefined | false): Promise<T> {
    for (let tries = 0; tries < 400; tries += 1) {
      const view = await this.view();
      const found = seen(view);
      if (found !== undefined && found !== false) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`It was never seen. Last: ${JSON.stringify(await this.view()).slice(0, 2000)}`);
  }

  ready(): Promise<PanelView> {
    return this.until((view) => view.status === 'ready' && view);
  }

  question(where: (question: QuestionView) => boolean = () => true): Promise<QuestionView> {
    return this.until(({ question }) => question !== undefined && where(question) && question);
  }

  ended(id: string): Promise<CallView & { ending: NonNullable<CallView['ending']> }> {
    return this.until(({ calls }) => {
      const call = calls.find((call) => call.id === id);
      return call?.ending !== undefined && { ...call, ending: call.ending };
    });
  }

  async call(name: string, args: unknown = {}, kind = 'tool'): Promise<string> {
    const { status, body } = await this.post('/api/call', { kind, name, args });
    if (status !== 200) throw new Error(`The call gave ${status}: ${body}`);
    return (JSON.parse(body) as { call: string }).call;
  }

  async answer(question: QuestionView, action: string, content?: unknown): Promise<Reply> {
    return this.post('/api/answer', { question: question.id, action, content });
  }

  async applySettings(settings: Partial<PanelView['settings']>): Promise<void> {
    const before = (await this.view()).settings;
    const { status, body } = await this.post('/api/settings', { ...before, ...settings });
    if (status !== 200) throw new Error(`The settings gave ${status}: ${body}`);
  }

  async copy(id: string, as: string): Promise<string> {
    const { status, body } = await this.get(`/api/copy?call=${id}&as=${as}`);
    if (status !== 200) throw new Error(`The copy gave ${status}: ${body}`);
    return body;
  }

  listen(): Promise<Tab> {
    return new Promise((resolve, reject) => {
      let text = '';
      const outgoing = request(`${this.base}/api/events`, { headers: { ...this.cookie } }, (incoming) => {
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          this.#heard += chunk;
        });
        incoming.on('error', () => {});
        const last = (): PanelView | undefined => {
          const event = text
            .slice(0, text.lastIndexOf('\n\n'))
            .split('\n\n')
            .findLast((event) => event.startsWith('data: '));
          return event === undefined ? undefined : (JSON.parse(event.slice('data: '.length)) as PanelView);
        };
        resolve({ text: () => text, last, close: () => outgoing.destroy() });
      });
      outgoing.once('error', reject);
      outgoing.end();
    });
  }
}

/** Serves the page and opens it. */
export async function openPanel(options: PanelOptions): Promise<{ panel: Panel; browser: Browser }> {
  const panel = await servePanel(options);
  return { panel, browser: await Browser.open(panel) };
}
