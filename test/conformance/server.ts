import { createServer as createHttpServer } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, type McpHttpHandler } from '@modelcontextprotocol/server';
import { createVuelta } from 'vuelta';
import { registerAsking } from './asking.js';
import { registerDiagnostics, type Lists } from './diagnostics.js';

// Serves what the public suite calls, on a free port of 127.0.0.1, and writes the address to stdout.

const vuelta = createVuelta({ keys: [{ kid: 'conformance', secret: crypto.getRandomValues(new Uint8Array(32)) }] });
const lists: Lists = { tools: 0, prompts: 0 };

const handler: McpHttpHandler = createMcpHandler(() => {
  const server = new McpServer({ name: 'vuelta-conformance', version: '1.0.0' }, { capabilities: { logging: {} } });
  const rounds = vuelta.attach(server);
  registerAsking(rounds);
  registerDiagnostics(server, rounds, lists, handler.notify);
  return server;
});

const serve = toNodeHandler(handler);
type Incoming = Parameters<typeof serve>[0];
const validHost = localhostHostValidation();
const validOrigin = localhostOriginValidation();

const http = createHttpServer((request, response) => {
  if (validHost(request, response) && validOrigin(request, response)) void serve(request as Incoming, response);
});
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}/mcp`);
});
