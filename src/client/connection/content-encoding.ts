import type { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { violation } from '../../protocol/ask.js';
import { printable } from '../../shown/line.js';

/** Gives out what has come so far, so that an event is read when it arrives and not when the stream ends. */
const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

type Decoder = (body: Readable) => Readable;

const through =
  (create: () => Transform): Decoder =>
  (body) =>
    pipeline(body, create(), () => {});

/** Called deflate, it should be zlib's format, and some servers send it raw. The low half of zlib's first byte is 8 (RFC 1950, 2.2). */
function inflated(body: Readable): Readable {
  const out = new PassThrough();
  const failed = (error: Error): void => void out.destroy(error);
  body.once('error', failed).once('readable', () => {
    const head = body.read(1) as Buffer | null;
    if (head !== null) body.unshift(head);
    const isZlib = head === null || ((head[0] ?? 0) & 15) === 8;
    pipeline(body, isZlib ? createInflate(ZLIB) : createInflateRaw(ZLIB), out, () => {});
  });
  return out;
}

const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', through(() => createGunzip(ZLIB))],
  ['x-gzip', through(() => createGunzip(ZLIB))],
  ['deflate', inflated],
  ['br', through(() => createBrotliDecompress(BROTLI))],
]);

/** The body without its content codings, last one first (RFC 9110, 8.4). We ask for none, and some servers and proxies send one all the same. */
export function decoded(incoming: IncomingMessage): Readable {
  const codings = (incoming.headers['content-encoding'] ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const decoders = codings.map((coding) => {
    const decoder = DECODERS.get(coding);
    if (decoder !== undefined) return decoder;
    throw violation('the header Content-Encoding', `it has '${printable(coding)}', which nobody asked for`);
  });
  return decoders.reduceRight<Readable>((body, decode) => decode(body), incoming);
}
