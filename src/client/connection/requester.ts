import type { ClientCapabilities, Tool } from '@modelcontextprotocol/client';
import { VueltaError } from '../../errors.js';
import { type AskingServer, violation } from '../../protocol/ask.js';
import { type Revision, MODERN } from '../../protocol/revision.js';
import type { OpenRequest, SendOptions } from './request.js';
import { isObject, type JsonObject } from '../../json.js';
import { HEADER_MISMATCH, mirrorHeaders } from '../../protocol/headers.js';
import { printable } from '../../shown/line.js';
import { type RawReply, readEnding } from '../../protocol/reply.js';
import type { Requests } from './requests.js';

const MAX_PAGES = 64;

/** What names an entry of a list; everything else about it is the server's to get wrong. */
const NAMED_BY: Readonly<Record<string, string>> = { resources: 'uri', resourceTemplates: 'uriTemplate' };

function requireNamed(item: unknown, member: string): void {
  const key = NAMED_BY[member] ?? 'name';
  if (isObject(item) && typeof item[key] === 'string') return;
  throw violation(`result.${member}`, `each entry must be an object with a text in '${key}'`);
}

interface RequesterSettings {
  readonly requests: Requests;
  readonly revision: Revision;
  readonly http: boolean;
  readonly server: AskingServer;
  readonly capabilities: ClientCapabilities;
  /** The `_meta` that 2026-07-28 wants on every request; absent before. */
  readonly envelope: JsonObject | undefined;
  readonly roundTimeoutMs: number;
}

export class Requester {
  readonly settings: RequesterSettings;
  #inputSchemas = new Map<unknown, unknown>();

  constructor(settings: RequesterSettings) {
    this.settings = settings;
  }

  /** One request; without `envelope` exactly as given, else with the `_meta` of the revision. */
  send(method: string, params: JsonObject | undefined, options: SendOptions, envelope = true): OpenRequest {
    const meta = envelope ? this.settings.envelope : undefined;
    return this.settings.requests.open({ method, params, meta }, options);
  }

  /**
   * One request of a call. A tool whose schema the harness has not seen is called without custom headers, as the revision
   * says; a server that insists refuses before anything runs, and then the list is read and the request repeated.
   */
  async submit(method: string, params: JsonObject, options: SendOptions): Promise<RawReply> {
    const mirrors = this.settings.http && this.settings.revision === MODERN;
    if (!mirrors || method !== 'tools/call') return this.send(method, params, options).reply;
    const reply = await this.send(method, params, { ...options, headers: this.#headers(params) }).reply;
    if (reply.error?.code !== HEADER_MISMATCH) return reply;
    await this.tools(options.signal).catch(() => {});
    const headers = this.#headers(params);
    return Object.keys(headers).length === 0 ? reply : this.send(method, params, { ...options, headers }).reply;
  }

  async tools(signal?: AbortSignal): Promise<Tool[]> {
    const tools = await this.list<Tool>('tools/list', 'tools', signal);
    this.#inputSchemas = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]));
    return tools;
  }

  async list<T>(method: string, member: string, signal?: AbortSignal): Promise<T[]> {
    const items: T[] = [];
    let cursor: unknown;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const ending = readEnding(
        await this.send(method, cursor === undefined ? {} : { cursor }, {
          label: method,
          timeoutMs: this.settings.roundTimeoutMs,
          ...(signal !== undefined && { signal }),
        }).reply,
      );
      if (ending.kind !== 'complete') {
        throw new VueltaError(
          'request_refused',
          `${method} was answered with error ${ending.code}: ${printable(ending.message)}`,
        );
      }
      const { result } = ending;
      const found = result[member];
      if (!Array.isArray(found)) throw violation(`result.${member}`, 'it must be a list');
      for (const item of found as unknown[]) requireNamed(item, member);
      items.push(...(found as T[]));
      cursor = result['nextCursor'];
      if (cursor === undefined) return items;
    }
    throw violation('result.nextCursor', `${method} goes on after ${MAX_PAGES} pages`);
  }

  #headers(params: JsonObject): Record<string, string> {
    return mirrorHeaders(this.#inputSchemas.get(params['name']), params['arguments']);
  }
}
