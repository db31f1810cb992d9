import { checkContent, type FormSchema } from '../../../form/index.js';
import { bareMap, isObject } from '../../../json.js';
import type { Ask } from '../../../protocol/ask.js';
import type { Responses } from '../../walk/answers.js';
import type { LearnedRound } from '../../walk/learned.js';
import type { Trial } from '../../walk/trial.js';
import { contentOf, type Field, type FieldValue } from './field.js';

export interface AnswerVariant {
  readonly round: LearnedRound;
  /** The ask that it answers otherwise, where it is one. */
  readonly ask?: Ask;
  /** What a report calls it, for example `'datos', field asistentes: 11 (just above maximum 10)`. */
  readonly says: string;
  /** Makes it from the happy answers; `undefined` sends none at all. */
  readonly respond: (happy: Responses) => Responses | undefined;
}

export function withAnswer(happy: Responses, key: string, response: unknown): Responses {
  const changed = bareMap(Object.entries(happy));
  changed[key] = response;
  return changed;
}

export function withoutAnswer(happy: Responses, key: string): Responses {
  return bareMap(Object.entries(happy).filter(([name]) => name !== key));
}

export function variantOf(
  round: LearnedRound,
  ask: Ask,
  says: string,
  change: (happy: unknown) => unknown,
): AnswerVariant {
  const respond = (happy: Responses): Responses => withAnswer(happy, ask.key, change(happy[ask.key]));
  return { round, ask, says: `'${ask.key}', ${says}`, respond };
}

export type MakeVariants = (round: LearnedRound, ask: Ask) => readonly AnswerVariant[];

export async function eachAsk(trial: Trial, make: MakeVariants): Promise<AnswerVariant[]> {
  const { rounds } = await trial.learned();
  return rounds.flatMap((round) => round.asks.flatMap((ask) => make(round, ask)));
}

export async function askingRounds(trial: Trial): Promise<readonly LearnedRound[]> {
  const { rounds } = await trial.learned();
  return rounds.filter(({ asks }) => asks.length > 0);
}

export const accept = (content: unknown): unknown => ({ action: 'accept', content });

export function withField(round: LearnedRound, ask: Ask, { name }: Field, { says, value }: FieldValue): AnswerVariant {
  return variantOf(round, ask, `field ${name}: ${says}`, (happy) => accept({ ...contentOf(happy), [name]: value }));
}

/** The accepted happy answer without the fields for which this holds. */
export function withoutFields(
  round: LearnedRound,
  ask: Ask,
  says: string,
  omit: (name: string) => boolean,
): AnswerVariant {
  return variantOf(round, ask, says, (happy) =>
    accept(Object.fromEntries(Object.entries(contentOf(happy)).filter(([name]) => !omit(name)))),
  );
}

/** Whether a response could be the answer to an ask; where nobody can tell, it could. */
function suits({ kind, requestedSchema, faults }: Ask, response: unknown): boolean {
  if (!isObject(response)) return false;
  if (kind === 'roots') return Array.isArray(response['roots']);
  if (kind === 'sampling') return response['role'] !== undefined;
  if (response['action'] !== 'accept') return response['action'] !== undefined;
  if (kind === 'url' || faults.length > 0) return true;
  return checkContent(requestedSchema as FormSchema, response['content'] ?? {}).ok;
}

export const suitsAll = ({ asks }: LearnedRound, responses: Responses): boolean =>
  asks.every((ask) => suits(ask, responses[ask.key]));
