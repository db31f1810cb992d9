import { en, type Texts } from './en.js';
import { es } from './es.js';
import { pt } from './pt.js';
import type { Lang } from './lang.js';

const ALL: Readonly<Record<Lang, Texts>> = { en, es, pt };

export const textsIn = (lang: Lang): Texts => ALL[lang];

export { isLang, LANGS, langOf } from './lang.js';
export { reasonIn } from './reasons.js';
export type { Lang } from './lang.js';
export type { Texts } from './en.js';
