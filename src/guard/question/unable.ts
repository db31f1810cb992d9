import { methodOf, type Ask } from './ask.js';
import { neededFor } from './capability.js';
import type { Flow } from '../flow.js';

/** The SDK's own words for a client that cannot be asked: hosts and tests know them. */
export function cannotAsk([first]: readonly Ask[], why: string): string {
  const { key, method } =
    first === undefined ? { key: '', method: '' } : { key: first.key, method: methodOf(first.kind) };
  return `Cannot request input '${key}' (${method}): ${why}.`;
}

/** What whoever reads the end can do: the person takes another client, the author says what such clients get. */
export function whatHelps({ method, target }: Flow, unable: readonly Ask[]): string {
  const way = method === 'tools/call' ? 'a `fallback`' : '`ask.supports(…)`';
  return (
    `Nothing was asked. "${target}" needs a client that declares ${declarationOf(unable)}; its author can say with ${way} what other clients get: ` +
    'docs/guides/fallback.md of vuelta.'
  );
}

/** What a client declares that can be asked these, in words. */
export function declarationOf(asks: readonly Ask[]): string {
  return Object.entries(neededFor(asks))
    .flatMap(([name, members]) => {
      const under = Object.keys(members as object);
      return under.length === 0 ? [name] : under.map((member) => `${name}.${member}`);
    })
    .join(' and ');
}
