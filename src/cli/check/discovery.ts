import { calledBy } from '../../protocol/call.js';
import type { ConnectOptions } from '../../client/connect.js';
import type { Target } from '../../client/connection/target.js';
import type { ContractCase } from '../../contract/case/case.js';
import type { ContractConfig } from '../../contract/case/config.js';
import { discoverCases, type DiscoverOptions, type LeftOut } from '../../contract/case/discover.js';
import { lender } from '../../contract/case/opened-server.js';
import type { OpenedServer } from '../../contract/case/opened-server.js';
import { VueltaError } from '../../errors.js';
import { prepareCall } from '../call/prepare.js';
import type { CallOptionWords, NamedCall } from '../call-words.js';
import type { Configuration } from './configuration.js';
import { UsageError } from '../usage.js';

/** What is checked, and what of the server is not, because nobody said how to call it. */
export interface Cases {
  readonly config: ContractConfig;
  readonly left: readonly LeftOut[];
}

function connectOptions(
  { target, connect: given }: OpenedServer,
  { headers }: Configuration,
): NonNullable<OpenedServer['connect']> {
  const isCommand = typeof target === 'object' && !(target instanceof URL);
  const isAddress = typeof target === 'string' || target instanceof URL;
  return {
    ...given,
    ...(isCommand && { stderr: 'ignore' as const }),
    ...(isAddress && headers !== undefined && { headers: { ...headers, ...given?.headers } }),
  };
}

const WRITE_ONE =
  "Name a tool and its arguments behind the target: NAME --arg id=a. Or write a vuelta.contract.mjs: export default { cases: [{ tool: 'NAME', args: { … } }] };";

async function openPlace(configuration: Configuration): Promise<OpenedServer> {
  const { open, target } = configuration;
  const place: OpenedServer = open === undefined ? { target: target as Target } : await open();
  return { ...place, connect: connectOptions(place, configuration) };
}

const limitsOf = ({ roundTimeoutMs }: Configuration): ConnectOptions =>
  roundTimeoutMs === undefined ? {} : { roundTimeoutMs };

/**
 * The case that a command line names, as the server's own list wants it. A server that cannot be asked for its list is one to
 * check as well.
 */
export async function prepareCase(
  configuration: Configuration,
  call: NamedCall,
  options: CallOptionWords,
): Promise<ContractCase> {
  if (options.args !== undefined || 'resource' in call) return call;
  const lend = lender({ open: () => openPlace(configuration) }, limitsOf(configuration));
  try {
    return await lend((harness) => prepareCall(harness, call, options));
  } catch (error) {
    if (error instanceof VueltaError) return call;
    throw error;
  }
}

/** The cases of a configuration, or those that the server's own lists lead to. */
export async function withCases(
  configuration: Configuration,
  how: Pick<DiscoverOptions, 'allowDestructive' | 'onPlan'>,
): Promise<Cases> {
  const { cases, reset } = configuration;
  if (cases !== undefined) return { config: { ...configuration, cases }, left: [] };
  const open = async (): Promise<OpenedServer> => {
    await reset?.();
    return openPlace(configuration);
  };
  const found = await discoverCases({ open }, { ...how, connect: limitsOf(configuration) });
  if (found.cases.length > 0) return { config: { ...configuration, cases: found.cases }, left: found.left };
  const why = found.left.map((left) => `${calledBy(left).name}: ${left.why}`).join('\n  ');
  throw new UsageError(`Nothing of this server asks without being told how to call it. ${WRITE_ONE}\n  ${why}`);
}
