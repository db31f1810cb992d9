import { createServer } from 'node:net';
import { deserialize, serialize } from 'bson';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

const hello = () => ({
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
  ok: 1,
});

/**
 * As much of a database as the server needs to start and to drop a database: it keeps nothing, says yes to every command, and
 * tells `onDrop` of each `dropDatabase`. Resolves to its port on this computer.
 */
export function startDatabase(onDrop) {
  const run = (command) => {
    const [name] = Object.keys(command);
    if (name === 'dropDatabase') onDrop();
    return /^(hello|ismaster)$/i.test(name) ? hello() : { ok: 1 };
  };
  const server = createServer((socket) => {
    let waiting = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      waiting = Buffer.concat([waiting, chunk]);
      while (waiting.length >= 4 && waiting.length >= waiting.readInt32LE(0)) {
        const message = waiting.subarray(0, waiting.readInt32LE(0));
        waiting = waiting.subarray(message.length);
        socket.write(reply(message, run));
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });
}

/** Header, then for OP_MSG the flags and one document; for the OP_QUERY of a first greeting flags, a name, two numbers, a document. */
function reply(message, run) {
  const id = message.readInt32LE(4);
  if (message.readInt32LE(12) === OP_MSG) {
    const body = serialize(run(deserialize(message.subarray(21))));
    return Buffer.concat([head(OP_MSG, id, 21 + body.length), Buffer.alloc(5), body]);
  }
  if (message.readInt32LE(12) !== OP_QUERY)
    throw new Error('the driver said something that is neither OP_MSG nor OP_QUERY');
  const body = serialize(run(deserialize(message.subarray(message.indexOf(0, 20) + 9))));
  const fields = Buffer.alloc(20);
  fields.writeInt32LE(8, 0);
  fields.writeInt32LE(1, 16);
  return Buffer.concat([head(OP_REPLY, id, 36 + body.length), fields, body]);
}

function head(opcode, to, length) {
  const header = Buffer.alloc(16);
  for (const [index, value] of [length, 0, to, opcode].entries()) header.writeInt32LE(value, index * 4);
  return header;
}
