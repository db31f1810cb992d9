import type { GetPromptResult, ReadResourceResult, ServerCapabilities } from '@modelcontextprotocol/client';
import { type CallKind, type CallRequest, requestFor } from '../../protocol/call.js';
import { VueltaError } from '../../errors.js';
import { AnswerLookup } from '../answers/lookup.js';
import { type Limits, requireLimits } from '../limits.js';
import { type Revision, MODERN } from '../../protocol/revision.js';
import { type FirstOptions, type FirstRound, firstRound } from './first-round.js';
import type { Call } from './call.js';
import type { CallOptions, Harness, RequestOptions, ServerIdentity } from '../harness-types.js';
import { copyJson, type JsonObject } from '../../json.js';
import { runLegacy } from './legacy.js';
import { type CallOutcome, toOutcome } from './outcome.js';
import { printable } from '../../shown/line.js';
import type { RawReply } from '../../protocol/reply.js';
import { runRounds } from './loop.js';
import { Mask } from '../../shown/mask.js';
import type { Requester } from '../connection/requester.js';
import { followSignal, type Stop } from '../abort.js';

export interface HarnessParts {
  readonly requester: Requester;
  readonly server: ServerIdentity;
  readonly capabilities: ServerCapabilities;
  readonly limits: Omit<Limits, 'maxMessageBytes'>;
  readonly end: () => Promise<void>;
}

const closed = (): VueltaError => new VueltaError('connection_lost', 'The harness was closed.');

/** The label never has a URI, which may hold a secret. */
interface Begun extends CallRequest {
  readonly label: string;
  readonly target: string;
}

function begin(kind: CallKind, name: string, args?: JsonObject): Begun {
  const request = copyJson(requestFor(kind, name, args));
  return kind === 'resource'
    ? { ...request, label: request.method, target: kind }
    : { ...request, label: `${request.method} '${printable(name)}'`, target: name };
}

export class ConnectedHarness implements Harness {
  readonly server: ServerIdentity;
  readonly revision: Revision;
  readonly capabilities: ServerCapabilities;
  readonly #requester: Requester;
  readonly #limits: HarnessParts['limits'];
  readonly #end: HarnessParts['end'];
  readonly #running = new Set<Stop>();
  #closing: Promise<void> | undefined;

  constructor(parts: HarnessParts) {
    this.server = parts.server;
    this.revision = parts.requester.settings.revision;
    this.capabilities = parts.capabilities;
    this.#requester = parts.requester;
    this.#limits = parts.limits;
    this.#end = parts.end;
  }

  get canBeAsked(): boolean {
    return this.revision === MODERN || this.#requester.settings.requests.hasBackChannel;
  }

  async firstRound(name: string, args?: JsonObject, options?: FirstOptions): Promise<FirstRound> {
    return this.#first(begin('tool', name, args), options);
  }

  async firstPrompt(name: string, args?: Record<string, string>, options?: FirstOptions): Promise<FirstRound> {
    return this.#first(begin('prompt', name, args), options);
  }

  async firstResource(uri: string, options?: FirstOptions): Promise<FirstRound> {
    return this.#first(begin('resource', uri), options);
  }

  async call(name: string, args?: JsonObject, options?: CallOptions): Promise<CallOutcome> {
    return this.#run(begin('tool', name, args), options);
  }

  async getPrompt(
    name: string,
    args?: Record<string, string>,
    options?: CallOptions,
  ): Promise<CallOutcome<GetPromptResult>> {
    return this.#run(begin('prompt', name, args), options);
  }

  async readResource(uri: string, options?: CallOptions): Promise<CallOutcome<ReadResourceResult>> {
    return this.#run(begin('resource', uri), options);
  }

  async request(method: string, params?: JsonObject, options: RequestOptions = {}): Promise<RawReply> {
    const { envelope = true, headers, signal, roundTimeoutMs = this.#limits.roundTimeoutMs } = options;
    requireLimits(options);
    const sent = params === undefined ? undefined : copyJson(params);
    const common = { label: printable(method), timeoutMs: roundTimeoutMs, ...(headers !== undefined && { headers }) };
    return this.#within(signal, (signal) => this.#requester.send(method, sent, { ...common, signal }, envelope).reply);
  }

  async listTools(): ReturnType<Harness['listTools']> {
    this.#requireOpen();
    return this.#requester.tools();
  }

  listPrompts(): ReturnType<Harness['listPrompts']> {
    return this.#list('prompts/list', 'prompts');
  }

  listResources(): ReturnType<Harness['listResources']> {
    return this.#list('resources/list', 'resources');
  }

  listResourceTemplates(): ReturnType<Harness['listResourceTemplates']> {
    return this.#list('resources/templates/list', 'resourceTemplates');
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    for (const stop of this.#running) stop.abort(closed());
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #requireOpen(): void {
    if (this.#closing !== undefined) throw closed();
  }

  async #within<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#requireOpen();
    const stop = followSignal(signal);
    this.#running.add(stop);
    try {
      return await work(stop.signal);
    } finally {
      this.#running.delete(stop);
      stop.release();
    }
  }

  async #list<T>(method: string, member: string): Promise<T[]> {
    this.#requireOpen();
    return this.#requester.list<T>(method, member);
  }

  async #first({ method, params, label }: Begun, options: FirstOptions = {}): Promise<FirstRound> {
    const { signal, onProgress, roundTimeoutMs = this.#limits.roundTimeoutMs } = options;
    requireLimits(options);
    const common = {
      label: `round 1 of ${label}`,
      timeoutMs: roundTimeoutMs,
      ...(onProgress !== undefined && { onProgress }),
    };
    return this.#within(signal, (signal) => firstRound(this.#requester, method, params, { ...common, signal }));
  }

  #run<R>(verb: Begun, options: CallOptions = {}): Promise<CallOutcome<R>> {
    return this.#within(options.signal, async (signal) => {
      const call = this.#call(verb, options, signal);
      const ending = await (this.revision === MODERN ? runRounds(call) : runLegacy(call));
      const outcome = toOutcome<R>(ending, call.rounds);
      if (outcome.kind === 'result' && !outcome.isError) call.answering.lookup.finish();
      return outcome;
    });
  }

  #call(verb: Begun, options: CallOptions, signal: AbortSignal): Call {
    const {
      answers = {},
      onUnanswered = 'error',
      unusedAnswers = 'error',
      sendInvalid = false,
      onReceive,
      onRound,
      onProgress,
      roundTimeoutMs = this.#limits.roundTimeoutMs,
      personTimeoutMs = this.#limits.personTimeoutMs,
      maxRounds = this.#limits.maxRounds,
    } = options;
    requireLimits(options);
    const answering = {
      lookup: new AnswerLookup(answers, unusedAnswers === 'error'),
      revision: this.revision,
      target: verb.target,
      mask: new Mask(verb.params),
      onUnanswered,
      sendInvalid,
      personTimeoutMs,
    };
    return {
      ...verb,
      requester: this.#requester,
      answering,
      maxRounds,
      roundTimeoutMs,
      signal,
      onReceive,
      onRound,
      onProgress,
      rounds: [],
    };
  }
}
