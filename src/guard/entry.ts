import type { ServerContext } from '@modelcontextprotocol/server';
import type { Bound } from '../state/bind.js';
import { outcomeOf, solicited, type Solicited } from './question/answers.js';
import type { CapabilityView } from './question/capability.js';
import type { EventSink } from './events/events.js';
import type { Policies, Verb } from './policy.js';
import { refuseState } from './refusal.js';
import {
  bindTo,
  newFlowId,
  roundOf,
  visibleAnswers,
  withFlow,
  type BinderParts,
  type Flow,
  type Passage,
  type StateBody,
} from './flow.js';

/** What a request came in with, once it has passed the guard. */
export interface Entered {
  readonly flow: Flow;
  /** The context for the handler: its own state, the answers that count, the flow. */
  readonly ctx: ServerContext;
  readonly bound: Bound | undefined;
  /** The expiry of the state, in seconds since 1970; `undefined` where the call begins. */
  readonly exp: number | undefined;
  /** The `traceparent` of the flow's first round. */
  readonly trace: string | undefined;
  readonly arrived: Solicited | undefined;
}

export interface EntryParts extends BinderParts {
  readonly policies: Policies;
  readonly capabilities: CapabilityView;
  readonly emit: EventSink;
  /** The server's own check of the state that a plain handler gave; what it resolves to is what the handler reads. */
  readonly verifyOwn?: ((state: string, ctx: ServerContext) => unknown) | undefined;
}

/** The way in: open the state, let the solicited answers through. */
export class Entry {
  readonly #parts: EntryParts;

  constructor(parts: EntryParts) {
    this.#parts = parts;
  }

  first(method: Verb, target: string, ctx: ServerContext): Flow {
    return this.#flow({ method, target, ctx }, undefined, undefined, NO_ANSWERS);
  }

  async enter(passage: Passage, state: unknown): Promise<Entered> {
    const { method, target, ctx } = passage;
    const { sealer, emit, policies } = this.#parts;
    if (state === undefined) return this.#admit(passage, undefined, undefined, undefined);
    const bound = bindTo(passage, this.#parts);
    if (typeof state !== 'string') throw refuseState(emit, passage, 'malformed');
    const opened = await sealer.open<StateBody>(state, bound);
    if (opened.ok) return this.#admit(passage, opened.body, bound, opened.exp);
    const isAskedAgain = opened.reason === 'expired' && policies.get(method, target).expired === 'ask';
    if (isAskedAgain && !hasEffects(opened.body)) {
      emit({ type: 'restarted', method, target });
      const flow = this.first(method, target, ctx);
      const nothing = { exp: undefined, trace: opened.body.trace, arrived: undefined };
      return { flow, ctx: withFlow(ctx, flow, NOTHING_CAME), bound, ...nothing };
    }
    throw refuseState(emit, passage, opened.reason);
  }

  #flow(
    { method, target, ctx }: Omit<Passage, 'request'>,
    body: StateBody | undefined,
    exp: number | undefined,
    answers: Flow['answers'],
  ): Flow {
    const { policies, capabilities } = this.#parts;
    return {
      id: body?.flow ?? newFlowId(),
      round: (body?.round ?? 0) + 1,
      method,
      target,
      policy: policies.get(method, target),
      capabilities: capabilities(ctx),
      asked: body?.asked ?? NOTHING,
      answers,
      carried: body?.carried ?? NOTHING,
      journal: body?.journal,
      expiresAt: exp === undefined ? undefined : exp * 1000,
      marks: { threw: false, reopened: false, held: undefined },
    };
  }

  async #admit(
    passage: Passage,
    body: StateBody | undefined,
    bound: Bound | undefined,
    exp: number | undefined,
  ): Promise<Entered> {
    const { method, target, ctx } = passage;
    const { inputResponses, droppedInputResponseKeys } = ctx.mcpReq;
    const asked = body?.asked ?? NOTHING;
    const { unsolicited } = this.#parts.policies.get(method, target);
    const arrived = solicited(inputResponses, asked, unsolicited === 'accept');
    const flow = this.#flow(passage, body, exp, arrived.kept);
    const dropped = droppedInputResponseKeys?.filter((key) => Object.hasOwn(asked, key));
    const guarded = withFlow(ctx, flow, {
      inputResponses: visibleAnswers(flow, inputResponses !== undefined),
      requestState: () => body?.own,
      droppedInputResponseKeys: dropped?.length === 0 ? undefined : dropped,
    } as unknown as Partial<ServerContext['mcpReq']>);
    return { flow, ctx: await this.#readOwn(body?.own, guarded, flow), bound, exp, trace: body?.trace, arrived };
  }

  /** The server's own hook sees what the handler sees: its own state and the answers that count. */
  async #readOwn(own: string | undefined, ctx: ServerContext, flow: Flow): Promise<ServerContext> {
    const { verifyOwn, emit } = this.#parts;
    if (own === undefined || verifyOwn === undefined) return ctx;
    let read: unknown;
    try {
      read = await verifyOwn(own, ctx);
    } catch {
      throw refuseState(emit, flow, 'malformed');
    }
    if (read === undefined) return ctx;
    return withFlow(ctx, flow, { requestState: () => read } as unknown as Partial<ServerContext['mcpReq']>);
  }

  report({ flow, arrived }: Entered): void {
    if (arrived === undefined) return;
    const { emit } = this.#parts;
    const { method, target, asked } = flow;
    for (const why of ['unsolicited', 'malformed', 'invalid'] as const) {
      if (arrived[why] > 0) emit({ type: 'ignored', method, target, count: arrived[why], why });
    }
    for (const [key, answer] of Object.entries(arrived.kept)) {
      // An await-style run reports its own answers, once it has validated them.
      if (typeof asked[key] === 'object') emit({ type: outcomeOf(answer), ...roundOf(flow), key });
    }
  }
}

const NOTHING = Object.freeze({});
const NO_ANSWERS: Flow['answers'] = Object.freeze(Object.create(null));

const NOTHING_CAME = {
  inputResponses: undefined,
  droppedInputResponseKeys: undefined,
  requestState: () => undefined,
} as unknown as Partial<ServerContext['mcpReq']>;

function hasEffects({ journal }: StateBody): boolean {
  const done = journal?.['done'];
  return Array.isArray(done) && done.length > 0;
}
