import type { Target } from '../client/target.js';
import type { ContractConfig } from '../contract/config.js';
import { discoverCases, type DiscoverOptions, type LeftOut } from '../contract/discover.js';
import type { Place } from '../contract/place.js';
import type { Configuration } from './configuration.js';
import { UsageError } from './usage.js';

/** What is checked, and what of the server is not, because nobody said how to call it. */
export interface Cases {
  readonly config: ContractConfig;
  readonly left: readonly LeftOut[];
}

function connectOptions({ target, connect: given }: Place, { headers }: Configuration): NonNullable<Place['connect']> {
  const isCommand = typeof target === 'object' && !(target instanceof URL);
  const isAddress = typeof target === 'string' || target instanceof URL;
  return {
    ...given,
    ...(isCommand && { stderr: 'ignore' as const }),
    ...(isAddress && headers !== undefined && { headers: { ...headers, ...given?.headers } }),
  };
}

const nameOf = (left: LeftOut): string => ('tool' in left ? left.tool : 'prompt' in left ? left.prompt : left.resource);

const WRITE_ONE =
  "Name a tool and its arguments behind the target: NAME --arg id=a. Or write a vuelta.contract.mjs: export default { cases: [{ tool: 'NAME', args: { … } }] };";

/** The cases of a configuration, or those that the server's own lists lead to. */
export async function withCases(
  configuration: Configuration,
  how: Pick<DiscoverOptions, 'allowDestructive' | 'onPlan'>,
): Promise<Cases> {
  const { cases, open, target, reset, roundTimeoutMs } = configuration;
  if (cases !== undefined) return { config: { ...configuration, cases }, left: [] };
  const fresh = async (): Promise<Place> => {
    await reset?.();
    const place: Place = open === undefined ? { target: target as Target } : await open();
    return { ...place, connect: connectOptions(place, configuration) };
  };
  const limits = roundTimeoutMs === undefined ? {} : { roundTimeoutMs };
  const found = await discoverCases({ open: fresh }, { ...how, connect: limits });
  if (found.cases.length > 0) return { config: { ...configuration, cases: found.cases }, left: found.left };
  const why = found.left.map((left) => `${nameOf(left)}: ${left.why}`).join('\n  ');
  throw new UsageError(`Nothing of this server asks without being told how to call it. ${WRITE_ONE}\n  ${why}`);
}
