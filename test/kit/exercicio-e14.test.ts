import type { Client } from '@modelcontextprotocol/client';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { KIT } from './process.js';

const { createServer, notas } = (await import(`${KIT}exercicio-e14.mjs`)) as {
  createServer: McpServerFactory;
  notas: Map<string, string>;
};
const { conectar } = (await import(`${KIT}cliente.mjs`)) as {
  conectar: (factory: McpServerFactory, capabilities: object) => Promise<Client>;
};

describe('the template of E14', () => {
  it('changes nothing on any no, and deletes on a yes', async () => {
    const client = await conectar(createServer, { elicitation: { form: {} } });
    const noes = [
      { action: 'decline' as const },
      { action: 'cancel' as const },
      { action: 'accept' as const, content: { confirmar: false } },
    ];
    for (const no of noes) {
      client.setRequestHandler('elicitation/create', () => no);
      expect(await client.callTool({ name: 'apagar_nota', arguments: { id: 'n-1' } })).toMatchObject({ isError: true });
      expect([...notas.keys()]).toEqual(['n-1']);
    }
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { confirmar: true } }));
    const done = await client.callTool({ name: 'apagar_nota', arguments: { id: 'n-1' } });
    expect(done.content).toEqual([{ type: 'text', text: 'apagada: n-1 (restam 0)' }]);
    expect(notas.size).toBe(0);
    const gone = await client.callTool({ name: 'apagar_nota', arguments: { id: 'n-1' } });
    expect(gone.content).toEqual([{ type: 'text', text: 'nota n-1 não existe' }]);
    await client.close();
  });
});
