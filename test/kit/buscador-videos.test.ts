import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { REVISIONS, openHost, type Host, type Person } from './host.js';
import { ended, startNode } from './process.js';

let host: Host | undefined;
afterEach(() => host?.close());

describe.each(REVISIONS)('search-videos over stdio, %s', (revision) => {
  const search = async (person?: Person) => {
    host = await openHost(revision, 'buscador-videos.mjs', person);
    return host.call('search-videos', { query: 'ajedrez' });
  };

  it('F04 F06 asks one form with titles and a default, nothing required', async () => {
    await search(() => ({ action: 'cancel' }));
    expect(host?.asked).toHaveLength(1);
    const { message, requestedSchema } = host?.asked[0] ?? {};
    expect(message).toBe('¿Cómo prefieres los vídeos sobre "ajedrez"?');
    expect(requestedSchema?.required ?? []).toEqual([]);
    expect(requestedSchema?.properties).toMatchObject({
      language: {
        type: 'string',
        oneOf: [
          { const: 'spanish', title: 'Español' },
          { const: 'english', title: 'Inglés' },
          { const: 'chinese', title: 'Chino' },
          { const: 'french', title: 'Francés' },
          { const: 'german', title: 'Alemán' },
        ],
      },
      number_of_videos: { type: 'integer', minimum: 1, maximum: 10, default: 5 },
      translated_or_original: { type: 'string', enum: ['Traducido', 'Original'] },
    });
  });

  it('accept: results by the preferences', async () => {
    const content = { language: 'german', number_of_videos: 2, translated_or_original: 'Traducido' };
    expect(await search(() => ({ action: 'accept', content }))).toEqual({
      text: '2 vídeos · Alemán · Traducido\n1. Introducción a ajedrez\n2. Curso rápido de ajedrez',
      isError: false,
    });
  });

  it('accept: defaults for what was left out', async () => {
    const { text } = await search(() => ({ action: 'accept', content: { language: 'french' } }));
    expect(text.split('\n')[0]).toBe('5 vídeos · Francés · Original');
    expect(text.split('\n')).toHaveLength(6);
  });

  it('decline: still searches, with the defaults, and says so', async () => {
    const { text, isError } = await search(() => ({ action: 'decline' }));
    expect(text.split('\n').slice(0, 2)).toEqual([
      'No has indicado preferencias: se usan las de por defecto.',
      '5 vídeos · Español · Original',
    ]);
    expect([text.split('\n').length, isError]).toEqual([7, false]);
  });

  it('cancel: does not search, and says that nothing was done', async () => {
    const done = await search(() => ({ action: 'cancel' }));
    expect(done).toEqual({ text: 'Búsqueda cancelada: no se ha hecho nada.', isError: false });
  });

  it('F11 an answer out of bounds is asked again with the reason', async () => {
    const { text } = await search((_question, turn) => ({
      action: 'accept',
      content: { number_of_videos: turn === 1 ? 11 : 10 },
    }));
    expect(text.split('\n')[0]).toBe('10 vídeos · Español · Original');
    expect(host?.asked).toHaveLength(2);
    expect(host?.asked[1]?.message).toContain('Número de vídeos: must be at most 10');
  });

  it('coloured log lines on stderr say what happened and not what was answered', async () => {
    await search(() => ({ action: 'accept', content: { language: 'chinese' } }));
    const log = host?.stderr() ?? '';
    expect(log).toContain('\u001B[36m[buscador-videos]\u001B[0m');
    expect(log).toMatch(/asked[^\n]*search-videos[^]*answered/);
    expect(log).not.toMatch(/chinese|Chino|ajedrez/);
  });
});

describe('stdout of a stdio server', () => {
  it('F52 carries nothing but protocol, and the server ends with its stdin', async () => {
    const child = startNode(['buscador-videos.mjs']);
    const end = ended(child);
    const params = {
      name: 'search-videos',
      arguments: { query: 'ajedrez' },
      requestState: 'forged',
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      },
    };
    for (const [id, call] of [params, { ...params, requestState: undefined }].entries()) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: call })}\n`);
    }
    child.stdin.write('{"not json\n');
    let lines = 0;
    while (lines < 2) lines += String(((await once(child.stdout, 'data')) as [Buffer])[0]).split('\n').length - 1;
    child.stdin.end();
    const { stdout, stderr, code } = await end;
    const messages = stdout.trimEnd().split('\n');
    expect(messages.map((line) => (JSON.parse(line) as { jsonrpc: string }).jsonrpc)).toEqual(['2.0', '2.0']);
    expect(stderr).toContain('rejected');
    expect(stderr).not.toContain('not json');
    expect(code).toBe(0);
  });
});
