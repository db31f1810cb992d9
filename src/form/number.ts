/** What a typed number means: a value; or two of them; or one that is written in groups; or none. */
export type NumberReading =
  | { readonly value: number }
  /** Both readings, each written so that it has no other. */
  | { readonly either: readonly [whole: string, decimal: string] }
  /** The number without the marks between its groups. */
  | { readonly plain: string }
  | undefined;

const LONGEST = 400;

/** Digits, and at most one mark, which is a dot or a comma; a comma and three digits are looked at before. */
const PLAIN = /^(\d*)(?:[.,](\d*))?$/;
const EXPONENT = /^([\d.,]+)[eE]([+-]?\d{1,3})$/;
/** Groups of three with one kind of mark between them, and maybe decimals behind another one. */
const GROUPED = /^(\d{1,3})([.,'’\s_])(\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/u;
/** A mark before three digits is one of thousands for some readers and a decimal one for others. */
const EITHER = /^([1-9]\d{0,2})[.,](\d{3})$/;
/** For a whole number decimals mean nothing, so more than two zeros behind a mark look like thousands, however many are before it. */
const EITHER_WHOLE = /^(\d*[1-9]\d*)[.,](0{3,})$/;

/** Decimals that cannot be taken for a group of three. */
function decimal(whole: string, digits: string): string {
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return whole;
  return `${whole}.${kept.length === 3 ? `${kept}0` : kept}`;
}

/** A mark before three digits, or before zeros of a whole number: thousands for some, decimals for others. */
function readEither(typed: string, sign: string, isWhole: boolean): NumberReading {
  const found = EITHER.exec(typed) ?? (isWhole ? EITHER_WHOLE.exec(typed) : null);
  if (found === null) return undefined;
  const [, before = '', digits = ''] = found;
  const whole = `${sign}${before}${digits}`;
  if (isWhole && /[1-9]/.test(digits)) return { plain: whole };
  return { either: [whole, sign + decimal(before, digits)] };
}

function readGroups(typed: string, sign: string, isWhole: boolean): NumberReading {
  const [, first = '0', , groups = '', decimals = ''] = GROUPED.exec(typed) ?? [];
  // A group that begins with 0 groups nothing: 0.500 is a decimal number.
  if (first.startsWith('0') || (isWhole && /[1-9]/.test(decimals))) return undefined;
  return { plain: sign + decimal(first + groups.replaceAll(/\D/g, ''), decimals) };
}

function readPlain(typed: string, sign: string, isWhole: boolean): NumberReading {
  const [, base = typed, power = '0'] = isWhole ? [] : (EXPONENT.exec(typed) ?? []);
  if (EITHER.test(base)) return undefined;
  const [, before = '', after = ''] = PLAIN.exec(base) ?? [];
  if (isWhole ? before === '' || /[1-9]/.test(after) : before + after === '') return undefined;
  return { value: Number(`${sign}${before || '0'}.${after || '0'}e${power}`) };
}

/**
 * Reads a number as a person types it, in any language: the decimal mark is a dot or a comma, and there is no mark between
 * thousands. What can be read in two ways is read in none: `1.000` is a thousand in Madrid and one in London, and nobody
 * knows which of them types.
 */
export function readNumber(text: string, isWhole: boolean): NumberReading {
  const typed = text.trim();
  if (typed.length > LONGEST) return undefined;
  const [, sign = '', rest = ''] = /^([+\-\u2212]?)(.*)$/su.exec(typed) ?? [];
  const minus = sign === '' || sign === '+' ? '' : '-';
  const ways = [readEither, readGroups, readPlain];
  return ways.map((way) => way(rest, minus, isWhole)).find((reading) => reading !== undefined);
}
