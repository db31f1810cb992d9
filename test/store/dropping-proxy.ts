import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Server } from 'node:net';

/** Stands between a client and a server, and can lose a reply together with its connection. */
export class DroppingProxy {
  readonly #server: Server;
  #dropping = false;
  dropped = 0;

  static async before(port: number): Promise<DroppingProxy> {
    const proxy = new DroppingProxy(port);
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  private constructor(port: number) {
    this.#server = createServer((client) => {
      const upstream = createConnection({ port, host: '127.0.0.1' });
      const end = (): void => {
        client.destroy();
        upstream.destroy();
      };
      for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
      client.on('data', (data) => upstream.write(data));
      upstream.on('data', (data) => {
        if (!this.#dropping) return client.write(data);
        this.#dropping = false;
        this.dropped += 1;
        end();
        return undefined;
      });
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The next reply is lost: the server has done what it was told, and the client does not know. */
  dropNextReply(): void {
    this.#dropping = true;
  }

  close(): void {
    this.#server.close();
  }
}
