import { createVuelta, fail, text } from '../../../dist/index.js';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

// A stdio server that writes to stdout what its argument says, besides the protocol.
const [fault] = process.argv.slice(2);
const vuelta = createVuelta({ keys: 'k1:ZmFrZS1rZXktZm9yLXRoZS1icm9rZW4ta2l0LW9ubHktMTIz' });
const write = (value) => process.stdout.write(typeof value === 'string' ? value : `${JSON.stringify(value)}\n`);

const FAULTS = {
  structured: () => write({ level: 'info', msg: 'booking' }),
  request: () => write({ jsonrpc: '2.0', id: 99, method: 'roots/list' }),
  pretty: () => write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message' }, null, 2)}\n`),
  blank: () => write('\n\r\n'),
  notification: () => write({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } }),
};

function createServer() {
  const server = new McpServer({ name: 'rooms', version: '1.0.0' });
  vuelta.attach(server).tool('book', {}, async (_args, ask) => {
    const { confirmed } = await ask.confirm('sure', 'Book the blue room?');
    FAULTS[fault]?.();
    return confirmed ? text('Booked.') : fail('Not booked.');
  });
  return server;
}

serveStdio(createServer);
if (fault === 'farewell') process.on('exit', () => write('bye\n'));
