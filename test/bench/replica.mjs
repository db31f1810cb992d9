// One server process of the throughput bench: `replica.mjs vuelta [REDIS_URL]`, or `replica.mjs sdk`. Prints its address.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { FLOWS } from './flows.mjs';
import { sdkBare } from './sdk.mjs';
import { vueltaFlow } from './vuelta.mjs';

const [kind, url] = process.argv.slice(2);

async function storeAt(redisUrl) {
  const { createClient } = await import('redis');
  const { redisStore } = await import('vuelta/store/redis');
  return redisStore(await createClient({ url: redisUrl }).connect());
}

const store = url === undefined ? undefined : await storeAt(url);
const handler = kind === 'sdk' ? sdkBare(FLOWS.two[0][0]) : vueltaFlow(FLOWS.two, { store });
const serve = toNodeHandler(handler);
const http = createServer((req, res) => void serve(req, res));
http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
