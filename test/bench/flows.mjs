import * as z from 'zod';

/** The arguments of every call, and their schema. */
export const ARGS = { id: 'html-01', email: 'ana@example.com' };
export const ArgsSchema = z.object({ id: z.string(), email: z.string() });

const who = {
  key: 'who',
  message: 'Who is it for?',
  schema: z.object({ name: z.string().min(2), seats: z.int().min(1).max(10), note: z.string().optional() }),
  content: { name: 'Ana', seats: 2, note: 'front row' },
};
const plan = {
  key: 'plan',
  message: 'Which plan?',
  schema: z.object({ plan: z.enum(['basic', 'pro', 'team']), yearly: z.boolean().default(false) }),
  content: { plan: 'pro', yearly: true },
};
const confirm = {
  key: 'confirm',
  message: 'Book 1 place in "html-01" for ana@example.com?',
  schema: z.object({ confirm: z.boolean() }),
  content: { confirm: true },
};

const Step = z.object({ text: z.string().min(1), count: z.int().min(0) });

/** A flow of so many answers, one a round. */
export function chain(answers) {
  return Array.from({ length: answers }, (_, i) => [
    {
      key: `step${String(i + 1).padStart(2, '0')}`,
      message: `Step ${String(i + 1).padStart(2, '0')}: what should be noted?`,
      schema: Step,
      content: { text: `answer ${String(i + 1).padStart(2, '0')}`, count: i % 10 },
    },
  ]);
}

/** The questions of each flow, by round. A call has one leg more: the one that brings the last answers and completes. */
export const FLOWS = { two: [[confirm]], three: [[who, plan], [confirm]], ten: chain(9) };
