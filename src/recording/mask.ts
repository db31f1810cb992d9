import { changeJson } from '../shown/change-json.js';
import { Mask } from '../shown/mask.js';
import type { Ask } from '../client/index.js';
import type { RecordedCall } from './recording.js';

const TOKEN = new RegExp(
  [
    String.raw`(?<mark><answer [^<>]*>)`,
    String.raw`(?<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)`,
    String.raw`(?<uuid>[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})`,
    String.raw`(?<jwt>eyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]{6,})`,
    String.raw`(?<counter>\b[A-Z]{2,10}-(?=[A-Z\d]*\d)[A-Z\d]{3,}\b)`,
    String.raw`(?<run>[\w+/-]{10,}={0,2})`,
  ].join('|'),
  'gu',
);

const CASELESS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu;

/** A run of characters that no person wrote: long digits, hex, or mixed letters and digits. */
function isMachineMade(run: string): boolean {
  const digit = /\d/.test(run);
  if (!digit) return false;
  if (/^\d{10,}$/.test(run) || /^[\da-fA-F]{16,}$/.test(run)) return true;
  const letter = /[A-Za-z]/.test(run);
  if (/^[A-Za-z\d]{20,}$/.test(run)) return letter;
  return run.length >= 20 && /[a-z]/.test(run) && /[A-Z]/.test(run);
}

const isBase64 = (run: string): boolean => run.includes('/') && run.length >= 24 && run.length % 4 === 0;

/** Marks of our own that a server writes must not be taken for ours. */
const disarm = (text: string): string => text.replaceAll(/<(?=(?:any|id|time)\b)/gu, '&lt;');

/**
 * Replaces what differs between two runs by its role. Within one call the same value has the same role, and what the caller
 * passed as arguments is never replaced.
 */
export class Masker {
  readonly #known: string;
  readonly #mask: Mask;
  readonly #roles = new Map<string, string>();
  readonly #counts = { id: 0, time: 0 };

  constructor(call: RecordedCall) {
    this.#known = JSON.stringify(call);
    this.#mask = new Mask(call);
  }

  /** From here on, what was answered is hidden. */
  answered(key: string, ask: Ask, answer: Readonly<Record<string, unknown>>): void {
    this.#mask.add(key, answer, ask);
  }

  text(text: string): string {
    const hidden = disarm(this.#mask.text(text));
    const lower = hidden.replaceAll(CASELESS, (uuid) => (this.#known.includes(uuid) ? uuid : uuid.toLowerCase()));
    return lower.replaceAll(TOKEN, (token: string, ...rest: unknown[]) => {
      const { mark, time, run } = rest.at(-1) as Record<string, string | undefined>;
      if (mark !== undefined) return mark;
      if (time !== undefined) return this.#role('time', time);
      return run === undefined ? this.#role('id', token) : this.#run(run);
    });
  }

  value(value: unknown): unknown {
    const text = (shown: string): string => this.text(shown);
    return changeJson(value, { text, name: text, number: (shown) => this.#number(shown) });
  }

  #number(number: number): unknown {
    if (Math.abs(number) === Number.MAX_SAFE_INTEGER) return number;
    const masked = this.text(String(number));
    return masked === String(number) ? number : masked;
  }

  /** An address: what its query and fragment say is for one person or one moment. */
  url(url: string): string {
    const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su.exec(url) ?? [];
    const pairs = query.split('&').map((pair) => {
      const at = pair.indexOf('=');
      return at === -1 ? this.text(pair) : `${this.text(pair.slice(0, at))}=${this.#opaque(pair.slice(at + 1))}`;
    });
    const withoutUser = path.replace(/^([a-z][\w+.-]*:\/\/)[^/]*@/iu, '$1');
    const search = query === '' ? '' : `?${pairs.join('&')}`;
    return `${this.text(withoutUser)}${search}${fragment === '' ? '' : `#${this.#opaque(fragment)}`}`;
  }

  #opaque(text: string): string {
    const masked = this.text(text);
    return masked === text && text !== '' ? this.#role('id', text) : masked;
  }

  #run(run: string): string {
    if (isMachineMade(run) && (!run.includes('/') || isBase64(run))) return this.#role('id', run);
    if (!run.includes('/')) return run;
    return run.replaceAll(/[^/]+/gu, (part) => (isMachineMade(part) ? this.#role('id', part) : part));
  }

  #role(kind: 'id' | 'time', value: string): string {
    if (this.#known.includes(value)) return value;
    const known = this.#roles.get(value);
    if (known !== undefined) return known;
    this.#counts[kind] += 1;
    const role = `<${kind} ${this.#counts[kind]}>`;
    this.#roles.set(value, role);
    return role;
  }
}
