import { createInterface } from 'node:readline';

// A server by hand that falls over a request whose inputResponses are no object.
const answer = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'server/discover') {
    const serverInfo = { name: 'fragile', version: '1' };
    answer(id, { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, serverInfo });
  } else if (method === 'tools/call') {
    if ('inputResponses' in params) Object.keys(params.inputResponses);
    answer(id, { resultType: 'complete', content: [{ type: 'text', text: 'done' }] });
  }
});
