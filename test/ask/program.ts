import type { CallToolResult } from '@modelcontextprotocol/server';
import { text, type Asks, type FormSchema } from '../../src/index.js';
import type { Random } from '../random.js';
import { accept, cancel, decline } from './server.js';

/** What a person does with an ask, round after round; the last one settles it. */
export type Reaction = 'missing' | 'unknown action' | 'invalid' | 'accept' | 'decline' | 'cancel';

interface StepOp {
  readonly key: string;
  readonly slow: boolean;
  readonly failures: number;
}

export interface AskOp {
  readonly kind: 'form' | 'confirm' | 'choose';
  readonly key: string;
  readonly reactions: readonly Reaction[];
  /** Whether a decline or a cancel ends the call. */
  readonly ends: boolean;
}

export type Op = AskOp | ({ readonly kind: 'memo' } & StepOp) | ({ readonly kind: 'once' } & StepOp);

/** A straight line of steps; the members of one step start together. */
export type Program = readonly (readonly Op[])[];

export function randomProgram(random: Random): Program {
  let count = 0;
  const op = (): Op => {
    count += 1;
    const kind = random.pick(['form', 'confirm', 'choose', 'memo', 'once'] as const);
    if (kind === 'memo' || kind === 'once') {
      return { kind, key: `${kind}${count}`, slow: random.chance(0.2), failures: random.chance(0.15) ? 1 : 0 };
    }
    const reactions: Reaction[] = [];
    while (random.chance(0.3) && reactions.length < 2)
      reactions.push(random.pick(['missing', 'unknown action', 'invalid']));
    reactions.push(random.chance(0.75) ? 'accept' : random.pick(['decline', 'cancel']));
    return { kind, key: `${kind}${count}`, reactions, ends: random.chance(0.2) };
  };
  const step = (): Op[] => {
    const ops = Array.from({ length: random.chance(0.6) ? 1 : 1 + random.below(4) }, op);
    // Beside an ask that may end the call, whether a step gets its second try is a matter of time.
    const mayEnd = ops.some((member) => 'ends' in member && member.ends);
    return mayEnd ? ops.map((member) => ('failures' in member ? { ...member, failures: 0 } : member)) : ops;
  };
  return Array.from({ length: 1 + random.below(7) }, step);
}

export const last = (op: AskOp): Reaction => op.reactions.at(-1) as Reaction;

/** What the world remembers of a run. */
export class World {
  readonly effects: string[] = [];
  readonly keys: string[] = [];
  readonly made: string[] = [];
  readonly failures = new Map<string, number>();

  /** A value that no second making gives again. */
  make(key: string): string {
    this.made.push(key);
    return `${key} made ${this.made.filter((made) => made === key).length}`;
  }

  /** A receipt that no second doing gives again. */
  act(effect: string): string {
    this.effects.push(effect);
    return `receipt ${this.effects.filter((done) => done === effect).length}`;
  }

  /** Throws as often as the operation says, in all runs together. */
  trip(op: { readonly key: string; readonly failures: number }): void {
    const remaining = this.failures.get(op.key) ?? op.failures;
    this.failures.set(op.key, remaining - 1);
    if (remaining > 0) throw new Error(`${op.key} failed`);
  }
}

const ENDING = { decline: (key: string) => text(`${key} declined`), cancel: (key: string) => text(`${key} cancelled`) };

/** What the program comes to when every step runs once and every answer is there at once. */
export function interpret(program: Program): { result: string; world: World } {
  const world = new World();
  const trail: unknown[] = [];
  for (const step of program) {
    const values: unknown[] = [];
    const ended: AskOp[] = [];
    for (const op of step) {
      if (op.kind === 'memo') values.push(world.make(op.key));
      else if (op.kind === 'once') values.push(world.act(`${op.key} after ${JSON.stringify(trail)}`));
      else {
        values.push(last(op));
        if (op.ends && last(op) !== 'accept') ended.push(op);
      }
    }
    // The one that settles in the earliest round ends the call; of several, the first.
    const [first] = ended.toSorted((a, b) => a.reactions.length - b.reactions.length);
    if (first !== undefined) {
      const { content } = ENDING[last(first) as 'decline' | 'cancel'](first.key);
      return { result: (content[0] as { text: string }).text, world };
    }
    trail.push(values);
  }
  return { result: JSON.stringify(trail), world };
}

const wait = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 2);
  });

async function perform(op: Op, ask: Asks, world: World, trail: unknown[]): Promise<unknown> {
  if (op.kind === 'memo') {
    const make = async () => {
      if (op.slow) await wait();
      world.trip(op);
      return world.make(op.key);
    };
    return ask
      .memo(op.key, make)
      .catch((error: unknown) => (failed(error) ? ask.memo(op.key, make) : Promise.reject(error)));
  }
  if (op.kind === 'once') {
    const act = async ({ idempotencyKey }: { idempotencyKey: string }) => {
      if (op.slow) await wait();
      world.trip(op);
      world.keys.push(`${op.key} ${idempotencyKey}`);
      return world.act(`${op.key} after ${JSON.stringify(trail)}`);
    };
    return ask
      .once(op.key, act)
      .catch((error: unknown) => (failed(error) ? ask.once(op.key, act) : Promise.reject(error)));
  }
  const message = `${op.key} after ${JSON.stringify(trail)}?`;
  const endings = op.ends ? { decline: ENDING.decline(op.key), cancel: ENDING.cancel(op.key) } : {};
  if (op.kind === 'confirm') return (await ask.confirm(op.key, message, endings)).action;
  if (op.kind === 'choose') return actionOf(await ask.choose(op.key, { message, options: ['x', 'y'], ...endings }));
  const schema: FormSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  return actionOf(await ask.form(op.key, { message, schema, ...endings }));
}

const failed = (error: unknown): boolean => error instanceof Error && error.message.endsWith(' failed');

/** With both endings an ask resolves to what was accepted. */
const actionOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'action' in answer ? answer.action : 'accept';

/** The same program as a handler. */
export function handlerOf(program: Program, world: World): (ask: Asks) => Promise<CallToolResult> {
  return async (ask) => {
    const trail: unknown[] = [];
    for (const step of program) {
      try {
        const before = structuredClone(trail);
        trail.push(await Promise.all(step.map((op) => perform(op, ask, world, before))));
      } catch (error) {
        throw new Error('wrapped by the handler', { cause: error });
      }
    }
    return text(JSON.stringify(trail));
  };
}

/** What arrives for an ask: as the person reacts, in the form of its kind. */
export function answerTo(op: AskOp, reaction: Reaction): unknown {
  switch (reaction) {
    case 'missing':
      return undefined;
    case 'unknown action':
      return { action: 'yes', content: contentOf(op) };
    case 'invalid':
      return accept({ n: 'x', [op.key]: 5 });
    case 'accept':
      return accept(contentOf(op));
    case 'decline':
      return decline;
    case 'cancel':
      return cancel;
  }
}

function contentOf(op: AskOp): object {
  if (op.kind === 'form') return { n: 7 };
  return { [op.key]: op.kind === 'confirm' ? true : 'y' };
}
