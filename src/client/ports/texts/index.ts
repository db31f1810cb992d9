import { en } from './en.js';
import { es } from './es.js';
import { pt } from './pt.js';
import type { Lang, Texts } from './texts.js';

const ALL: Readonly<Record<Lang, Texts>> = { en, es, pt };

export const textsIn = (lang: Lang): Texts => ALL[lang];

export { isLang, LANGS, langOf } from './texts.js';
export { reasonIn } from './reasons.js';
export type { Lang, Texts } from './texts.js';
