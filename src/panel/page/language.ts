import { isLang, type Lang, reasonIn, textsIn } from '../../client/ports/texts/index.js';
import { en } from './words-en.js';
import { es } from './words-es.js';
import { pt } from './words-pt.js';
import type { Words } from './words.js';

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
