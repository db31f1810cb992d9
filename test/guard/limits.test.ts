import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { asking, booking } from './booking.js';
import { Host, REFUSED } from './server.js';

describe('the size of a state', () => {
  it('one that would be too large is the server’s fault, and nothing is sent', async () => {
    const host = new Host(
      (server) => {
        server.registerTool('t', {}, () => inputRequired({ ...asking('Go?'), requestState: 'x'.repeat(1000) }));
      },
      { maxStateBytes: 1000 },
    );
    const reply = await host.tool('t', {});
    expect(reply.error).toMatchObject({ code: -32_603, data: { reason: 'state_too_large' } });
    expect(host.events).toMatchObject([{ type: 'fault', method: 'tools/call', target: 't', code: 'state_too_large' }]);
  });

  it('one that is too large on its way in is refused before anything looks at it', async () => {
    const host = new Host(booking([]), { maxStateBytes: 1000 });
    expect((await host.tool('book', {}, { state: 'x'.repeat(1001) })).error).toEqual(REFUSED);
    expect(host.events).toMatchObject([{ type: 'rejected', reason: 'oversized' }]);
    await host.tool('book', {}, { state: 'x'.repeat(1000) });
    expect(host.events.at(-1)).toMatchObject({ type: 'rejected', reason: 'malformed' });
  });
});
