import { afterEach, describe, expect, it } from 'vitest';
import { REVISIONS, openCommand, type Command, type Host } from './host.js';
import { blocksOf } from './page.js';
import { ended, ROOT, startHttp, startNode } from './process.js';

const PAGE = 'docs/guides/hosts.md';
const blocks = await blocksOf(PAGE);

interface Entry extends Command {
  readonly type: string;
}

/** What the server of a block is called with, to see its first round. */
const FIRST_CALL: Record<string, [tool: string, args: Record<string, unknown>]> = {
  turmas: ['reservar_vaga', { turma_id: 'html-01', email: 'aluno@exemplo.com' }],
  'buscador-videos': ['search-videos', { query: 'ajedrez' }],
  'support-desk': ['escalate_ticket', { ticketId: 'T-1' }],
};

/** The text of a block once the host or the shell has put in its variables. */
function filledIn(text: string): string {
  return text
    .replaceAll('${workspaceFolder}/', ROOT)
    .replaceAll('${CLAUDE_PROJECT_DIR:-.}/', './')
    .replaceAll('$PWD/', ROOT)
    .replaceAll('%CD%\\', ROOT)
    .replaceAll('kit\\', 'kit/');
}

/** `cmd /c X` starts X; here X is started. */
function started(words: readonly string[]): Command {
  const [command, ...args] = words[0] === 'cmd' && words[1] === '/c' ? words.slice(2) : words;
  expect(command).toBe('node');
  return { command: process.execPath, args, cwd: ROOT };
}

function words(line: string): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '');
}

/** Every server that a block of the page starts, as `where, name, command`. */
function commands(): [where: string, name: string, command: Command][] {
  return blocks.flatMap(({ language, info, text }): [string, string, Command][] => {
    const where = `${info['host']} ${language}`;
    if (language === 'json') {
      const parsed = JSON.parse(filledIn(text)) as Record<string, Record<string, Entry>>;
      const servers = parsed[info['host'] === 'vscode' ? 'servers' : 'mcpServers'] ?? {};
      return Object.entries(servers).map(([name, { type, command, args }]) => {
        expect(type).toBe('stdio');
        return [where, name, started([command, ...args])];
      });
    }
    const line = words(filledIn(text));
    if (info['host'] === 'claude-code') {
      const [options, rest] = [line.slice(0, line.indexOf('--')), line.slice(line.indexOf('--') + 1)];
      expect(options.slice(0, 5)).toEqual(['claude', 'mcp', 'add', '--transport', 'stdio']);
      return [[where, options[5] ?? '', started(rest)]];
    }
    if (info['host'] === 'inspector') {
      expect(line.slice(0, 2)).toEqual(['npx', '@modelcontextprotocol/inspector']);
      const end = line.includes('--method') ? line.indexOf('--method') : line.length;
      return [[where, 'support-desk', started(line.slice(line[2] === '--cli' ? 3 : 2, end))]];
    }
    return [];
  });
}

let host: Host | undefined;
afterEach(() => host?.close());

describe(PAGE, () => {
  it('has a block for each host, in each form', () => {
    expect(commands().map(([where, name]) => `${where}: ${name}`)).toEqual([
      'vscode json: buscador-videos',
      'vscode json: support-desk',
      'vscode json: turmas',
      'claude-code sh: support-desk',
      'claude-code bat: support-desk',
      'claude-code json: support-desk',
      'claude-code json: support-desk',
      'inspector sh: support-desk',
      'inspector sh: support-desk',
    ]);
    expect(blocks.filter(({ text }) => text.includes('cmd') && text.includes('/c'))).toHaveLength(2);
  });

  describe.each(REVISIONS)('starts a server that asks in its first round, %s', (revision) => {
    it.each(commands())('%s: %s', async (_where, name, command) => {
      const [tool, args] = FIRST_CALL[name] ?? ['', {}];
      host = await openCommand(revision, command, () => ({ action: 'cancel' }));
      await host.call(tool, args);
      expect(host.asked).toHaveLength(1);
    });
  });

  it('starts the HTTP server at the address it says', async () => {
    const block = blocks.find(({ info }) => info['host'] === 'http');
    expect(block?.text).toBe('node kit/servidor.mjs --http 3000');
    const server = await startHttp('servidor.mjs');
    expect(server.url.pathname).toBe('/mcp');
    expect(server.url.hostname).toBe('127.0.0.1');
    await server.stop();
  });

  it('gives the keys in a form that the servers take', async () => {
    const key = `kit:${Buffer.alloc(32, 7).toString('base64url')}`;
    const child = startNode(['kit/demo.mjs'], ROOT, { VUELTA_KEYS: key });
    expect((await ended(child)).code).toBe(0);
    const wrong = startNode(['kit/demo.mjs'], ROOT, { VUELTA_KEYS: 'kit:short' });
    const { code, stderr } = await ended(wrong);
    expect(code).toBe(1);
    expect(stderr).toMatch(/keys: /);
  });
});
