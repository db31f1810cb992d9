import type { IncomingMessage } from 'node:http';
import { isObject, type JsonObject } from '../../json.js';
import { Refusal } from './refusal.js';

const MAX_BYTES = 1024 * 1024;

const isJson = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'application/json';

async function readAll(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw new Refusal(413, 'This is too long.');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Refusal(413, 'This is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads a JSON object; what was in it is in no error. */
export async function readBody(request: IncomingMessage): Promise<JsonObject> {
  if (!isJson(request)) throw new Refusal(415, 'The content type must be application/json.');
  const bytes = await readAll(request);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Refusal(400, 'This is no JSON.');
  }
  if (!isObject(value)) throw new Refusal(400, 'This is no JSON object.');
  return value;
}
