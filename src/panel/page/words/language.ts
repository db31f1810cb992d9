import { isLang, type Lang, reasonIn, textsIn } from '../../../client/ports/texts/index.js';
import { en, type Words } from './en.js';
import { es } from './es.js';
import { pt } from './pt.js';

const languageOf = (locales: readonly string[]): Lang =>
  locales.map((locale) => locale.split('-')[0]?.toLowerCase()).find(isLang) ?? 'en';

/** The first language of the browser that the page speaks. */
export const lang: Lang = languageOf(navigator.languages);

/** What only the page says. */
export const words: Words = { en, es, pt }[lang];

/** What all ports say. */
export const texts = textsIn(lang);

/** Why a value was refused. */
export const reason = (message: string): string => reasonIn(lang, message);
