import { expectTypeOf } from 'vitest';
import * as z from 'zod';
import type { CallToolResult, CreateMessageResult, GetPromptResult, Root } from '@modelcontextprotocol/server';
import {
  fail,
  text,
  type Answer,
  type AskKind,
  type Asks,
  type Confirmation,
  type FormSchema,
} from '../../src/index.js';

declare const ask: Asks;
declare const prompt: Asks<GetPromptResult>;
declare const wire: FormSchema;

const Person = z.object({
  name: z.string(),
  age: z.int().default(3),
  born: z.iso.date().transform((day) => new Date(day)),
});
interface Given {
  name: string;
  age: number;
  born: Date;
}
const no = { decline: fail('no'), cancel: fail('closed') };

export async function form(): Promise<void> {
  const answer = await ask.form('who', { message: 'Who?', schema: Person });
  expectTypeOf(answer).toEqualTypeOf<Answer<Given>>();
  // @ts-expect-error a decline has no content
  void answer.content;
  if (answer.action === 'accept') expectTypeOf(answer.content).toEqualTypeOf<Given>();
  else {
    expectTypeOf(answer.action).toEqualTypeOf<'decline' | 'cancel'>();
    // @ts-expect-error neither has a cancel
    void answer.content;
  }

  expectTypeOf(await ask.form('who', { message: 'Who?', schema: Person, ...no })).toEqualTypeOf<Given>();
  const half = await ask.form('who', { message: 'Who?', schema: Person, decline: fail('no') });
  expectTypeOf(half).toEqualTypeOf<Answer<Given>>();
  const rest = { attempts: 2, exhausted: fail('x'), fallback: true } as const;
  expectTypeOf(await ask.form('who', { message: 'Who?', schema: Person, ...no, ...rest })).toEqualTypeOf<Given>();

  const loose = await ask.form('who', { message: 'Who?', schema: wire });
  if (loose.action === 'accept') expectTypeOf(loose.content).toExtend<Record<string, unknown>>();

  // @ts-expect-error a message is not optional
  void ask.form('who', { schema: Person });
  // @ts-expect-error a schema is not optional
  void ask.form('who', { message: 'Who?' });
  // @ts-expect-error a tool does not end with the result of a prompt
  void ask.form('who', { message: 'Who?', schema: Person, decline: { messages: [] } });
  void prompt.form('who', { message: 'Who?', schema: Person, decline: { messages: [] } });
  // @ts-expect-error a prompt does not end with the result of a tool
  void prompt.form('who', { message: 'Who?', schema: Person, decline: text('x') });
}

export async function confirm(): Promise<void> {
  const answer = await ask.confirm('sure', 'Sure?');
  expectTypeOf(answer).toEqualTypeOf<Confirmation>();
  expectTypeOf(answer.confirmed).toEqualTypeOf<boolean>();
  expectTypeOf(answer.action).toEqualTypeOf<'accept' | 'decline' | 'cancel'>();
  expectTypeOf(await ask.confirm('sure', 'Sure?', { title: 'Yes', ...no })).toEqualTypeOf<Confirmation>();
}

export async function choose(): Promise<void> {
  const options = ['S', { value: 'L', title: 'Large' }] as const;
  const one = await ask.choose('size', { message: 'Size?', options: ['S', { value: 'L', title: 'Large' }] });
  expectTypeOf(one).toEqualTypeOf<Answer<'S' | 'L'>>();
  expectTypeOf(await ask.choose('size', { message: 'Size?', options })).toEqualTypeOf<Answer<'S' | 'L'>>();
  expectTypeOf(await ask.choose('size', { message: 'Size?', options, ...no })).toEqualTypeOf<'S' | 'L'>();
  const several = { message: 'Sizes?', options, multiple: true } as const;
  expectTypeOf(await ask.choose('size', several)).toEqualTypeOf<Answer<('S' | 'L')[]>>();
  expectTypeOf(await ask.choose('size', { ...several, ...no })).toEqualTypeOf<('S' | 'L')[]>();
  const dynamic: string[] = [];
  expectTypeOf(await ask.choose('size', { message: 'Size?', options: dynamic })).toEqualTypeOf<Answer<string>>();
  // @ts-expect-error a comparison with what is no option
  if (one.action === 'accept' && one.content === 'XL') return;
  // @ts-expect-error an option is a text
  void ask.choose('size', { message: 'Size?', options: [1, 2] });
}

export async function others(): Promise<void> {
  const { action } = await ask.url('sign', { message: 'Sign', url: 'https://example.com' });
  expectTypeOf(action).toEqualTypeOf<'accept' | 'decline' | 'cancel'>();
  expectTypeOf(await ask.sample('s', { messages: [], maxTokens: 1 })).toEqualTypeOf<CreateMessageResult>();
  expectTypeOf(await ask.roots('r')).toEqualTypeOf<Root[]>();
  expectTypeOf<Parameters<Asks['supports']>>().toEqualTypeOf<[AskKind]>();
  expectTypeOf<AskKind>().toEqualTypeOf<'form' | 'url' | 'sampling' | 'roots'>();
  expectTypeOf(ask.flow).toEqualTypeOf<string>();
  expectTypeOf(ask.round).toEqualTypeOf<number>();
  expectTypeOf(ask.signal).toEqualTypeOf<AbortSignal>();
  // @ts-expect-error the flow is not the handler's to set
  ask.flow = 'x';
}

interface Row {
  readonly id: string;
  readonly at?: Date;
  readonly tags: string[];
  readonly parent: { id: string } | null;
  save(): void;
}
declare const row: Row;

/** A memo and a once give back what JSON carries: the types say so. */
export async function steps(): Promise<void> {
  expectTypeOf(await ask.memo('m', () => 1)).toEqualTypeOf<number>();
  expectTypeOf(await ask.memo('m', async () => 'x' as const)).toEqualTypeOf<'x'>();
  expectTypeOf(await ask.memo('m', () => Date.now() > 0)).toEqualTypeOf<boolean>();
  expectTypeOf(await ask.memo('m', () => undefined)).toEqualTypeOf<undefined>();
  expectTypeOf(await ask.memo('m', () => new Date())).toEqualTypeOf<string>();
  expectTypeOf(await ask.memo('m', () => [new Date(), 1] as [Date, number])).toEqualTypeOf<[string, number]>();
  expectTypeOf(await ask.memo('m', (): unknown => 1)).toEqualTypeOf<unknown>();
  expectTypeOf(await ask.memo('m', () => 1n)).toEqualTypeOf<never>();
  expectTypeOf(await ask.memo('m', () => new Map<string, number>())).toEqualTypeOf<never>();
  expectTypeOf(await ask.once('o', () => row)).toEqualTypeOf<{
    readonly id: string;
    readonly at?: string;
    readonly tags: string[];
    readonly parent: { id: string } | null;
  }>();
  const plain: { id: string; n: number } = await ask.once('o', () => ({ id: 'x', n: 1 }));
  void plain;
  await ask.once('o', ({ idempotencyKey, signal }) => {
    expectTypeOf(idempotencyKey).toEqualTypeOf<string>();
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
  });
  expectTypeOf(ask.onCommit(async () => 1)).toEqualTypeOf<void>();
}

expectTypeOf(text('x')).toEqualTypeOf<CallToolResult>();
expectTypeOf(fail('x')).toEqualTypeOf<CallToolResult>();
