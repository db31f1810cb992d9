import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { FetchLike } from '@modelcontextprotocol/client';
import { decoded } from './content-encoding.js';

function toHeaders({ headers }: IncomingMessage): Headers {
  const copy = new Headers();
  // They tell of the bytes on the wire, not of the body as we give it.
  const { 'content-encoding': _coding, 'content-length': _length, ...rest } = headers;
  for (const [name, value] of Object.entries(rest)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) copy.append(name, one);
  }
  return copy;
}

function toResponse(incoming: IncomingMessage): Response {
  const { statusCode: status = 502, statusMessage: statusText = '' } = incoming;
  const init = { status, statusText, headers: toHeaders(incoming) };
  if (status === 204 || status === 304) {
    incoming.resume();
    return new Response(null, init);
  }
  return new Response(Readable.toWeb(decoded(incoming)) as ReadableStream<Uint8Array>, init);
}

/**
 * A fetch without hidden limits: the global one gives up after five minutes without a byte, and a person may think longer while
 * a request of 2025-11-25 is open. It follows no redirect and keeps no socket, so nothing is left when a harness closes.
 */
export const fetchUnlimited: FetchLike = (url, init = {}) =>
  new Promise((resolve, reject) => {
    const target = new URL(url);
    const request = target.protocol === 'https:' ? requestHttps : requestHttp;
    const { method = 'GET', headers, body, signal } = init;
    const options = { method, headers: Object.fromEntries(new Headers(headers)), agent: false };
    const call = request(target, { ...options, ...(signal && { signal }) }, (incoming) => {
      try {
        resolve(toResponse(incoming));
      } catch (error) {
        incoming.destroy();
        reject(error);
      }
    });
    call.on('error', reject);
    call.end(typeof body === 'string' ? body : undefined);
  });
