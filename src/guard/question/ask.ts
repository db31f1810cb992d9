import { isSound } from '../../form/lint/lint.js';
import { canonical, keepCanonical } from '../../state/canonical.js';
import { andThen, type Maybe } from '../../state/sync-or-async.js';
import type { Primitives } from '../../state/primitives.js';
import type { FormSchema } from '../../form/index.js';
import type { AskKind } from '../../protocol/kinds.js';

/** One embedded request, as it goes out. */
export interface Ask {
  readonly key: string;
  readonly kind: AskKind;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What the state remembers of an ask that went out: its kind and digest; for a plain handler also the form. */
export type Asked = string | readonly [digest: string] | readonly [digest: string, form: FormSchema];

const LETTER: Record<AskKind, string> = { form: 'f', url: 'u', sampling: 's', roots: 'r' };
const KIND = new Map(Object.entries(LETTER).map(([kind, letter]) => [letter, kind as AskKind]));

/** Characters kept of a digest: 128 bits. */
const DIGEST_LENGTH = 22;

/**
 * The digest of a question as the person saw it: kind, message, schema, address. An answer counts for exactly one digest, so
 * a yes to one text is never a yes to another.
 */
export function digestAsk(
  kind: AskKind,
  params: Readonly<Record<string, unknown>>,
  primitives: Primitives,
): Maybe<string> {
  const { message, mode, requestedSchema: form } = params;
  const isWhole = kind === 'form' && mode === 'form' && isSound(form) && Object.keys(params).length === 3;
  if (!isWhole) return digested(kind, params, primitives);
  const known = last.get(form);
  if (known !== undefined && known.message === message) return known.digest;
  keepCanonical(form);
  return andThen(digested(kind, params, primitives), (digest) => {
    last.set(form, { message, digest });
    return digest;
  });
}

/** The last question of each form that cannot change: the next round asks it again, and most questions have one text. */
const last = new WeakMap<object, { readonly message: unknown; readonly digest: string }>();

function digested(kind: AskKind, params: unknown, primitives: Primitives): Maybe<string> {
  return andThen(primitives.hash(canonical(params)), (hash) => LETTER[kind] + hash.slice(0, DIGEST_LENGTH));
}

export function digestOf(asked: Asked): string {
  return typeof asked === 'string' ? asked : asked[0];
}

export function kindOf(asked: Asked): AskKind | undefined {
  return KIND.get(digestOf(asked).charAt(0));
}
