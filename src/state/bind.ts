import { canonical } from './canonical.js';
import type { Key } from './keys.js';
import { andThen, type Maybe } from './sync-or-async.js';
import type { MacKey, Primitives } from './primitives.js';

/** What a state belongs to. It opens for the same request only. */
export interface Binding {
  /** Who makes the state. What the codec seals is never a flow of the guard, whatever its value looks like. */
  readonly use: 'guard' | 'codec';
  /** The server, across all of its replicas. */
  readonly audience: string;
  /** `tools/call`, `prompts/get` or `resources/read`. */
  readonly method: string;
  /** The name of the tool or prompt, or the URI of the resource. */
  readonly target: string;
  /** The arguments of the call; order and white space do not matter. */
  readonly args?: unknown;
  /** Who asks, as the server has verified it. */
  readonly principal?: string | undefined;
}

/** One keyed tag a part, so that a refusal can be explained to the operator; nothing of the parts can be read from them. */
export interface BindingTags {
  readonly at: string;
  readonly args: string;
  readonly who: string;
}

/** Characters kept of a tag: 128 bits. */
const TAG_LENGTH = 22;

/** How many tags are remembered, and of how long a text: a client chooses some of them, such as the URI of a resource. */
const MAX_TAGS = 1024;
const MAX_TEXT = 512;

/**
 * Tags of what is the same in request after request: the place, and who asks. Each costs a MAC once, and its text and tag are kept; the
 * arguments of a call are another each time.
 */
export class Tags {
  readonly #primitives: Primitives;
  readonly #kept = new Map<string, string>();

  constructor(primitives: Primitives) {
    this.#primitives = primitives;
  }

  /** What is not there has the empty tag, which no text has. */
  make(macKey: MacKey, text: string | undefined): Maybe<string> {
    if (text === undefined) return '';
    return andThen(this.#primitives.mac(macKey, text), (mac) => mac.slice(0, TAG_LENGTH));
  }

  keep(kid: string, macKey: MacKey, text: string | undefined): Maybe<string> {
    const name = `${kid} ${text}`;
    const kept = text === undefined ? '' : this.#kept.get(name);
    if (kept !== undefined) return kept;
    return andThen(this.make(macKey, text), (tag) => {
      if (name.length <= MAX_TEXT) this.#remember(name, tag);
      return tag;
    });
  }

  #remember(name: string, tag: string): void {
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < MAX_TAGS) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(name, tag);
  }
}

/** A binding that makes its tags once a key: a round that opens one state and seals the next pays once. */
export class Bound {
  readonly #binding: Binding;
  readonly #makers: Tags;
  readonly #tags = new Map<string, Maybe<BindingTags>>();

  /** @throws TypeError when the principal is not a text: a promise or an object would be the same principal for everybody. */
  constructor(binding: Binding, makers: Tags) {
    if (binding.principal !== undefined && typeof binding.principal !== 'string') {
      throw new TypeError('principal: expected a function that returns a text or undefined, at once');
    }
    this.#binding = binding;
    this.#makers = makers;
  }

  /** @throws RangeError or TypeError when the arguments nest too deep or are not JSON. */
  tags(key: Key): Maybe<BindingTags> {
    let tags = this.#tags.get(key.kid);
    if (tags === undefined) {
      tags = this.#make(key);
      this.#tags.set(key.kid, tags);
    }
    return tags;
  }

  #make(key: Key): Maybe<BindingTags> {
    const { use, audience, method, target, args, principal } = this.#binding;
    const at = JSON.stringify(['at', use, audience, method, target]);
    const given = canonical(args ?? {});
    const who = principal === undefined ? undefined : JSON.stringify(['who', principal]);
    return andThen(key.tag, (macKey) => {
      const { kid } = key;
      return andThen(this.#makers.keep(kid, macKey, at), (atTag) =>
        andThen(this.#makers.make(macKey, given === '{}' ? undefined : `["args",${given}]`), (argsTag) =>
          andThen(this.#makers.keep(kid, macKey, who), (whoTag) => ({ at: atTag, args: argsTag, who: whoTag })),
        ),
      );
    });
  }
}
