import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';

const message = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} });

/** What the SDK's transport makes of an event stream that is its response. */
async function readBySdk(body: string | ReadableStream<Uint8Array>): Promise<{ messages: number; ended: number }> {
  const heard = { messages: 0, ended: 0 };
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  });
  Object.assign(transport, { onmessage: () => (heard.messages += 1) });
  await transport.start();
  await new Promise<void>((resolve, reject) => {
    const onRequestStreamEnd = (): void => resolve(void (heard.ended += 1));
    transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' }, { onRequestStreamEnd }).catch(reject);
  });
  await transport.close();
  return heard;
}

it('the SDK alone loses an event whose last line ends with CR (F86)', async () => {
  expect(await readBySdk(`data: ${message}\n\n`)).toEqual({ messages: 1, ended: 1 });
  // #region cr
  expect(await readBySdk(`data: ${message}\r\r`)).toEqual({ messages: 0, ended: 1 }); // the stream ends here
  // #endregion cr
});

it('the SDK alone reads a line of a stream without a limit (F93)', async () => {
  // #region endless
  const chunk = new TextEncoder().encode('x'.repeat(1024 * 1024));
  let sent = 0;
  const line = new ReadableStream<Uint8Array>({
    pull: (controller) => ((sent += 1) > 64 ? controller.close() : controller.enqueue(chunk)),
  });
  expect(await readBySdk(line)).toEqual({ messages: 0, ended: 1 }); // all 64 MiB were taken into memory
  // #endregion endless
  expect(sent).toBeGreaterThan(64);
});

it('the SDK alone says only in words that a line of stdout was too large (F93)', async () => {
  const args = ['-e', 'process.stdout.write("x".repeat(5000)); setInterval(() => {}, 1000)'];
  const transport = new StdioClientTransport({ command: process.execPath, args, maxBufferSize: 1000 });
  const said = new Promise<Error>((resolve) => Object.assign(transport, { onerror: resolve }));
  await transport.start();
  const error = await said;
  expect([error.name, error.message]).toEqual(['Error', 'ReadBuffer exceeded maximum size of 1000 bytes']);
  await transport.close();
});
