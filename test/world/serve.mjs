import { createServer } from 'node:http';
import { Readable } from 'node:stream';

/** Serves a handler of web requests on this computer, on the port that run.mjs chose. */
export function serve(handler) {
  const answer = async (incoming, outgoing) => {
    const { method, headers } = incoming;
    const body = method === 'POST' ? Readable.toWeb(incoming) : null;
    const url = new URL(incoming.url, `http://${headers.host}`);
    const response = await handler(new Request(url, { method, headers, body, duplex: 'half' }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) outgoing.end();
    else Readable.fromWeb(response.body).pipe(outgoing);
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error) => outgoing.destroy(error));
  });
  server.listen(Number(process.env.PORT), '127.0.0.1');
}
