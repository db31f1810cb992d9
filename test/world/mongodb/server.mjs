import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startDatabase } from './database.mjs';

// The published server, unchanged, in front of a database that only counts what is dropped.
const port = await startDatabase(() => appendFileSync(process.env.DROPS, 'x'));
process.env.MDB_MCP_CONNECTION_STRING = `mongodb://127.0.0.1:${port}/?directConnection=true`;
if (process.env.PORT !== undefined) {
  process.env.MDB_MCP_TRANSPORT = 'http';
  process.env.MDB_MCP_HTTP_PORT = process.env.PORT;
}
process.argv[1] = join(import.meta.dirname, 'node_modules/mongodb-mcp-server/dist/esm/index.js');
await import(pathToFileURL(process.argv[1]).href);
