import type { Ask } from '../../../protocol/ask.js';
import { bareMap } from '../../../json.js';
import { type Check, EITHER } from '../../check.js';
import type { Responses } from '../../walk/answers.js';
import type { Asked, CaseResponse } from '../../evidence/response.js';
import { crashed, sameKey, unchangedAsk } from '../../walk/judge.js';
import type { Learned, LearnedRound } from '../../walk/learned.js';
import { ELICITATION, MRTR } from '../../../protocol/spec.js';
import { type Attempt, sweep, type Verdict } from '../variants/attempt.js';
import { isAskedAgain, notAnAnswer } from '../variants/verdict.js';
import { fault, pass } from '../../evidence/finding.js';
import { type AnswerVariant, withAnswer, withoutAnswer, askingRounds, suitsAll } from '../variants/answer-variants.js';

const accepted: Check = {
  id: 'answers.accept',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'An answer that fits is taken: the question does not come again unchanged in the next round.',
  spec: ELICITATION.actions,
  why: 'The person answers the same dialog twice, and does not know which of the answers counts.',
  fix: 'Read the answer under the key that you asked under, and carry it on in the state.',
  run: async (trial) => {
    const { rounds } = await trial.learned();
    for (const [index, { asked, number }] of rounds.entries()) {
      const { asks = [] } = rounds[index + 1] ?? {};
      const again = asked.asks.find((ask) => asks.some((next) => unchangedAsk(ask, next)));
      const next = rounds[index + 1]?.asked;
      if (again !== undefined && next !== undefined) {
        return fault(
          `Round ${number}, '${again.key}' was answered, and round ${number + 1} asks it again just as it was.`,
          next,
        );
      }
    }
    return pass(rounds.length);
  },
};

/** Answers one thing after the other; the round is over when nothing of it is asked any more. */
async function isStuck({ talk, variant: { round } }: Attempt, from: Asked): Promise<CaseResponse | undefined> {
  const isOpen = ({ asks }: Asked): boolean => asks.some((ask) => round.asks.some((one) => sameKey(ask, one)));
  let heard: CaseResponse = from;
  for (let count = 0; heard.kind === 'asks' && isOpen(heard); count += 1) {
    if (count > round.asks.length) return heard;
    const due = heard.asks.map(({ key }) => [key, round.responses[key]] as const);
    heard = await talk.retry(heard, bareMap(due), { label: 'the missing answers' });
  }
  return undefined;
}

const asksForMissing =
  (missing: readonly Ask[]): Verdict =>
  async (made, learned) => {
    const { heard } = made;
    if (heard.kind !== 'asks') return 'did not make the server ask again for what is missing';
    const forgotten = missing.find((ask) => !heard.asks.some((again) => sameKey(ask, again)));
    if (forgotten !== undefined) return `did not make the server ask again for '${forgotten.key}'`;
    const { round } = made.variant;
    const isPart = missing.length < round.asks.length && !isAskedLater(round, learned);
    const stuck = isPart ? await isStuck(made, heard) : undefined;
    return stuck && 'led in a circle: what was missing was answered, and what was there before was asked for again';
  };

const isAskedLater = ({ number, asks }: LearnedRound, { rounds }: Learned): boolean =>
  rounds.slice(number).some((later) => later.asks.some((one) => asks.some((ask) => sameKey(ask, one))));

function missingVariants(round: LearnedRound): Array<{ variant: AnswerVariant; missing: readonly Ask[] }> {
  const { asks } = round;
  const single = asks.map((ask) => ({
    variant: {
      round,
      says: `'${ask.key}' left unanswered,`,
      respond: (happy: Responses) => withoutAnswer(happy, ask.key),
    },
    missing: [ask],
  }));
  return [
    { variant: { round, says: 'sent without inputResponses,', respond: () => undefined }, missing: asks },
    { variant: { round, says: 'with empty inputResponses,', respond: () => ({}) }, missing: asks },
    ...(asks.length > 1 ? single : []),
  ];
}

const missing: Check = {
  id: 'answers.missing',
  level: 'SHOULD',
  title: 'An answer that is missing is asked for again; it is neither an error nor an answer.',
  spec: MRTR.errors,
  why: 'A host that shows one dialog after the other, or lost one, must be able to go on with the same call.',
  fix: 'Return input_required again with what is still missing, and a fresh state.',
  run: async (trial) => {
    const rounds = await askingRounds(trial);
    let tried = 0;
    for (const { variant, missing: asks } of rounds.flatMap(missingVariants)) {
      const found = await sweep(trial, [variant], asksForMissing(asks), '');
      if (found.status !== 'pass') return found;
      tried += 1;
    }
    return pass(tried);
  },
};

const STRANGER = 'vuelta-nobody-asked-this';

/** The happy answer of a round, whatever lies beside it, leads on. */
const leadsOn: Verdict = ({ heard, at }, learned) => {
  if (crashed(heard)) return 'broke the server';
  if (heard.kind === 'error' || (heard.kind === 'result' && heard.isError)) return 'made the server refuse the answer';
  return isAskedAgain(heard, at, learned) ? 'made the server ask again for what was answered' : undefined;
};

const strangerAlone = (round: LearnedRound): AnswerVariant => ({
  round,
  says: 'answered under a key that nobody asked, and under no other,',
  respond: (happy) => bareMap([[STRANGER, Object.values(happy)[0]]]),
});

const strangerBeside = (round: LearnedRound): AnswerVariant => ({
  round,
  says: 'answered, with another answer under a key that nobody asked,',
  respond: (happy) => withAnswer(happy, STRANGER, Object.values(happy)[0]),
});

const unknownKey: Check = {
  id: 'answers.unknown-key',
  level: 'SHOULD',
  title: 'An answer under a key that nobody asked is ignored: it counts for nothing, and hinders nothing.',
  spec: MRTR.errors,
  why: 'A host may carry answers of other questions. Taken for this one they are an answer that nobody gave; refused they end the call.',
  fix: 'Read the answers under the keys that you asked, and look at no other.',
  run: async (trial) => {
    const rounds = await askingRounds(trial);
    const alone = await sweep(trial, rounds.map(strangerAlone), notAnAnswer, 'nothing is asked');
    if (alone.status !== 'pass') return alone;
    return sweep(trial, rounds.map(strangerBeside), leadsOn, 'nothing is asked');
  },
};

/** Each answer under the key of the ask after its own. */
function rotate(keys: readonly string[], happy: Responses): Responses {
  return bareMap(keys.map((key, index) => [key, happy[keys[(index + 1) % keys.length] ?? key]]));
}

const swapped: Check = {
  id: 'answers.swapped',
  level: 'SHOULD',
  title: 'Answers that stand under the keys of one another are not accepted.',
  spec: MRTR.errors,
  why: 'The key says which question was answered. Without it a yes to one thing becomes a yes to another.',
  fix: 'Read each answer under its own key, and check it against the schema of its own question.',
  run: async (trial) => {
    const variants = (await askingRounds(trial)).flatMap((round): AnswerVariant[] => {
      const keys = round.asks.map(({ key }) => key);
      if (keys.length < 2 || suitsAll(round, rotate(keys, round.responses))) return [];
      return [{ round, says: 'with the answers swapped between the keys,', respond: (happy) => rotate(keys, happy) }];
    });
    return sweep(trial, variants, notAnAnswer, 'no round asks two things of different shape');
  },
};

export const ANSWERS_KEYS: readonly Check[] = [accepted, missing, unknownKey, swapped];
