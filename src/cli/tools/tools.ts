import { connect } from '../../client/connect.js';
import { prettyJson } from '../../shown/json.js';
import { EXIT } from '../exit.js';
import { withServer, type ReachOptions } from '../with-server.js';
import { labelOf, readTarget } from '../target.js';
import { listAll } from './listing.js';
import { listingText } from './text.js';

export interface ToolsOptions extends ReachOptions {
  /** Tries a first round of each tool that says that it only reads. */
  readonly probe?: true;
  readonly json?: true;
}

/**
 * The command `vuelta tools`: lists the tools, prompts and resources of a server, and which tools may ask.
 *
 * @returns the exit code: 0 listed, 2 wrong usage, 3 the server could not be reached or refuses its own lists.
 */
export function tools(word: string | undefined, after: readonly string[], options: ToolsOptions): Promise<number> {
  const target = labelOf(readTarget(word, after));
  return withServer(word, after, options, async (reached) => {
    const harness = await connect(reached.target, reached.connect);
    try {
      const listing = await listAll(harness, target, options.probe === true);
      reached.print(options.json === true ? `${prettyJson(listing)}\n` : listingText(listing));
      return EXIT.ok;
    } finally {
      await harness.close();
    }
  });
}
