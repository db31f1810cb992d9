import type { McpServer } from '@modelcontextprotocol/server';
import type { ServerFactory } from './connection.js';

/**
 * A factory for the entries of one copy of the SDK. They know an `McpServer` of their own copy only and take any other for the `Server` in
 * it; that one they take from every copy.
 */
export function servable(factory: ServerFactory, own: typeof McpServer): ServerFactory {
  return async (context) => {
    const product = await factory(context);
    const isOwn: boolean = product instanceof own;
    return 'server' in product && !isOwn ? product.server : product;
  };
}
