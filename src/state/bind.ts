import { canonical } from './canonical.js';
import type { Key } from './keys.js';
import { andThen, type Maybe } from './maybe.js';
import type { Primitives } from './primitives.js';

/** What a state belongs to. It opens for the same request only. */
export interface Binding {
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

/** A binding that makes its tags once a key: a round that opens one state and seals the next pays once. */
export class Bound {
  readonly #binding: Binding;
  readonly #primitives: Primitives;
  readonly #tags = new Map<string, Maybe<BindingTags>>();

  constructor(binding: Binding, primitives: Primitives) {
    this.#binding = binding;
    this.#primitives = primitives;
  }

  /** @throws RangeError when the arguments nest too deep. */
  tags(key: Key): Maybe<BindingTags> {
    let tags = this.#tags.get(key.kid);
    if (tags === undefined) {
      tags = this.#make(key);
      this.#tags.set(key.kid, tags);
    }
    return tags;
  }

  #make(key: Key): Maybe<BindingTags> {
    const { audience, method, target, args, principal } = this.#binding;
    const at = JSON.stringify(['at', audience, method, target]);
    const given = `["args",${canonical(args ?? {})}]`;
    const who = principal === undefined ? undefined : JSON.stringify(['who', principal]);
    return andThen(key.tag, (macKey) => {
      const tag = (text: string): Maybe<string> =>
        andThen(this.#primitives.mac(macKey, text), (mac) => mac.slice(0, TAG_LENGTH));
      return andThen(tag(at), (atTag) =>
        andThen(tag(given), (argsTag) =>
          andThen(who === undefined ? '' : tag(who), (whoTag) => ({ at: atTag, args: argsTag, who: whoTag })),
        ),
      );
    });
  }
}
