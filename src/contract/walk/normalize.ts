import { isObject } from '../../json.js';
import type { CaseRequest } from '../case/case.js';

/** A text without what differs from run to run: numbers, ids and times. */
export const settle = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '#').replaceAll(/[A-Z0-9]*\d[A-Z0-9]*/gi, '#');

/** A shorter argument stands in any text by chance. */
const SHORTEST = 3;

/** A text without the arguments of the call, which a case may make anew for each check. */
export function withoutArguments(text: string, params: CaseRequest['params']): string {
  const args = params['arguments'];
  const said = isObject(args) ? Object.values(args).filter((value) => typeof value === 'string') : [];
  return said
    .filter((value) => value.length >= SHORTEST)
    .toSorted((one, other) => other.length - one.length)
    .reduce((shown, value) => shown.replaceAll(value, '#'), text);
}
