import type { Control } from '../../../form/control.js';

/** The languages that a port for people speaks. */
export type Lang = 'en' | 'es' | 'pt';

export const LANGS: readonly Lang[] = ['en', 'es', 'pt'];

export const isLang = (value: unknown): value is Lang => LANGS.includes(value as Lang);

/** The language of an environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set; English for all others. */
export function langOf(env: Readonly<Record<string, string | undefined>>): Lang {
  const locale = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value !== undefined && value !== '');
  const language = locale?.slice(0, 2).toLowerCase();
  return isLang(language) && !/^[a-z]{3}/i.test(locale ?? '') ? language : 'en';
}

/** Everything that a port for people says itself, in one language. What it is given is already safe to show. */
export interface Texts {
  readonly lang: Lang;
  /** The heading: who asks, and in which tool or prompt. */
  readonly asks: (who: string, target: string) => string;
  /** Over the list of fields. */
  readonly fields: string;
  readonly required: string;
  readonly optional: string;
  readonly preset: (value: string) => string;
  readonly kind: Readonly<Record<Control, string>>;
  readonly range: (minimum: number | undefined, maximum: number | undefined) => string | undefined;
  readonly yes: string;
  readonly no: string;
  readonly leaveOut: string;
  readonly answer: string;
  /** For a form without fields, where nothing is to be filled in. */
  readonly accept: string;
  readonly done: string;
  readonly decline: string;
  readonly cancel: string;
  /** How to answer, where whole lines are typed. */
  readonly start: string;
  readonly startAccept: string;
  readonly startAddress: string;
  readonly startAgain: string;
  readonly address: string;
  readonly host: string;
  readonly openYourself: string;
  /** The host has letters that may look like others; `reads` is what a browser may show. */
  readonly punycode: (reads: string) => string;
  readonly pickOne: string;
  readonly pickSeveral: string;
  readonly pickKeys: string;
  readonly severalKeys: string;
  readonly moreCharacters: (characters: number) => string;
  readonly moreFields: (fields: number) => string;
  /** Fields of another server that cannot be asked here. */
  readonly leftOut: (fields: string) => string;
  readonly matching: (pattern: string) => string;
  /** What a field of another server says and nothing here can check. */
  readonly notChecked: (words: string) => string;
  readonly refused: (reason: string, triesLeft: number) => string;
  /** In place of `start` for a question that cannot be shown to its end. */
  readonly startTooLong: string;
  /** Between two screens of a long question. */
  readonly readOn: (lines: number) => string;
  /** What was typed is the number of one line of a list and the name of another. */
  readonly lineOrName: (typed: string) => string;
  readonly sameName: string;
  readonly manyReadings: string;
  readonly noMoreTries: (field: string) => string;
  readonly cancelled: string;
  readonly notUnderstood: string;
  readonly cannotShow: (field: string) => string;
  readonly takenBack: string;
  /** A value is a secret by its name; forms must not ask for those. */
  readonly secret: (field: string) => string;
}
