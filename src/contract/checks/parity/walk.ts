import type { Ask } from '../../../protocol/ask.js';
import { bareMap, canonicalJson, type JsonObject } from '../../../json.js';
import type { Conversation } from '../../walk/conversation.js';
import { describeResponse, type CaseResponse } from '../../evidence/response.js';
import { type Learned, refuseAll, canRefuse } from '../../walk/learned.js';
import { normalize, withoutArguments } from '../../walk/judge.js';

export interface Walk {
  /** Where, at the start of a sentence: `On 2025-11-25`. */
  readonly where: string;
  readonly keyed: boolean;
  /** Refuses the first round that can be refused, and looks at what follows. */
  readonly refuse?: 'decline' | 'cancel';
}

/** What came of it. `asks`: something else was asked. `ending`: the same was asked, and something else came of it. */
export type Comparison =
  | { readonly same: true; readonly tried: number }
  | {
      readonly same: false;
      readonly differs: 'asks' | 'ending';
      readonly message: string;
      readonly heard: readonly CaseResponse[];
    };

/** Texts of the learned walk and of this one, without what differs from call to call. */
const normalizedFor = (learned: Learned, talk: Conversation) => ({
  learned: (text = '') => normalize(withoutArguments(text, learned.request.params)),
  here: (text = '') => normalize(withoutArguments(text, talk.request.params)),
});
type Normalized = ReturnType<typeof normalizedFor>;

interface Expected {
  readonly round: number;
  readonly ask: Ask;
  readonly answer: unknown;
}

/** More rounds than any learned case has. */
const MOST_ROUNDS = 32;

/** The asks of the happy path in order, with their answers; up to the refused round when one is refused. */
function expectedOf({ rounds }: Learned, refuse: Walk['refuse']): Expected[] {
  const last = refuse === undefined ? undefined : rounds.find(({ asks }) => asks.some(canRefuse));
  return rounds
    .filter(({ number }) => last === undefined || number <= last.number)
    .flatMap((round) => {
      const answers = refuse !== undefined && round === last ? refuseAll(round, refuse) : round.responses;
      return round.asks.map((ask) => ({ round: round.number, ask, answer: answers[ask.key] }));
    });
}

function sameQuestion(one: Ask, other: Ask, keyed: boolean, normalized: Normalized): boolean {
  return (
    one.kind === other.kind &&
    (!keyed || one.key === other.key) &&
    normalized.learned(one.message) === normalized.here(other.message) &&
    normalized.learned(one.url) === normalized.here(other.url) &&
    canonicalJson(one.requestedSchema ?? null) === canonicalJson(other.requestedSchema ?? null)
  );
}

/** Takes the expected ask that this one is; asks of one round may come in any order. */
function take(expected: Expected[], ask: Ask, keyed: boolean, normalized: Normalized): Expected | undefined {
  const round = expected[0]?.round;
  const at = expected.findIndex((one) => one.round === round && sameQuestion(one.ask, ask, keyed, normalized));
  return at === -1 ? undefined : expected.splice(at, 1)[0];
}

function whatDiffers(ask: Ask, expected: Ask | undefined, normalized: Normalized): string {
  if (expected === undefined) return `asks '${ask.key}' on top`;
  if (ask.kind !== expected.kind) return `asks with a ${ask.kind} where '${expected.key}' is a ${expected.kind}`;
  if (normalized.here(ask.message) !== normalized.learned(expected.message)) {
    return `asks "${ask.message ?? ''}" where '${expected.key}' is "${expected.message ?? ''}"`;
  }
  return ask.kind === 'url'
    ? `asks for another address in '${expected.key}'`
    : `asks '${expected.key}' with another form`;
}

/** The params of the request that began a walk; each walk may have arguments of its own. */
function paramsOf(heard: CaseResponse): JsonObject {
  let first = heard;
  while (first.from !== undefined) first = first.from;
  return first.recorded.step.sent.params;
}

function sameEnding(heard: CaseResponse, wanted: CaseResponse): boolean {
  if (heard.kind !== wanted.kind || heard.kind === 'silent') return false;
  if (heard.kind !== 'result' || wanted.kind !== 'result') return true;
  const [here, there] = [heard, wanted].map((one) => normalize(withoutArguments(one.text, paramsOf(one))));
  return heard.isError === wanted.isError && here === there;
}

export async function follow(talk: Conversation, learned: Learned, walk: Walk): Promise<Comparison> {
  const { where, keyed, refuse } = walk;
  const wanted = refuse === undefined ? learned.accepted : refuse === 'decline' ? learned.declined : learned.cancelled;
  const expected = expectedOf(learned, refuse);
  const normalized = normalizedFor(learned, talk);
  const differs = (what: 'asks' | 'ending', message: string, ...heard: readonly CaseResponse[]): Comparison => ({
    same: false,
    differs: what,
    message,
    heard,
  });
  let heard = await talk.first();
  let refused = false;
  let tried = 1;
  while (heard.kind === 'asks' && !refused && tried < MOST_ROUNDS) {
    const answers = bareMap<unknown>();
    for (const ask of heard.asks) {
      const next = expected[0]?.ask;
      const found = take(expected, ask, keyed, normalized);
      if (found === undefined)
        return differs('asks', `${where} the server ${whatDiffers(ask, next, normalized)}.`, heard);
      answers[ask.key] = found.answer;
    }
    heard = await talk.retry(heard, heard.asks.length === 0 ? undefined : answers);
    refused = refuse !== undefined && expected.length === 0;
    tried += 1;
  }
  const [missing] = expected;
  const refusedPart = refuse !== undefined && missing !== undefined && tried > 1;
  if (missing !== undefined && !refusedPart) {
    return differs('asks', `${where} the server does not ask '${missing.ask.key}'.`, heard);
  }
  if (wanted === undefined || sameEnding(heard, wanted)) return { same: true, tried };
  const answered = refuse === undefined ? 'the same answers lead' : `a ${refuse} leads`;
  return differs(
    'ending',
    `${where} ${answered} elsewhere: there the server ${describeResponse(wanted)}.`,
    wanted,
    heard,
  );
}
