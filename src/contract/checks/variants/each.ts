import type { Ask } from '../../../protocol/ask.js';
import { contentOf } from './field.js';
import type { Field, FieldValue } from './field.js';
import type { LearnedRound } from '../../walk/learned.js';
import type { Trial } from '../../walk/trial.js';
import { type Variant, variantOf } from './attempt.js';

export type MakeVariants = (round: LearnedRound, ask: Ask) => readonly Variant[];

/** Variants of every ask of the happy path, in the order in which it asks. */
export async function eachAsk(trial: Trial, make: MakeVariants): Promise<Variant[]> {
  const { rounds } = await trial.learned();
  return rounds.flatMap((round) => round.asks.flatMap((ask) => make(round, ask)));
}

/** The rounds of the happy path that ask something. */
export async function askingRounds(trial: Trial): Promise<readonly LearnedRound[]> {
  const { rounds } = await trial.learned();
  return rounds.filter(({ asks }) => asks.length > 0);
}

export const accept = (content: unknown): unknown => ({ action: 'accept', content });

/** The accepted happy answer with one field changed. */
export function withField(round: LearnedRound, ask: Ask, { name }: Field, { says, value }: FieldValue): Variant {
  return variantOf(round, ask, `field ${name}: ${says}`, (happy) => accept({ ...contentOf(happy), [name]: value }));
}

/** The accepted happy answer without the fields for which this holds. */
export function withoutFields(round: LearnedRound, ask: Ask, says: string, omit: (name: string) => boolean): Variant {
  return variantOf(round, ask, says, (happy) =>
    accept(Object.fromEntries(Object.entries(contentOf(happy)).filter(([name]) => !omit(name)))),
  );
}
