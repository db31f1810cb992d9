import { isObject, type JsonObject } from '../json.js';

/** What has to be known of an ask: whether a person is asked by it, and what its fields say when nobody answers. */
export interface Asked {
  readonly kind: string;
  readonly requestedSchema?: {
    readonly properties: Readonly<
      Record<string, { readonly default?: string | number | boolean | readonly string[] | undefined }>
    >;
  };
}

/** From this length on a value is hidden wherever it stands; a shorter one only as a word of its own. */
const LONG = 6;

interface Said {
  readonly text: string;
  readonly label: string;
}

const escapeAll = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** The ways in which a server may repeat a text: as it is, on one line, inside JSON, inside an address. */
function variants(text: string): string[] {
  const forms = [text, text.replaceAll(/\s+/gu, ' '), JSON.stringify(text).slice(1, -1)];
  if (!/\p{Surrogate}/u.test(text))
    forms.push(encodeURIComponent(text), encodeURIComponent(text).replaceAll('%20', '+'));
  return [...new Set(forms)];
}

function toPattern(text: string): string {
  const bounded = text.length < LONG;
  const before = bounded && /^[\p{L}\p{N}]/u.test(text) ? String.raw`(?<![\p{L}\p{N}])` : '';
  const after = bounded && /[\p{L}\p{N}]$/u.test(text) ? String.raw`(?![\p{L}\p{N}])` : '';
  return `${before}(${escapeAll(text)})${after}`;
}

function* leaves(value: unknown, path: readonly string[]): Generator<[path: readonly string[], leaf: string]> {
  if (typeof value === 'string' || typeof value === 'number') yield [path, String(value)];
  else if (Array.isArray(value)) for (const item of value) yield* leaves(item, path);
  else if (isObject(value)) for (const [name, item] of Object.entries(value)) yield* leaves(item, [...path, name]);
}

/**
 * Hides what was answered in texts that the server made afterwards, because many servers repeat it. A text or number is
 * replaced by `<answer KEY.FIELD>`; yes and no are not hidden, nor are defaults of the form and values of `known`.
 */
export class Echoes {
  readonly #known: ReadonlySet<string>;
  readonly #said = new Map<string, string>();
  #pattern: RegExp | undefined;
  #labels: string[] = [];

  /** `known` is what may be seen, for example the arguments of the call. */
  constructor(known?: unknown) {
    this.#known = new Set([...leaves(known, [])].map(([, leaf]) => leaf));
  }

  /** `answer` was given to `ask`, which is called `key`. */
  add(key: string, ask: Asked, answer: Readonly<JsonObject>): void {
    const { content, roots } = answer;
    const properties = ask.requestedSchema?.properties ?? {};
    const elicited = ask.kind === 'form' || ask.kind === 'url';
    for (const [path, leaf] of leaves(elicited ? content : { content, roots }, [])) {
      if (!elicited && path.at(-1) === 'type') continue;
      const field = path[0] ?? '';
      const preset = elicited && Object.hasOwn(properties, field) ? properties[field]?.default : undefined;
      if (preset === undefined || String(preset) !== leaf)
        this.#hide({ text: leaf.trim(), label: `<answer ${[key, ...path].join('.')}>` });
    }
  }

  mask(text: string): string {
    if (this.#said.size === 0) return text;
    this.#pattern ??= this.#build();
    return text.replaceAll(this.#pattern, (found: string, ...groups: unknown[]) => {
      const at = groups.findIndex((group) => group === found);
      return this.#labels[at] ?? found;
    });
  }

  #hide({ text, label }: Said): void {
    if (text === '' || this.#known.has(text)) return;
    for (const variant of variants(text)) if (!this.#said.has(variant)) this.#said.set(variant, label);
    this.#pattern = undefined;
  }

  #build(): RegExp {
    const longestFirst = [...this.#said].sort(([a], [b]) => b.length - a.length);
    this.#labels = longestFirst.map(([, label]) => label);
    return new RegExp(longestFirst.map(([text]) => toPattern(text)).join('|'), 'giu');
  }
}
