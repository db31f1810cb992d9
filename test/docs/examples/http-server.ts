// #region server
import { createServer as createHttpServer, type Server } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServer } from './first-tool.js';

export function listen(port: number): Server {
  const onerror = console.error; // errors of the factory, such as attach_twice, come here and nowhere else
  const serve = toNodeHandler(createMcpHandler(createServer, { onerror }), { onerror });
  const hostIsOurs = localhostHostValidation();
  const originIsOurs = localhostOriginValidation();
  const http = createHttpServer((req, res) => {
    if (hostIsOurs(req, res) && originIsOurs(req, res)) void serve(req as Parameters<typeof serve>[0], res);
  });
  return http.listen(port, '127.0.0.1');
}
// #endregion
