import {
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type InputRequiredResult,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import { REJECTION_MESSAGE, type RejectionReason } from '../state/rejection.js';
import type { Bound } from '../state/bind.js';
import type { Primitives } from '../state/primitives.js';
import type { Sealer } from '../state/sealer.js';
import { solicited, type Solicited } from './answers.js';
import { digestAsk, type Ask, type Asked } from './ask.js';
import { supportsAsk, type CapabilityView } from './capability.js';
import type { EventSink } from './events.js';
import { fallbackResult } from './fallback.js';
import { newFlowId, withFlow, type Flow, type StateBody } from './flow.js';
import { lintAsks } from './lint.js';
import type { Policies, Verb } from './policy.js';
import { verdictOf } from './verdict.js';

/** The part of a request that the guard reads. */
export interface GuardedRequest {
  readonly params?: { readonly name?: unknown; readonly uri?: unknown; readonly arguments?: unknown } | undefined;
}

export type Inner = (request: never, ctx: ServerContext) => Result | Promise<Result>;

/** Everything a guard is made of. */
export interface GuardParts {
  readonly sealer: Sealer;
  readonly primitives: Primitives;
  readonly policies: Policies;
  readonly capabilities: CapabilityView;
  readonly audience: string;
  readonly principal: (ctx: ServerContext) => string | undefined;
  readonly maxRounds: number;
  readonly emit: EventSink;
  /** The server's own check of the state that a plain handler gave; what it resolves to is what the handler reads. */
  readonly verifyOwn?: ((state: string, ctx: ServerContext) => unknown) | undefined;
}

/** Stands around the handlers of the three methods that may ask: open, filter, run, check the asks, seal. */
export class Guard {
  readonly #parts: GuardParts;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** Serves one request. Without state and answers the handler runs at once, and a complete result goes out untouched. */
  async handle(method: Verb, request: GuardedRequest, ctx: ServerContext, inner: Inner): Promise<Result> {
    const { inputResponses } = ctx.mcpReq;
    const state: unknown = ctx.mcpReq.requestState();
    if (state === undefined && inputResponses === undefined) {
      const result = await inner(request as never, ctx);
      return isInputRequiredResult(result) ? this.#leave(method, request, ctx, result, undefined) : result;
    }
    const { flow, ctx: guarded, bound } = await this.#enter(method, request, ctx, state);
    const result = await inner(request as never, guarded);
    return isInputRequiredResult(result) ? this.#leave(method, request, ctx, result, flow, bound) : result;
  }

  /** The flow of a first round, for an await-style handler. */
  firstFlow(method: Verb, target: string, ctx: ServerContext): Flow {
    return {
      ...START,
      id: newFlowId(),
      method,
      target,
      policy: this.#parts.policies.get(method, target),
      capabilities: this.#parts.capabilities(ctx),
    };
  }

  async #enter(
    method: Verb,
    request: GuardedRequest,
    ctx: ServerContext,
    state: unknown,
  ): Promise<{ flow: Flow; ctx: ServerContext; bound: Bound | undefined }> {
    const target = targetOf(method, request);
    const first = this.firstFlow(method, target, ctx);
    if (state === undefined) return { ...(await this.#admit(first, undefined, ctx)), bound: undefined };
    const bound = this.#bind(method, request, ctx);
    if (typeof state !== 'string') throw this.#reject(method, target, 'malformed');
    const opened = await this.#parts.sealer.open<StateBody>(state, bound);
    if (opened.ok) return { ...(await this.#admit(first, opened.body, ctx)), bound };
    if (opened.reason === 'expired' && first.policy.expired === 'ask' && !hasEffects(opened.body)) {
      this.#parts.emit({ type: 'restarted', method, target });
      return { flow: first, ctx: withFlow(ctx, first, NOTHING_CAME), bound };
    }
    throw this.#reject(method, target, opened.reason);
  }

  /** Lets the solicited answers in and shows the handler its own state. */
  async #admit(
    first: Flow,
    body: StateBody | undefined,
    ctx: ServerContext,
  ): Promise<{ flow: Flow; ctx: ServerContext }> {
    const asked = body?.asked ?? {};
    const answers = solicited(ctx.mcpReq.inputResponses, asked, first.policy.unsolicited === 'accept');
    const flow: Flow = {
      ...first,
      id: body?.flow ?? first.id,
      round: (body?.round ?? 0) + 1,
      asked,
      answers: answers.kept,
      carried: body?.carried ?? {},
      journal: body?.journal,
    };
    this.#report(flow, answers);
    const own = body?.own;
    const visible =
      own === undefined || this.#parts.verifyOwn === undefined ? own : await this.#verifyOwn(own, ctx, flow);
    const dropped = ctx.mcpReq.droppedInputResponseKeys?.filter((key) => Object.hasOwn(asked, key));
    return {
      flow,
      ctx: withFlow(ctx, flow, {
        inputResponses: Object.assign(Object.create(null), flow.carried, answers.kept) as Record<string, unknown>,
        requestState: () => visible,
        droppedInputResponseKeys: dropped,
      } as unknown as Partial<ServerContext['mcpReq']>),
    };
  }

  async #verifyOwn(own: string, ctx: ServerContext, { method, target }: Flow): Promise<unknown> {
    try {
      return (await this.#parts.verifyOwn?.(own, ctx)) ?? own;
    } catch {
      throw this.#reject(method, target, 'malformed');
    }
  }

  /** An `input_required` result on its way out. */
  async #leave(
    method: Verb,
    request: GuardedRequest,
    ctx: ServerContext,
    result: InputRequiredResult,
    known: Flow | undefined,
    knownBound?: Bound,
  ): Promise<Result> {
    const verdict = verdictOf(result);
    const target = targetOf(method, request);
    if (verdict !== undefined && 'fault' in verdict) throw this.#fault(method, target, verdict.fault);
    const linted = lintAsks(result.inputRequests);
    if ('faults' in linted) throw this.#fault(method, target, new VueltaError('ask_invalid', linted.faults.join('; ')));
    const flow = verdict?.flow ?? known ?? this.firstFlow(method, target, ctx);
    const fallback = this.#fallback(flow, linted.asks);
    if (fallback !== undefined) return fallback;
    if (flow.round >= this.#parts.maxRounds) return this.#cap(flow);
    const body: StateBody = {
      flow: flow.id,
      round: flow.round,
      asked: await this.#askedOf(linted.asks, verdict?.digests),
      own: verdict === undefined ? result.requestState : undefined,
      carried: flow.policy.carry === true ? carry(flow) : undefined,
      journal: verdict?.journal,
    };
    const requestState = await this.#seal(body, knownBound ?? this.#bind(method, request, ctx), method, target);
    this.#parts.emit({ type: 'asked', ...placeOf(flow), keys: linted.asks.map(({ key }) => key) });
    return { ...result, requestState };
  }

  async #seal(body: StateBody, bound: Bound, method: Verb, target: string): Promise<string> {
    try {
      return await this.#parts.sealer.seal(body, bound);
    } catch (error) {
      if (error instanceof VueltaError) throw this.#fault(method, target, error);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The arguments nest too deep', {
        reason: 'arguments_too_deep',
      });
    }
  }

  async #askedOf(
    asks: readonly Ask[],
    digests: ReadonlyMap<string, string> | undefined,
  ): Promise<Record<string, Asked>> {
    const asked: Record<string, Asked> = {};
    for (const { key, kind, params } of asks) {
      const pinned = digests?.get(key);
      if (pinned !== undefined) {
        asked[key] = pinned;
        continue;
      }
      const digest = await digestAsk(kind, params, this.#parts.primitives);
      const form = params['requestedSchema'] as Extract<Asked, readonly [string, unknown]>[1];
      asked[key] = kind === 'form' ? [digest, form] : [digest];
    }
    return asked;
  }

  #bind(method: Verb, request: GuardedRequest, ctx: ServerContext): Bound {
    const { audience, principal, sealer } = this.#parts;
    const binding = { audience, method, target: targetOf(method, request), args: request.params?.arguments };
    return sealer.bind({ ...binding, principal: principal(ctx) });
  }

  #fallback(flow: Flow, asks: readonly Ask[]): Result | undefined {
    const { fallback } = flow.policy;
    if (fallback === undefined || flow.method !== 'tools/call') return undefined;
    if (asks.every((ask) => supportsAsk(flow.capabilities, ask))) return undefined;
    this.#parts.emit({ type: 'fell_back', method: flow.method, target: flow.target });
    return fallbackResult(fallback, flow.target, asks);
  }

  #cap(flow: Flow): Result {
    const { maxRounds, emit } = this.#parts;
    emit({ type: 'capped', ...placeOf(flow), maxRounds });
    const message = `"${flow.target}" still asks after ${maxRounds} rounds (maxRounds) and was ended.`;
    if (flow.method === 'tools/call') return { content: [{ type: 'text', text: message }], isError: true };
    throw new ProtocolError(ProtocolErrorCode.InternalError, message, { reason: 'rounds_exceeded' });
  }

  #report(flow: Flow, { kept, unsolicited, malformed, invalid }: Solicited): void {
    const { emit } = this.#parts;
    const place = { method: flow.method, target: flow.target };
    for (const [count, why] of [
      [unsolicited, 'unsolicited'],
      [malformed, 'malformed'],
      [invalid, 'invalid'],
    ] as const) {
      if (count > 0) emit({ type: 'ignored', ...place, count, why });
    }
    for (const [key, answer] of Object.entries(kept)) {
      // An await-style run reports its own answers, once it has validated them.
      if (typeof flow.asked[key] === 'object') emit({ type: outcomeOf(answer), ...placeOf(flow), key });
    }
  }

  /** The one text for every refused state; the reason goes to the operator only. */
  #reject(method: Verb, target: string, reason: RejectionReason): ProtocolError {
    this.#parts.emit({ type: 'rejected', method, target, reason });
    return new ProtocolError(ProtocolErrorCode.InvalidParams, REJECTION_MESSAGE, { reason: 'invalid_request_state' });
  }

  #fault(method: Verb, target: string, error: VueltaError): ProtocolError {
    this.#parts.emit({ type: 'fault', method, target, code: error.code });
    return new ProtocolError(ProtocolErrorCode.InternalError, `${error.code}: ${error.message}`, {
      reason: error.code,
    });
  }
}

const START = {
  round: 1,
  asked: {},
  answers: Object.freeze(Object.create(null)),
  carried: {},
  journal: undefined,
} as const;

const NOTHING_CAME = {
  inputResponses: undefined,
  droppedInputResponseKeys: undefined,
  requestState: () => undefined,
} as unknown as Partial<ServerContext['mcpReq']>;

function targetOf(method: Verb, { params }: GuardedRequest): string {
  return String(method === 'resources/read' ? params?.uri : params?.name);
}

export function placeOf({ id, round, method, target }: Flow) {
  return { flow: id, round, method, target };
}

/** What an elicitation answer means; the answers of the other kinds have no action. */
export function outcomeOf(answer: unknown): 'answered' | 'declined' | 'cancelled' {
  const action = (answer as { action?: unknown }).action;
  if (action === 'decline') return 'declined';
  return action === 'cancel' ? 'cancelled' : 'answered';
}

function hasEffects({ journal }: StateBody): boolean {
  const done = journal?.['done'];
  return Array.isArray(done) && done.length > 0;
}

/** The accepted answers of the flow so far; a later answer under the same key replaces the earlier one. */
function carry(flow: Flow): Record<string, unknown> {
  const accepted = Object.entries(flow.answers).filter(
    ([, answer]) => (answer as { action?: unknown }).action === 'accept',
  );
  return { ...flow.carried, ...Object.fromEntries(accepted) };
}
