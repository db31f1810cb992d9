import { isInputRequiredResult, type InputRequiredResult, type Result } from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import type { Bound } from '../state/bind.js';
import type { Primitives } from '../state/primitives.js';
import { digestAsk, type Ask, type Asked } from './question/ask.js';
import { undeclared } from '../protocol/capability.js';
import { fallbackResult, endCapped, endNoWayBack, endRefused, endUnable, refusedAgain } from './question/fallback.js';
import { withoutHint } from './caching.js';
import { assertCarried, textOf } from './json-result.js';
import type { EventSink } from './events/events.js';
import { lintAsks } from './question/lint.js';
import { refuseFault, refuseUnable, refuseUnsealable } from './refusal.js';
import {
  bindTo,
  carry,
  roundOf,
  type BinderParts,
  type Flow,
  type Marks,
  type Passage,
  type StateBody,
} from './flow.js';
import type { Fallback } from './policy.js';
import { lostVerdict, sealedResult, verdictOf, type Suspended, type Verdict } from './verdict.js';

export interface ExitParts extends BinderParts {
  readonly primitives: Primitives;
  readonly maxRounds: number;
  readonly emit: EventSink;
}

/** What is known where a result leaves. */
interface Known {
  /** Gives the flow where an await-style run has not told it. */
  readonly flowOf: () => Flow;
  /** What the states of this request are bound to, where one came in. */
  readonly bound?: Bound | undefined;
  /** The `traceparent` that the state carries. */
  readonly trace?: string | undefined;
}

/** The way out of an `input_required` result: check the asks, seal the state. */
export class Exit {
  readonly #parts: ExitParts;

  constructor(parts: ExitParts) {
    this.#parts = parts;
  }

  async leave(passage: Passage, result: InputRequiredResult, known: Known): Promise<Result> {
    const { emit, maxRounds } = this.#parts;
    const verdict = verdictOf(result);
    if (verdict !== undefined && 'fault' in verdict) throw refuseFault(emit, passage, verdict.fault);
    assertCarried(emit, passage, result);
    const asks = this.#asksOf(passage, result, verdict);
    const flow = verdict?.flow ?? known.flowOf();
    const unable = asks.filter((ask) => undeclared(ask, flow.capabilities) !== undefined);
    if (unable.length > 0) return this.#unable(passage, flow, asks, unable);
    const asked = await this.#askedOf(asks, verdict?.digests);
    const refused = verdict === undefined ? refusedAgain(flow, asked) : undefined;
    if (refused !== undefined) return endRefused(flow, refused);
    if (flow.round >= maxRounds) {
      emit({ type: 'capped', ...roundOf(flow), maxRounds });
      return endCapped(
        flow,
        maxRounds,
        asks.map(({ key }) => key),
      );
    }
    const body = bodyOf(flow, asked, result, verdict, known.trace);
    const requestState = await this.#seal(passage, body, known.bound, verdict, flow.marks);
    if (typeof requestState !== 'string') {
      if (!isInputRequiredResult(requestState)) return requestState;
      flow.marks.reopened = true;
      return this.leave(passage, requestState, known);
    }
    emit({ type: 'asked', ...roundOf(flow), keys: verdict?.shown ?? asks.map(({ key }) => key) });
    return sealedResult(verdict === undefined ? withAsks(withoutHint(result), asks) : result, requestState);
  }

  /** The asks of a result, or the fault that keeps it here. */
  #asksOf(passage: Passage, result: InputRequiredResult, verdict: Verdict | undefined): readonly Ask[] {
    const refuse = (...[code, why]: ConstructorParameters<typeof VueltaError>) =>
      refuseFault(this.#parts.emit, passage, new VueltaError(code, why));
    if (verdict === undefined && lostVerdict(result)) {
      const why = `Something around the handler of "${passage.target}" rebuilt its result and lost what the run recorded. Return it as it is, or spread it.`;
      throw refuse('ask_swallowed', why);
    }
    const linted = lintAsks(result.inputRequests);
    if ('faults' in linted) throw refuse('ask_invalid', linted.faults.join('; '));
    if (linted.asks.length === 0 && typeof result.requestState !== 'string') {
      throw refuse('ask_invalid', 'The result is input_required, asks nothing and gives no requestState.');
    }
    return linted.asks;
  }

  /** The state; or, where it is too large, a result that asks for less of what this round has brought. */
  async #seal(
    passage: Passage,
    body: StateBody,
    knownBound: Bound | undefined,
    suspended: Suspended | undefined,
    marks: Marks,
  ): Promise<string | Result> {
    const bound = knownBound ?? bindTo(passage, this.#parts);
    try {
      return await this.#parts.sealer.seal(body, bound);
    } catch (error) {
      const isTooLarge = error instanceof VueltaError && error.code === 'state_too_large';
      const shorter = isTooLarge ? suspended?.shorter() : undefined;
      if (shorter !== undefined) return shorter;
      // Nobody can be asked again here; but what came has led to nothing, so a shorter answer to the same state counts.
      if (isTooLarge) marks.reopened = true;
      if (error instanceof VueltaError) throw refuseFault(this.#parts.emit, passage, error);
      throw refuseUnsealable('arguments');
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

  /** How a call ends whose client cannot be asked: nothing goes out, and whoever reads the end learns what would help. */
  #unable(passage: Passage, flow: Flow, asks: readonly Ask[], unable: readonly Ask[]): Result {
    const { method, target, ctx } = passage;
    const { fallback } = flow.policy;
    if (fallback !== undefined && method === 'tools/call') {
      this.#parts.emit({ type: 'fell_back', method, target: flow.target });
      return this.#fallback(passage, flow, fallback, asks);
    }
    this.#parts.emit({ type: 'unable', method, target, kinds: unable.map(({ kind }) => kind) });
    if (ctx.mcpReq.envelope !== undefined) throw refuseUnable(flow, unable);
    return flow.capabilities === undefined ? endNoWayBack(flow) : endUnable(flow, unable);
  }

  #fallback(passage: Passage, flow: Flow, fallback: Fallback, asks: readonly Ask[]): Result {
    try {
      const result = fallbackResult(fallback, flow, asks);
      textOf(passage.target, result);
      return result;
    } catch (error) {
      if (error instanceof VueltaError) throw refuseFault(this.#parts.emit, passage, error);
      throw error;
    }
  }
}

function bodyOf(
  flow: Flow,
  asked: StateBody['asked'],
  result: InputRequiredResult,
  verdict: Suspended | undefined,
  trace: string | undefined,
): StateBody {
  return {
    flow: flow.id,
    round: verdict?.round ?? flow.round,
    asked,
    own: verdict === undefined && typeof result.requestState === 'string' ? result.requestState : undefined,
    carried: flow.policy.carry === true ? carry(flow, asked) : undefined,
    journal: verdict?.journal,
    trace,
  };
}

/** The asks as they were checked, and as the state remembers them. */
function withAsks(result: InputRequiredResult, asks: readonly Ask[]): InputRequiredResult {
  const { inputRequests } = result;
  if (inputRequests === undefined) return result;
  const checked = asks.map(({ key, params }) => {
    const request = inputRequests[key];
    return [key, params === request?.params || request?.params === undefined ? request : { ...request, params }];
  });
  return { ...result, inputRequests: Object.fromEntries(checked) as typeof inputRequests };
}
