import { ARGS } from './flows.mjs';

const REVISION = '2026-07-28';
export const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/call',
  'mcp-name': 'book',
};
export const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
};

let lastId = 0;

/** One leg as a raw request. The client's share of it is a request object, one stringify and one parse, the same for every server. */
export async function leg(handler, inputResponses, requestState) {
  lastId += 1;
  const params = { _meta: META, name: 'book', arguments: ARGS, inputResponses, requestState };
  const body = JSON.stringify({ jsonrpc: '2.0', id: lastId, method: 'tools/call', params });
  const response = await handler.fetch(new Request('http://127.0.0.1/mcp', { method: 'POST', headers: HEADERS, body }));
  const { result, error } = await response.json();
  if (error !== undefined) throw new Error(`the server answered ${error.code}: ${error.message}`);
  return result;
}

/** A whole call with the answers of its flow, leg by leg. `onLeg` gets the result and the milliseconds of each. */
export async function call(handler, rounds, onLeg = () => undefined) {
  const timed = async (...retry) => {
    const started = performance.now();
    const result = await leg(handler, ...retry);
    onLeg(result, performance.now() - started);
    return result;
  };
  let result = await timed();
  for (const questions of rounds) {
    const answers = {};
    for (const { key, content } of questions) {
      if (result.inputRequests?.[key] === undefined) throw new Error(`"${key}" was not asked`);
      answers[key] = { action: 'accept', content };
    }
    result = await timed(answers, result.requestState);
  }
  if (result.resultType !== 'complete' || result.isError) throw new Error('the call did not complete');
  return result;
}
