import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as V1Stdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { KIT } from './process.js';

export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

export interface Question {
  readonly message: string;
  readonly requestedSchema: {
    readonly properties: Record<string, Record<string, unknown>>;
    readonly required?: readonly string[];
  };
}

type Content = Record<string, string | number | boolean | string[]>;
export type Reply = { action: 'accept'; content: Content } | { action: 'decline' | 'cancel' };

/** Who answers; `turn` counts from 1 within the host. */
export type Person = (question: Question, turn: number) => Reply;

export interface Outcome {
  readonly text: string;
  readonly isError: boolean;
}

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

/** A host with the real SDK client of its revision: v2 for 2026-07-28, v1 for 2025-11-25. */
export interface Host {
  /** Everything the person was shown, in order. */
  readonly asked: readonly Question[];
  call(name: string, args: Record<string, unknown>): Promise<Outcome>;
  stderr(): string;
  close(): Promise<void>;
}

const INFO = { name: 'test-host', version: '1.0.0' };

/** Starts a kit server over stdio. Without a person the host declares no elicitation. */
export function openHost(revision: Revision, file: string, person?: Person): Promise<Host> {
  return openCommand(revision, { command: process.execPath, args: [file], cwd: KIT }, person);
}

export function openCommand(revision: Revision, command: Command, person?: Person): Promise<Host> {
  const asked: Question[] = [];
  const ask = (params: unknown): Reply => {
    const turn = asked.push(params as Question);
    if (person === undefined) throw new Error('a host without elicitation was asked');
    return person(params as Question, turn);
  };
  return revision === '2026-07-28' ? openModern(command, asked, ask, person) : openV1(command, asked, ask, person);
}

type Ask = (params: unknown) => Reply;

async function openModern(command: Command, asked: Question[], ask: Ask, person?: Person): Promise<Host> {
  const transport = new ModernStdio({ ...command, args: [...command.args], stderr: 'pipe' });
  const stderr = collect(transport.stderr);
  const client = new ModernClient(INFO, {
    capabilities: person === undefined ? {} : { elicitation: { form: {} } },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  });
  if (person !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => ask(params));
  await client.connect(transport);
  return {
    asked,
    call: async (name, args) => toOutcome(await client.callTool({ name, arguments: args })),
    stderr,
    close: () => client.close(),
  };
}

async function openV1(command: Command, asked: Question[], ask: Ask, person?: Person): Promise<Host> {
  const transport = new V1Stdio({ ...command, args: [...command.args], stderr: 'pipe' });
  const stderr = collect(transport.stderr);
  const client = new V1Client(INFO, { capabilities: person === undefined ? {} : { elicitation: {} } });
  if (person !== undefined) client.setRequestHandler(ElicitRequestSchema, ({ params }) => ask(params));
  await client.connect(transport);
  return {
    asked,
    call: async (name, args) => toOutcome(await client.callTool({ name, arguments: args })),
    stderr,
    close: () => client.close(),
  };
}

function toOutcome(result: unknown): Outcome {
  const { content, isError } = result as { content: readonly { text: string }[]; isError?: boolean };
  return { text: content[0]?.text ?? '', isError: isError === true };
}

function collect(stream: NodeJS.EventEmitter | null): () => string {
  let written = '';
  stream?.on('data', (chunk: unknown) => {
    written += String(chunk);
  });
  return () => written;
}
