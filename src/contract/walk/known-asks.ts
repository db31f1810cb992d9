import type { Ask } from '../../protocol/ask.js';
import { bareMap, canonicalJson, isObject } from '../../json.js';
import type { FormSchema } from '../../form/index.js';
import type { CallRequest } from '../../protocol/call.js';
import type { Responses } from './answers.js';
import type { Asked } from '../evidence/response.js';
import { normalize, withoutArguments } from './judge.js';

type Params = CallRequest['params'];

/** Keys of the learned case, each with the key of the same ask on the wire. */
type Names = ReadonlyMap<string, string>;

interface Known {
  readonly key: string;
  readonly round: number;
  readonly position: number;
  readonly form: string;
  readonly message: string | undefined;
}

const swap = (name: string, from: string, to: string): string => (name === from ? to : name);

/** A form in which the field that is called like its ask goes by another name. */
function renameField({ properties, required, ...rest }: FormSchema, from: string, to: string): FormSchema {
  const fields = Object.entries(properties).map(([name, property]) => [swap(name, from, to), property] as const);
  return {
    ...rest,
    properties: Object.fromEntries(fields),
    ...(required !== undefined && { required: required.map((name) => swap(name, from, to)) }),
  };
}

function rename(ask: Ask, key: string): Ask {
  const at = `properties.${ask.key}`;
  const { requestedSchema } = ask;
  return {
    ...ask,
    key,
    ...(requestedSchema !== undefined && { requestedSchema: renameField(requestedSchema, ask.key, key) }),
    faults: ask.faults.map((fault) =>
      fault.path.startsWith(at) ? { ...fault, path: `properties.${key}${fault.path.slice(at.length)}` } : fault,
    ),
  };
}

function renameAnswer(response: unknown, from: string, to: string): unknown {
  if (!isObject(response) || !isObject(response['content']) || !Object.hasOwn(response['content'], from)) {
    return response;
  }
  const entries = Object.entries(response['content']).map(([name, value]) => [swap(name, from, to), value] as const);
  return { ...response, content: bareMap(entries) };
}

function renameAll(responses: Responses, names: Iterable<readonly [from: string, to: string]>): Responses {
  const other = new Map(names);
  if (other.size === 0 || !isObject(responses)) return responses;
  return bareMap(
    Object.entries(responses).map(([key, response]) => {
      const to = other.get(key);
      return to === undefined ? ([key, response] as const) : ([to, renameAnswer(response, key, to)] as const);
    }),
  );
}

const formOf = (ask: Ask, params: Params): string => {
  const { requestedSchema } = rename(ask, '');
  return withoutArguments(canonicalJson([ask.kind, requestedSchema ?? null]), params);
};

const wordsOf = ({ message }: Ask, params: Params): string | undefined =>
  message === undefined ? undefined : normalize(withoutArguments(message, params));

/** An ask that comes again may add a reason. */
const tells = (words: string | undefined, known: string | undefined): boolean =>
  words === known || (words !== undefined && known !== undefined && known !== '' && words.includes(known));

/**
 * The asks of the learned case. The keys of a server may hold an argument, or be made anew for each call: an ask of another walk
 * is then known by its place, its form and its words, and goes by its learned key in everything that judges.
 */
export class KnownAsks {
  readonly #names = new WeakMap<Asked, Names>();
  #known: readonly Known[] = [];
  #varies = false;

  /** Whether any ask had another key than the one learned. */
  get varies(): boolean {
    return this.#varies;
  }

  learn(rounds: ReadonlyArray<{ readonly number: number; readonly asks: readonly Ask[] }>, params: Params): void {
    this.#known = rounds.flatMap(({ number, asks }) =>
      asks.map((ask, position) => ({
        key: ask.key,
        round: number,
        position,
        form: formOf(ask, params),
        message: wordsOf(ask, params),
      })),
    );
  }

  /** The response with the learned keys of its asks. `round` is the one that it belongs to, from 1. */
  name(asked: Asked, round: number, params: Params): Asked {
    const taken = new Set(this.#known.map(({ key }) => key).filter((key) => asked.asks.some((ask) => ask.key === key)));
    const names = new Map<string, string>();
    const asks = asked.asks.map((ask, position) => {
      const key = taken.has(ask.key) ? undefined : this.#find(ask, { round, position }, params, taken);
      if (key === undefined) return ask;
      taken.add(key);
      names.set(key, ask.key);
      return rename(ask, key);
    });
    if (names.size === 0) return asked;
    this.#varies = true;
    const named = { ...asked, asks };
    this.#names.set(named, names);
    return named;
  }

  /** The learned keys of a response whose asks have others on the wire. */
  namesIn(asked: Asked): Names {
    return this.#names.get(asked) ?? new Map();
  }

  asCame(asked: Asked): readonly Ask[] {
    const names = this.namesIn(asked);
    if (names.size === 0) return asked.asks;
    return asked.asks.map((ask) => rename(ask, names.get(ask.key) ?? ask.key));
  }

  #find(
    ask: Ask,
    at: { readonly round: number; readonly position: number },
    params: Params,
    taken: ReadonlySet<string>,
  ): string | undefined {
    const form = formOf(ask, params);
    const words = wordsOf(ask, params);
    const alike = this.#known.filter((known) => known.form === form && !taken.has(known.key));
    const here = alike.filter(({ round }) => round === at.round);
    const isFirst = (known: Known): boolean => at.round === 1 && known.position === at.position;
    const found =
      here.find((known) => tells(words, known.message)) ??
      here.find(isFirst) ??
      (words === undefined ? undefined : alike.find((known) => tells(words, known.message)));
    return found?.key;
  }
}

/** Answers under learned keys, as they go on the wire. */
export const toWire = (responses: Responses, names: Names): Responses => renameAll(responses, names);

export const fromWire = (responses: Responses, names: Names): Responses =>
  renameAll(
    responses,
    [...names].map(([learned, wire]) => [wire, learned]),
  );
