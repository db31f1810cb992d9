import type { TextFormat } from '../grammar.js';

// What zod and ArkType print next to a format, or in place of it, as their own way to say it.
const EMAILS: ReadonlySet<string> = new Set([
  String.raw`^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$`,
  String.raw`^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$`,
  String.raw`^[\w%+.-]+@[\d.A-Za-z-]+\.[A-Za-z]{2,}$`,
]);

const ZOD_DATE = String.raw`(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))`;

/** Whether a pattern says exactly what the format of the wire says; every other one may take less. */
export const saysNoMore = (pattern: unknown, format: TextFormat): boolean =>
  format === 'date' && pattern === `^${ZOD_DATE}$`;

/** The format that a schema library means by `pattern`, when it is one of the library's own. */
export function formatOfPattern(pattern: unknown): TextFormat | undefined {
  if (typeof pattern !== 'string') return undefined;
  if (EMAILS.has(pattern)) return 'email';
  return pattern === `^${ZOD_DATE}$` ? 'date' : undefined;
}
