import { describe, expect, it } from 'vitest';
import { answerTo, handlerOf, interpret, last, randomProgram, World, type AskOp, type Program } from './program.js';
import { forAllAsync, type Random } from '../random.js';
import { accept, refuseUnhandledRejections, tool, type Reply } from './server.js';

refuseUnhandledRejections();

const PROGRAMS = 150;

function asksOf(program: Program): Map<string, AskOp> {
  const asks = program.flat().filter((op): op is AskOp => op.kind !== 'memo' && op.kind !== 'once');
  return new Map(asks.map((op) => [op.key, op]));
}

/** Answers round by round as the program's people react, with some noise that must not matter. */
async function drive(program: Program, random: Random, world: World) {
  const { call, events } = tool(handlerOf(program, world), { maxRounds: 100, maxStateBytes: 1 << 20 });
  const asks = asksOf(program);
  const turns = new Map<string, number>();
  let reply: Reply = await call.first(random.chance(0.2) ? noise(asks, random) : undefined);
  while (reply.state !== undefined) {
    const answers: Record<string, unknown> = random.chance(0.3) ? noise(asks, random) : {};
    for (const key of reply.keys) {
      const op = asks.get(key) as AskOp;
      const turn = turns.get(key) ?? 0;
      turns.set(key, turn + 1);
      answers[key] = answerTo(op, op.reactions[turn] ?? last(op));
    }
    reply = await call.answer(reply, answers);
  }
  return { reply, events };
}

/** Answers to questions of other rounds, and to none. */
function noise(asks: ReadonlyMap<string, AskOp>, random: Random): Record<string, unknown> {
  const keys = [...asks.keys(), 'nobody'].filter(() => random.chance(0.5));
  return Object.fromEntries(keys.map((key) => [key, accept({ n: 666, [key]: random.chance(0.5) })]));
}

describe('a handler in rounds is the handler in one go', () => {
  it(`A1 A8 A12 A13 A15 ${PROGRAMS} random programs come to the same result, each effect once, each question pinned`, async () => {
    await forAllAsync(PROGRAMS, 1, async (random) => {
      const program = randomProgram(random);
      const expected = interpret(program);
      const world = new World();
      const { reply, events } = await drive(program, random, world);
      const shown = JSON.stringify(program);
      expect(reply.error, shown).toBeUndefined();
      expect(reply.text, shown).toBe(expected.result);
      expect(world.effects.toSorted(), shown).toEqual(expected.world.effects.toSorted());
      expect(world.made.toSorted(), shown).toEqual(expected.world.made.toSorted());
      expect(new Set(world.keys).size, shown).toBe(world.effects.length);
      expect(
        events.filter(({ type }) => type === 'drift' || type === 'fault'),
        shown,
      ).toEqual([]);
    });
  }, 60_000);
});
