import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Ledger } from './ledger.mjs';

const UPSTREAM_MS = 20_000;

/**
 * A round-robin proxy in front of the replicas that also does harm on request: the header `fleet-fault: drop` throws the response
 * away after the server has given it, `twice` sends the request to two replicas at once.
 *
 * Every response of a replica goes to `onReply`, whether the client gets it or not.
 */
export class Proxy {
  dropped = 0;
  twice = 0;
  #replicas;
  #onReply;
  #open = 0;
  #server = createServer((req, res) => {
    this.#serve(req, res).catch(() => res.destroy());
  });

  constructor({ replicas, onReply }) {
    this.#replicas = replicas;
    this.#onReply = onReply;
  }

  async listen() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${this.#server.address().port}/mcp`;
  }

  /** Nothing is with a replica. */
  get isIdle() {
    return this.#open === 0;
  }

  async close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(req, res) {
    const { 'fleet-fault': fault, 'fleet-round': place, ...headers } = req.headers;
    const gone = new AbortController();
    const leave = () => gone.abort();
    res.once('close', leave);
    const message = { headers: passedOn(headers), body: await buffer(req), place, signal: gone.signal };
    const reply = await this.#replies(message, fault).catch(() => undefined);
    res.off('close', leave); // The other one of two requests goes on.
    if (reply === undefined) {
      res.writeHead(502).end();
    } else if (fault === 'drop') {
      this.dropped += 1;
      res.destroy();
    } else {
      res.writeHead(reply.status, { 'content-type': reply.type }).end(reply.body);
    }
  }

  /** The first reply that comes. */
  async #replies(message, fault) {
    if (fault !== 'twice') return this.#forward(message);
    this.twice += 1;
    return Promise.any([this.#forward(message), this.#forward(message)]);
  }

  async #forward({ headers, body, place, signal }) {
    const replica = this.#replicas.next();
    if (replica.url === undefined) throw new Error('The replica is down');
    const work = { since: performance.now() };
    if (!Ledger.isFirst(place)) replica.work.add(work);
    this.#open += 1;
    try {
      const reply = await post(replica.url, headers, body, signal);
      this.#onReply(place, reply);
      return reply;
    } finally {
      replica.work.delete(work);
      this.#open -= 1;
    }
  }
}

function passedOn(headers) {
  const { host: _host, connection: _connection, 'keep-alive': _keepAlive, 'transfer-encoding': _te, ...rest } = headers;
  return rest;
}

async function post(url, headers, body, signal) {
  const upstream = request(url, { method: 'POST', headers, signal, timeout: UPSTREAM_MS, agent: false });
  upstream.on('error', () => undefined);
  upstream.once('timeout', () => upstream.destroy(new Error('The replica is silent')));
  upstream.end(body);
  const [incoming] = await once(upstream, 'response');
  const text = (await buffer(incoming)).toString('utf8');
  return { status: incoming.statusCode, type: incoming.headers['content-type'] ?? 'application/json', body: text };
}
