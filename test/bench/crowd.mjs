// The load of the throughput bench, in a process of its own: `crowd.mjs FLOWS CLIENTS URL…` runs so many two-leg flows by so many
// clients at once. Each request goes to the next server in turn, so a retry often meets another one than its first round did. Prints
// requests a second.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { ARGS, FLOWS } from './flows.mjs';
import { HEADERS, META } from './call.mjs';

const [flows, clients] = process.argv.slice(2, 4).map(Number);
const urls = process.argv.slice(4);
const [{ key, content }] = FLOWS.two[0];
const agent = new Agent({ keepAlive: true, maxSockets: clients });

let turn = 0;
let left = flows;

async function leg(inputResponses, requestState) {
  turn += 1;
  const params = { _meta: META, name: 'book', arguments: ARGS, inputResponses, requestState };
  const body = JSON.stringify({ jsonrpc: '2.0', id: turn, method: 'tools/call', params });
  const headers = { ...HEADERS, 'content-length': Buffer.byteLength(body) };
  const sent = request(urls[turn % urls.length], { method: 'POST', agent, headers });
  sent.end(body);
  const [response] = await once(sent, 'response');
  return JSON.parse(await text(response)).result;
}

async function client() {
  while (left > 0) {
    left -= 1;
    const asked = await leg();
    if (asked?.inputRequests?.[key] === undefined) throw new Error('the server did not ask');
    const done = await leg({ [key]: { action: 'accept', content } }, asked.requestState);
    if (done?.resultType !== 'complete' || done.isError) throw new Error('the call did not complete');
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: clients }, client));
console.log((flows * 2 * 1000) / (performance.now() - started));
agent.destroy();
