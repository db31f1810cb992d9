import { canonical } from './canonical.js';
import type { Key } from './keys.js';
import { andThen, type Maybe } from './maybe.js';
import type { Primitives } from './primitives.js';

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

/** A binding that makes its tags once a key: a round that opens one state and seals the next pays once. */
export class Bound {
  readonly #binding: Binding;
  readonly #primitives: Primitives;
  readonly #tags = new Map<string, Maybe<BindingTags>>();

  /** @throws TypeError when the principal is not a text: a promise or an object would be the same principal for everybody. */
  constructor(binding: Binding, primitives: Primitives) {
    if (binding.principal !== undefined && typeof binding.principal !== 'string') {
      throw new TypeError('principal: expected a function that returns a text or undefined, at once');
    }
    this.#binding = binding;
    this.#primitives = primitives;
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
      // What is not there has the empty tag, which no text has.
      const tag = (text: string | undefined): Maybe<string> =>
        text === undefined ? '' : andThen(this.#primitives.mac(macKey, text), (mac) => mac.slice(0, TAG_LENGTH));
      return andThen(tag(at), (atTag) =>
        andThen(tag(given === '{}' ? undefined : `["args",${given}]`), (argsTag) =>
          andThen(tag(who), (whoTag) => ({ at: atTag, args: argsTag, who: whoTag })),
        ),
      );
    });
  }
}
