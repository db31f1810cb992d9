import { isInputRequiredResult, type Result, type ServerContext } from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import { Replayed } from './claim/round-in-store.js';
import { notToBeKept } from './caching.js';
import { assertCarried, isPlainText, sayable } from './json-result.js';
import type { Claims } from './claim/claims.js';
import { Entry, type Entered, type EntryParts } from './entry.js';
import { Exit, type ExitParts } from './exit.js';
import type { Verb } from './policy.js';
import { refuseFault, refuseState } from './refusal.js';
import { passage, type Flow, type GuardedRequest, type Inner, type Passage } from './flow.js';
import type { RoundSpan, Spans } from './events/spans.js';

export interface GuardParts extends EntryParts, ExitParts {
  readonly claims: Claims;
  readonly spans: Spans;
}

/** Stands around the handlers of the three methods that may ask: open, filter, claim, run, check the asks, seal. */
export class Guard {
  readonly #parts: GuardParts;
  readonly #entry: Entry;
  readonly #exit: Exit;

  constructor(parts: GuardParts) {
    this.#parts = parts;
    this.#entry = new Entry(parts);
    this.#exit = new Exit(parts);
  }

  /** Serves one request. Without state and answers the handler runs at once, and a complete result goes out untouched. */
  async handle(method: Verb, request: GuardedRequest, ctx: ServerContext, inner: Inner): Promise<Result> {
    try {
      return await this.#serve(method, request, ctx, inner);
    } catch (error) {
      throw sayable(error);
    }
  }

  async #serve(method: Verb, request: GuardedRequest, ctx: ServerContext, inner: Inner): Promise<Result> {
    const state: unknown = ctx.mcpReq.requestState();
    const isFirst = state === undefined && ctx.mcpReq.inputResponses === undefined;
    if (isFirst && !this.#parts.spans.on) {
      const result = await inner(request as never, ctx);
      if (isPlainText(result)) return result;
      const passing = passage(method, request, ctx);
      if (!isInputRequiredResult(result)) {
        assertCarried(this.#parts.emit, passing, result);
        return result;
      }
      return this.#exit.leave(passing, result, { flowOf: () => this.firstFlow(method, passing.target, ctx) });
    }
    const passing = passage(method, request, ctx);
    const entered = await this.#parts.spans.entry(passing, () => this.#entry.enter(passing, state));
    return this.#parts.spans.round(passing, entered, (span) => this.#run(passing, entered, span, inner));
  }

  firstFlow(method: Verb, target: string, ctx: ServerContext): Flow {
    return this.#entry.first(method, target, ctx);
  }

  async #run(passing: Passage, entered: Entered, span: RoundSpan, inner: Inner): Promise<Result> {
    const { claims, emit } = this.#parts;
    const { flow, exp } = entered;
    if (exp === undefined || !this.#isSingleUse(flow)) return this.#act(passing, entered, span, inner);
    const { mcpReq } = passing.ctx;
    const turn = { flow, state: String(mcpReq.requestState()), expiresAt: exp * 1000, signal: mcpReq.signal };
    try {
      return await claims.run(turn, (held) => {
        flow.marks.held = held;
        return this.#act(passing, entered, span, inner);
      });
    } catch (error) {
      if (error instanceof Replayed) throw refuseState(emit, passing, 'replayed');
      if (error instanceof VueltaError) throw refuseFault(emit, passing, error);
      throw error;
    }
  }

  async #act(passing: Passage, entered: Entered, span: RoundSpan, inner: Inner): Promise<Result> {
    const { flow, ctx, bound } = entered;
    // A yes that was taken back before the work began: whoever repeats the request has it done then.
    if (ctx.mcpReq.signal.aborted) throw refuseFault(this.#parts.emit, passing, new VueltaError('request_cancelled'));
    span.ran();
    this.#entry.report(entered);
    const result = await inner(passing.request as never, ctx);
    if (isInputRequiredResult(result))
      return this.#exit.leave(passing, result, { flowOf: () => flow, bound, trace: entered.trace ?? span.traceparent });
    // A round that is held is made a text when it is settled.
    if (flow.marks.held === undefined) assertCarried(this.#parts.emit, passing, result);
    return notToBeKept(passing, result);
  }

  /** Tools only, by default: what a prompt or a resource gives is read, and so is what a tool with `readOnlyHint` does. */
  #isSingleUse({ method, target, policy }: Flow): boolean {
    return policy.singleUse ?? (method === 'tools/call' && !this.#parts.policies.readsOnly(target));
  }
}
