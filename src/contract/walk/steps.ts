import { isObject, type JsonObject } from '../../json.js';
import { changeJson } from '../../shown/change-json.js';
import { Mask } from '../../shown/mask.js';
import { REPORT } from '../../shown/mask-rules.js';
import type { RawReply } from '../../protocol/reply.js';

/** Where a state that was sent came from. */
export interface StateUse {
  /** The number of the step whose response had it. */
  readonly of: number;
  /** Absent when it was sent as it came. */
  readonly change?: StateChange;
}

/** A state that was changed in one place: so many characters kept at its start and at its end, and what stands between them. */
export interface StateChange {
  /** Characters of the state before. */
  readonly length: number;
  readonly start: number;
  readonly insert: string;
  readonly end: number;
}

/** What a request carried, as a report shows it. */
export interface Sent {
  readonly method: string;
  /** Without the `_meta` that every request has; where a request changes some of it, with these members. */
  readonly params: JsonObject;
  /** Where its state came from, when that is known. */
  readonly state?: StateUse;
  /** The headers that only this request had. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Which of the case's two users sent it, when it has two. */
  readonly as?: 'own' | 'other';
}

/** One request and its response as a report shows them: answers redacted, states masked, tokens never. */
export interface Step {
  /** From 1, in the order of the responses of one check. */
  readonly number: number;
  /** What the request was for, for example `round 2, accepted`. */
  readonly label: string;
  /** On 2025-11-25 a call is no single request: it stays open while the server asks. */
  readonly revision?: '2025-11-25';
  readonly sent: Sent;
  readonly received: {
    readonly status?: number;
    readonly result?: unknown;
    readonly error?: unknown;
    readonly silent?: string;
  };
  /** Milliseconds from the request to the response. */
  readonly ms: number;
}

/** A step as it was recorded: what a report shows of it, and what it does not. */
export interface RecordedStep {
  readonly step: Step;
  /** The state of the response, in the clear. */
  readonly state?: string;
  /** The step whose response had the state that this one sent. */
  readonly source?: RecordedStep;
}

export interface Exchange {
  readonly label: string;
  readonly method: string;
  readonly params: Readonly<JsonObject>;
  /** The members of `_meta` that a report shows. */
  readonly meta?: Readonly<JsonObject>;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly as?: Sent['as'] | undefined;
  readonly revision?: Step['revision'];
  /** The step whose response the request answers. */
  readonly answered?: RecordedStep | undefined;
  readonly received: RawReply | { readonly silent: string };
  /** When it began, by `performance.now()`. */
  readonly started: number;
}

const orNothing = <T extends object>(object: T | undefined): T | undefined =>
  object === undefined || Object.keys(object).length === 0 ? undefined : object;

export class Transcript {
  readonly #redactor: Redactor;
  readonly #recorded: RecordedStep[] = [];

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  get recorded(): readonly RecordedStep[] {
    return this.#recorded;
  }

  /** Records an exchange: answers redacted, states masked, and where the state that was sent came from. */
  record({ label, method, params, received, started, revision, as, answered, ...shown }: Exchange): RecordedStep {
    const trace = this.#trace(params['requestState'], answered);
    const [meta, headers] = [orNothing(shown.meta), orNothing(shown.headers)];
    const step: Step = {
      number: this.#recorded.length + 1,
      label,
      ...(revision && { revision }),
      sent: {
        method,
        params: { ...this.#redactor.sent({ ...params }), ...(meta && { _meta: meta }) },
        ...(trace && { state: trace.use }),
        ...(headers && { headers: hideTokens(headers) }),
        ...(as && { as }),
      },
      received: 'silent' in received ? received : this.#redactor.received(received),
      ms: Math.round(performance.now() - started),
    };
    const result = 'result' in received ? received.result : undefined;
    const state = isObject(result) ? result['requestState'] : undefined;
    const recorded = { step, ...(typeof state === 'string' && { state }), ...(trace && { source: trace.source }) };
    this.#recorded.push(recorded);
    return recorded;
  }

  /** Finds the response that a sent state came from, and what was changed in it on the way. */
  #trace(
    sent: unknown,
    answered: RecordedStep | undefined,
  ): { readonly use: StateUse; readonly source: RecordedStep } | undefined {
    if (typeof sent !== 'string') return undefined;
    const source = answered?.state === sent ? answered : this.#recorded.findLast(({ state }) => state === sent);
    if (source !== undefined) return { use: { of: source.step.number }, source };
    if (answered?.state === undefined) return undefined;
    const change = differenceOf(answered.state, sent);
    return change && { use: { of: answered.step.number, change }, source: answered };
  }
}

/** Longer inserts are another state, and are not shown. */
const LONGEST_INSERT = 8;

function differenceOf(before: string, after: string): StateChange | undefined {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const insert = after.slice(start, after.length - end);
  return start + end === 0 || insert.length > LONGEST_INSERT
    ? undefined
    : { length: before.length, start, insert, end };
}

/** Hides in a report the answers that the author of a case gave, which nobody else may read, and states. */
export class Redactor {
  readonly #mask = new Mask(undefined, REPORT);
  readonly #fields = new Map<string, Set<string>>();

  /** Notes the answers that a case gives. Yes and no are the server's own words; they are hidden in requests only. */
  learn(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, response] of Object.entries(responses)) {
      if (!isObject(response)) continue;
      this.#mask.add(key, response);
      if (!isObject(response['content']) || response['action'] === undefined) continue;
      for (const [field, value] of Object.entries(response['content'])) {
        const seen = this.#fields.get(field) ?? new Set();
        this.#fields.set(field, seen.add(JSON.stringify(value)));
      }
    }
  }

  text(text: string): string {
    return this.#mask.text(text);
  }

  sent(params: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(params)
        .filter(([name]) => name !== '_meta')
        .map(([name, value]) => [name, this.#param(name, value)]),
    );
  }

  received(reply: RawReply): Step['received'] {
    const { status, result, error } = reply;
    return {
      ...(status !== undefined && { status }),
      ...(result !== undefined && { result: this.#masked(result) }),
      ...(error !== undefined && { error: this.#masked(error) }),
    };
  }

  #param(name: string, value: unknown): unknown {
    if (name !== 'inputResponses' || !isObject(value)) return this.#mask.member(name, value) ?? value;
    return Object.fromEntries(Object.entries(value).map(([key, response]) => [key, this.#response(response)]));
  }

  /** However deep an attack puts answers where none belong. */
  #response(response: unknown): unknown {
    const text = (said: string): string => (this.#mask.isAnswer(said) ? '[answer]' : said);
    const member = (name: string, value: unknown): unknown =>
      this.#fields.get(name)?.has(JSON.stringify(value)) === true ? `<${name}>` : undefined;
    return isObject(response) ? changeJson(response, { text, member }) : response;
  }

  #masked(value: unknown): unknown {
    const { member } = this.#mask;
    return changeJson(value, {
      text: (text) => this.text(text),
      number: (number) => this.#mask.number(number),
      member,
    });
  }
}

const SECRET_HEADER = /authorization|cookie|token|key|secret/i;

export const hideTokens = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADER.test(name) ? '[token]' : value]),
  );
