import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { HEADERS } from './access.js';

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: OutgoingHttpHeaders;
}

export const json = (value: unknown, status = 200): Reply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

export const plain = (body: string, status = 200): Reply => ({ status, type: 'text/plain; charset=utf-8', body });

export function send(response: ServerResponse, { status, type, body, headers = {} }: Reply): void {
  response.writeHead(status, {
    ...HEADERS,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}
