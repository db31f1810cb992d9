import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenedServer } from '../contract/case/opened-server.js';
import { Calls } from './calls/calls.js';
import type { Reach } from './calls/connection.js';
import { PanelServer } from './calls/server.js';
import { Events } from './serve/events.js';
import { Access } from './serve/access.js';
import { Questions } from './calls/questions.js';
import { serve, type Served } from './serve/routes.js';
import type { PanelSettings, PanelView } from './view.js';
import { MODERN } from '../protocol/revision.js';

export type { Reach } from './calls/connection.js';
export type { PanelSettings, PanelView } from './view.js';

/** What the page is for, and where it is. */
export interface PanelOptions {
  /** Opens the server's place, once; it is kept while the page is, so that the world of the server goes on. */
  readonly open: () => OpenedServer | Promise<OpenedServer>;
  /** What the page calls the target. */
  readonly label: string;
  /** The target as words of a command line, for what the page copies: a module or address, or `--` and a command. */
  readonly words?: readonly string[];
  /** On 127.0.0.1; 0, the default, is a free one. */
  readonly port?: number;
  readonly connect?: Reach;
  readonly revision?: PanelSettings['revision'];
  /** Gets the next link whenever one was used up. */
  readonly onLink?: (url: string) => void;
}

/** A page that is served. */
export interface Panel {
  /** The link for one browser; it works once. */
  readonly url: string;
  close(): Promise<void>;
}

const DECLARED: PanelSettings['capabilities'] = { form: true, url: true, sampling: false, roots: false };

/**
 * Serves the page of one server on 127.0.0.1.
 *
 * Whoever opens the link is let in, once; every request is checked for its Host, its Origin and the cookie. Questions wait here
 * until they are answered, also when no browser looks. What is answered goes to the server; it is kept in memory only to send a
 * round again on purpose, and is in no view, event, copy or log.
 *
 * Rests on: MCP 2026-07-28, client/elicitation; basic/patterns/mrtr.
 *
 * @throws Error when the port cannot be had; a server that cannot be reached is shown on the page instead.
 * @example
 * ```ts
 * const panel = await servePanel({ open: async () => ({ target: createServer }), label: 'my server' });
 * console.error(panel.url);
 * ```
 */
export async function servePanel(options: PanelOptions): Promise<Panel> {
  const { open, label, words = [label], port = 0, connect: reach = {}, revision = MODERN, onLink } = options;
  const http = createServer();
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: actual } = http.address() as AddressInfo;
  const access = new Access(actual);
  const link = (): string => `http://127.0.0.1:${actual}${access.base}?token=${access.token}`;

  const changed = (): void => events.changed();
  const server = new PanelServer({ open, reach, settings: { revision, capabilities: DECLARED }, changed });
  const questions = new Questions(changed);
  const calls = new Calls(server, questions, changed);
  const view = (): PanelView => {
    const question = questions.view;
    return { target: label, ...server.view(), calls: calls.view(), ...(question !== undefined && { question }) };
  };
  const events = new Events(view);
  const letIn = (): void => onLink?.(link());
  const served: Served = { access, server, calls, questions, events, view, letIn, copyTarget: { words, reach } };
  http.on('request', (request, response) => void serve(served, request, response));
  void server.connect();

  return {
    url: link(),
    async close() {
      events.close();
      const closed = new Promise<void>((resolve) => {
        http.close(() => resolve());
      });
      http.closeAllConnections();
      await calls.close();
      await server.close();
      await closed;
    },
  };
}
