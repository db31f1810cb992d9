import { resolve } from 'node:path';
import { openModule } from '../../src/cli/target.js';
import type { ServerFactory } from '../../src/client/index.js';

/** The server of a file of the kit, in a world of its own. */
export async function kit(name: string): Promise<ServerFactory> {
  const { target } = await openModule(resolve(import.meta.dirname, '../../kit', name));
  return target as ServerFactory;
}
