import { reasonIn, type Texts } from '../texts/index.js';
import type { Field, FieldOption } from '../field.js';
import type { FieldReply } from '../fields.js';

const SHOWN_OPTIONS = 20;
const LINE = /^(\d{1,4})\)*$/;
const NAME = /^"(.*)"$/su;

const fold = (text: string): string => text.trim().toLowerCase();

type Options = readonly FieldOption[];

/** The places of the options that a text may mean: by the number of their line, or by their name. A person sees nothing else. */
interface Meant {
  readonly byLine: number | undefined;
  readonly byName: readonly number[];
}

const where = (options: Options, test: (label: string) => boolean): number[] =>
  options.flatMap(({ label }, at) => (test(label) ? [at] : []));

function namedBy(options: Options, name: string): readonly number[] {
  const exact = where(options, (label) => label === name);
  return exact.length > 0 ? exact : where(options, (label) => fold(label) === fold(name));
}

/** `2)` is the line and `"2"` the name, beside a name that reads so itself. */
function meantBy(options: Options, typed: string): Meant {
  const asShown = namedBy(options, typed);
  const [, quoted] = NAME.exec(typed) ?? [];
  if (quoted !== undefined) return { byLine: undefined, byName: [...asShown, ...namedBy(options, quoted)] };
  const [, digits] = LINE.exec(typed) ?? [];
  const line = digits === undefined || options[Number(digits) - 1] === undefined ? undefined : Number(digits) - 1;
  return { byLine: line, byName: asShown };
}

function placesOf({ byLine, byName }: Meant): readonly number[] {
  return [...new Set([...(byLine === undefined ? [] : [byLine]), ...byName])];
}

function noSuch({ kind, options }: Field, { lang }: Texts): FieldReply {
  const list = options.length > SHOWN_OPTIONS ? ` the ${options.length} options` : '';
  const names = list === '' ? `: ${options.map(({ label }) => label).join(', ')}` : list;
  const each = kind === 'several' ? 'each choice ' : '';
  return { kind: 'refused', reason: reasonIn(lang, `${each}must be one of${names}`) };
}

export function pickOne(field: Field, line: string, texts: Texts): FieldReply {
  const typed = line.trim();
  const meant = meantBy(field.options, typed);
  const places = placesOf(meant);
  const [place = -1] = places;
  const value = field.options[place]?.value;
  if (value === undefined) return noSuch(field, texts);
  if (places.length === 1) return { kind: 'picked', value };
  return { kind: 'refused', reason: meant.byLine === undefined ? texts.sameName : texts.lineOrName(typed) };
}

/** All ways to read the parts of a line from `from` on, as far as two: a name may hold commas itself. */
function waysOf(options: Options, parts: readonly string[]): readonly (readonly number[])[] {
  const longest = Math.max(1, ...options.map(({ label }) => label.split(',').length));
  let after: (readonly (readonly number[])[])[] = [[[]]];
  for (let from = parts.length - 1; from >= 0; from -= 1) {
    const ways: (readonly number[])[] = parts[from]?.trim() === '' ? [...(after[0] ?? [])] : [];
    for (let size = 1; size <= Math.min(longest, parts.length - from) && ways.length < 2; size += 1) {
      const typed = parts
        .slice(from, from + size)
        .join(',')
        .trim();
      const places = typed === '' ? [] : placesOf(meantBy(options, typed));
      for (const place of places) for (const rest of after[size - 1] ?? []) ways.push([place, ...rest]);
    }
    after = [ways.slice(0, 2), ...after.slice(0, longest)];
  }
  return after[0] ?? [];
}

export function pickSeveral(field: Field, line: string, texts: Texts): FieldReply {
  const [places, other] = waysOf(field.options, line.split(','));
  if (places === undefined) return noSuch(field, texts);
  if (other !== undefined) return { kind: 'refused', reason: texts.manyReadings };
  return { kind: 'picked', value: places.flatMap((at) => field.options[at]?.value ?? []) };
}
