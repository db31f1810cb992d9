import { describe, expect, it } from 'vitest';
import { accept, connect, type ConnectOptions, type Revision, readText } from '../../src/client/index.js';
import { keep } from './fixtures/keep.js';
import { asking, form, serveHandler, serveScript } from './fixtures/hosting.js';
import { createTravel } from './fixtures/travel.mjs';

type Capabilities = NonNullable<ConnectOptions['capabilities']>;

const yes = { answers: { confirm: accept({ confirm: true }) } };

describe('F37 a form ask needs form or the bare object', () => {
  const table: Array<[string, Capabilities | undefined, boolean]> = [
    ['nothing', {}, false],
    ['elicitation: {}', { elicitation: {} }, true],
    ['url only', { elicitation: { url: {} } }, false],
    ['form only', { elicitation: { form: {} } }, true],
    ['both', { elicitation: { form: {}, url: {} } }, true],
    ['the default', undefined, true],
  ];
  it.each(table)('%s', async (_name, capabilities, asked) => {
    const hosted = keep(await serveHandler(createTravel().createServer));
    const harness = keep(await connect(hosted.url, capabilities === undefined ? {} : { capabilities }));
    const outcome = await harness.call('book', { trip: 'a' }, yes);
    if (asked) {
      expect(readText(outcome)).toBe('booked a');
      return;
    }
    expect(outcome).toMatchObject({
      kind: 'capability',
      code: -32_021,
      status: 400,
      requiredCapabilities: { elicitation: { form: {} } },
      message: expect.stringMatching(/^Cannot request input 'confirm' \(elicitation\/create\)/),
    });
    expect(outcome.rounds).toHaveLength(1);
    expect(outcome.rounds[0]?.asks).toEqual([]);
  });
});

it('F38 one ask of a round that cannot be shown refuses the whole round', async () => {
  const harness = keep(
    await connect(createTravel().createServer, {
      capabilities: { elicitation: { url: {} }, sampling: {} },
    }),
  );
  let asked = 0;
  const answers = () => {
    asked += 1;
    return accept();
  };
  const outcome = await harness.call('others', {}, { answers });
  expect(outcome).toMatchObject({ kind: 'capability', requiredCapabilities: { roots: {} } });
  expect(asked).toBe(0);
});

describe('F24 nobody can be asked', () => {
  it.each<Revision>(['2026-07-28', '2025-11-25'])(
    'a headless client of %s declares nothing and is not asked',
    async (revision) => {
      const harness = keep(await connect(createTravel().createServer, { revision, capabilities: {} }));
      const outcome = await harness.call('book', { trip: 'a' }, yes);
      if (revision === '2026-07-28') expect(outcome).toMatchObject({ kind: 'capability' });
      else expect(outcome).toMatchObject({ kind: 'result', isError: true });
    },
  );

  const sampling = (more: Record<string, unknown>) => ({
    method: 'sampling/createMessage',
    params: { messages: [], ...more },
  });
  it.each<[string, Capabilities, unknown]>([
    ['elicitation.form', { elicitation: { url: {} } }, form({})],
    ['elicitation.form', {}, form({})],
    [
      'elicitation.url',
      { elicitation: {} },
      { method: 'elicitation/create', params: { mode: 'url', message: 'm', url: 'https://a.b' } },
    ],
    ['roots', {}, { method: 'roots/list' }],
    ['sampling', {}, sampling({})],
    ['sampling.tools', { sampling: {} }, sampling({ tools: [] })],
  ])('a server that asks without %s breaks the protocol', async (missing, capabilities, entry) => {
    const server = keep(
      await serveScript(({ id }) => ({ reply: { jsonrpc: '2.0', id, result: asking({ a: entry }) } })),
    );
    const harness = keep(await connect(server.url, { capabilities }));
    const sent = server.got.length;
    await expect(harness.call('t', {}, { answers: () => accept({}) })).rejects.toMatchObject({
      code: 'protocol_violation',
      message: expect.stringContaining(`did not declare ${missing}.`),
    });
    expect(server.got).toHaveLength(sent + 1);
    expect((await harness.firstRound('t')).asks).toHaveLength(1);
  });
});
