import type { Ask, Received, RedactedAnswer, Round, ServerIdentity } from '../../client/index.js';
import { isObject, type JsonObject } from '../../json.js';
import type { Revision } from '../../protocol/revision.js';
import type { MaskedState } from '../../shown/state-fingerprint.js';
import type { Ending } from './ending.js';
import type { Mask } from '../../shown/mask.js';

/** What `vuelta call --json` prints. `docs/reference/call.md` describes it. */
export interface CallDocument {
  /** The target as it was named, without query, user name and arguments. */
  readonly target: string;
  /** Without its arguments. */
  readonly call: { readonly tool: string } | { readonly prompt: string } | { readonly resource: string };
  /** `null` when there was no connection. */
  readonly server: ServerIdentity | null;
  readonly revision: Revision;
  /** The rounds that asked. */
  readonly rounds: readonly RoundDocument[];
  readonly ending: Ending;
  /** What happened without the person: an address that was refused, an answer that matched nothing. */
  readonly notices: readonly string[];
  readonly exit: number;
}

export interface AskDocument {
  readonly key: string;
  readonly kind: Ask['kind'];
  readonly message?: string;
  readonly url?: string;
  readonly requestedSchema?: unknown;
  /** What was answered, never its content; `null` when nothing was. */
  readonly action: RedactedAnswer['action'] | null;
}

export interface RoundDocument {
  readonly number: number;
  /** The response of the round, on 2025-11-25 its first request; states are masked. */
  readonly raw?: unknown;
  readonly asks: readonly AskDocument[];
  readonly state?: MaskedState;
  readonly wireMs?: number;
  readonly personMs?: number;
}

interface Logged {
  readonly number: number;
  raw?: unknown;
  asks: AskDocument[];
  round?: Round;
}

const asksSomething = (raw: unknown): boolean => isObject(raw) && raw['resultType'] === 'input_required';

/** What happened in a call, without what was said. */
export class CallLog {
  readonly #mask: Mask;
  readonly #rounds: Logged[] = [];
  #heard = false;

  constructor(mask: Mask) {
    this.#mask = mask;
  }

  receive(message: Received): { readonly raw: unknown; readonly first: boolean; readonly asks: boolean } {
    const isRequest = 'request' in message;
    const raw = this.#mask.value(isRequest ? message.request : (message.error ?? message.result));
    const first = !this.#heard;
    this.#heard = true;
    const asks = isRequest || asksSomething(raw);
    if (asks) {
      const logged = this.#at(message.round);
      if (!('raw' in logged)) logged.raw = raw;
    }
    return { raw, first, asks };
  }

  asked(ask: Ask, round: number): void {
    this.#at(round).asks.push(this.#ask(ask, null));
  }

  /** A round is over, and what it asked is answered. */
  close(round: Round): readonly AskDocument[] {
    if (round.asks.length === 0 && round.state === undefined) return [];
    const logged = this.#at(round.number);
    logged.round = round;
    logged.asks = round.asks.map((ask) => this.#ask(ask, round.answers[ask.key]?.action ?? null));
    return logged.asks;
  }

  rounds(): readonly RoundDocument[] {
    return this.#rounds.map(({ number, raw, asks, round }) => ({
      number,
      ...(raw !== undefined && { raw }),
      asks,
      ...(round?.state !== undefined && { state: round.state }),
      ...(round !== undefined && { wireMs: round.wireMs, personMs: round.personMs }),
    }));
  }

  /** Whether somebody went away without an answer in the last round that asked. `except` are the keys of other cancels. */
  wasCancelled(except: ReadonlySet<string>): boolean {
    const last = this.#rounds.findLast(({ asks }) => asks.length > 0);
    return last?.asks.some(({ key, action }) => action === 'cancel' && !except.has(`${last.number} ${key}`)) === true;
  }

  #at(number: number): Logged {
    const found = this.#rounds.find((logged) => logged.number === number);
    if (found !== undefined) return found;
    const made: Logged = { number, asks: [] };
    this.#rounds.push(made);
    return made;
  }

  #ask({ key, kind, message, url, requestedSchema }: Ask, action: AskDocument['action']): AskDocument {
    const facts = { message, url, requestedSchema } satisfies Partial<Record<string, unknown>>;
    const known = Object.entries(facts).filter(([, value]) => value !== undefined);
    return {
      key: this.#mask.text(key),
      kind,
      ...(this.#mask.value(Object.fromEntries(known)) as JsonObject),
      action,
    };
  }
}
