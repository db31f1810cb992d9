import type { Ask } from '../../../protocol/ask.js';
import type { AskKind } from '../../../protocol/kinds.js';
import { MODERN } from '../../../protocol/revision.js';
import type { Responses } from '../../walk/answers.js';
import type { Asked, CaseResponse } from '../../evidence/response.js';
import type { Learned, LearnedRound } from '../../walk/learned.js';
import { oncePerCase, type Trial } from '../../walk/trial.js';
import { fault, type Finding, notApplicable, pass } from '../../evidence/finding.js';
import { walkTo } from '../../walk/happy-path.js';

interface Sighting {
  /** For the beginning of a sentence, for example `Round 1`. */
  readonly where: string;
  readonly asked: Asked;
}

/** Content of which no field has a type that a form can ask for. */
function unfit({ kind, requestedSchema }: Ask, happy: unknown): unknown {
  const fields = Object.keys(requestedSchema?.properties ?? {});
  if (kind !== 'form' || fields.length === 0) return happy;
  return { action: 'accept', content: Object.fromEntries(fields.map((field) => [field, {}])) };
}

const unfitAnswers = ({ asks, responses }: LearnedRound): Responses =>
  Object.fromEntries(asks.map((ask) => [ask.key, unfit(ask, responses[ask.key])]));

type Found = readonly [where: string, heard: CaseResponse | undefined];

async function askAgain(trial: Trial, round: LearnedRound): Promise<Found[]> {
  const talk = await trial.talk();
  const { number, asks } = round;
  const found: Found[] = [];
  if (asks.length > 0 && trial.revision === MODERN) {
    const heard = await talk.retry(await walkTo(talk, number), {}, { label: 'no answer' });
    found.push([`Round ${number}, asked again without an answer`, heard]);
  }
  if (asks.some(({ kind }) => kind === 'form')) {
    const heard = await talk.retry(await walkTo(talk, number), unfitAnswers(round), {
      label: 'answer that does not fit',
    });
    found.push([`Round ${number}, asked again after an answer that does not fit`, heard]);
  }
  return found;
}

async function look(trial: Trial, { rounds, declined, cancelled }: Learned): Promise<Sighting[]> {
  const found: Found[] = rounds.map(({ number, asked }) => [`Round ${number}`, asked]);
  for (const round of rounds) found.push(...(await askAgain(trial, round)));
  found.push(['What follows a decline', declined], ['What follows a cancel', cancelled]);
  if (trial.revision === MODERN) {
    const heard = await (await trial.talk()).first({ label: 'no capabilities', capabilities: {} });
    found.push(['What a client that declares nothing gets', heard]);
  }
  return found.flatMap(([where, heard]) => (heard?.kind === 'asks' ? [{ where, asked: heard }] : []));
}

/**
 * Every response that asks which a case can be brought to without ending it: the happy path, what is asked again, what a refusal
 * leads to.
 */
const survey = oncePerCase(look);

/** Judges every response that asks; `judge` completes "Round 1: …" where one is wrong. */
export async function everyResponse(trial: Trial, judge: (asked: Asked) => string | undefined): Promise<Finding> {
  const sightings = await survey(trial);
  for (const { where, asked } of sightings) {
    const wrong = judge(asked);
    if (wrong !== undefined) return fault(`${where}: ${wrong}`, asked);
  }
  return pass(sightings.length);
}

/** Judges every ask of one kind; `judge` completes "Round 1, 'key': …" where one is wrong. */
export async function everyAsk(
  trial: Trial,
  kind: AskKind,
  none: string,
  judge: (ask: Ask) => string | undefined,
): Promise<Finding> {
  let tried = 0;
  for (const { where, asked } of await survey(trial)) {
    for (const ask of asked.asks.filter((one) => one.kind === kind)) {
      const wrong = judge(ask);
      if (wrong !== undefined) return fault(`${where}, '${ask.key}': ${wrong}.`, asked);
      tried += 1;
    }
  }
  return tried === 0 ? notApplicable(none) : pass(tried);
}
