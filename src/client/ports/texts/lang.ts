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
