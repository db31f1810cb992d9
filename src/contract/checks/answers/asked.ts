import { bareMap } from '../../../json.js';
import type { Check } from '../../check.js';
import type { Responses } from '../../walk/answers.js';
import { crashed, sameKey, wentAhead } from '../../walk/judge.js';
import type { LearnedRound } from '../../walk/learned.js';
import { MRTR } from '../../../protocol/spec.js';
import type { Trial } from '../../walk/trial.js';
import { sweep, type Verdict } from '../variants/attempt.js';
import { notAnAnswer } from '../variants/verdict.js';
import { fault, type Finding, pass } from '../../evidence/finding.js';
import { type AnswerVariant, askingRounds, suitsAll } from '../variants/answer-variants.js';

/** Answers that are there only for who reads what an object inherits. Each name is an own one, so that it goes on the wire. */
function inherited(happy: Responses): ReadonlyArray<{ readonly says: string; readonly responses: Responses }> {
  const nested = { ...happy };
  return [
    { says: 'with its answers under __proto__', responses: bareMap([['__proto__', nested]]) },
    {
      says: 'with its answers under constructor.prototype',
      responses: bareMap([['constructor', { prototype: nested }]]),
    },
    { says: 'with its answers under toString', responses: bareMap([['toString', nested]]) },
  ];
}

async function firstCalls(
  trial: Trial,
  calls: ReadonlyArray<{ readonly says: string; readonly responses: Responses }>,
): Promise<Finding | undefined> {
  const learned = await trial.learned();
  const at = learned.rounds[0]?.asked;
  if (at === undefined) return undefined;
  for (const { says, responses } of calls) {
    const heard = await (await trial.talk()).firstWith(responses, { label: `first call ${says}` });
    if (crashed(heard)) return fault(`A first call ${says} broke the server.`, heard);
    if (wentAhead(heard, at, learned))
      return fault(`A first call ${says} was taken for answered, and nobody was asked.`, heard);
  }
  return undefined;
}

const prototype: Check = {
  id: 'answers.prototype',
  level: 'SHOULD',
  title: 'Answers under __proto__, constructor and the like have no effect, in a first call and in a retry.',
  spec: MRTR.server,
  why: 'Whoever assigns such a key gives its answers to every object, and finds a yes to questions that nobody was asked.',
  fix: 'Read own properties only (Object.hasOwn), and copy answers into objects without a prototype, or into a Map.',
  run: async (trial) => {
    const rounds = await askingRounds(trial);
    const all = bareMap(rounds.flatMap(({ responses }) => Object.entries(responses)));
    const first = inherited(all);
    const found = await firstCalls(trial, first);
    if (found !== undefined) return found;
    const variants = rounds.flatMap((round) =>
      inherited(round.responses).map(({ says }, index): AnswerVariant => {
        return { round, says: `${says},`, respond: (happy) => inherited(happy)[index]?.responses };
      }),
    );
    const swept = await sweep(trial, variants, notAnAnswer, 'nothing is asked');
    return swept.status === 'pass' ? pass(swept.tried + first.length) : swept;
  },
};

function answeredCalls(rounds: readonly LearnedRound[]): Parameters<typeof firstCalls>[1] {
  const [first, ...more] = rounds;
  if (first === undefined) return [];
  const all = bareMap(rounds.flatMap(({ responses }) => Object.entries(responses)));
  return [
    { says: 'with the answers of the first round', responses: first.responses },
    ...(more.length === 0 ? [] : [{ says: 'with the answers of all rounds', responses: all }]),
  ];
}

const withoutState: Check = {
  id: 'answers.without-state',
  level: 'SHOULD',
  title: 'A first call that already carries answers asks all the same: nobody has been asked yet.',
  spec: MRTR.server,
  why: 'A model that fills in inputResponses confirms for the person. The call is done, and no dialog was ever shown.',
  fix: 'Count an answer only when it comes with a state that shows that you asked for it, sealed so that nobody else can make one.',
  run: async (trial) => {
    const calls = answeredCalls(await askingRounds(trial));
    return (await firstCalls(trial, calls)) ?? pass(calls.length);
  },
};

const earlyAnswers = (rounds: readonly LearnedRound[]): AnswerVariant[] =>
  rounds.slice(0, -1).map((round, index) => {
    const later = rounds.slice(index + 1).flatMap(({ responses }) => Object.entries(responses));
    const says = 'answered, with the answers of the later rounds beside it,';
    return { round, says, respond: (happy) => bareMap([...later, ...Object.entries(happy)]) };
  });

/** What comes next on the happy path is asked, whatever was answered before it was asked. */
const asksWhatIsDue: Verdict = ({ heard, at }, learned) => {
  if (crashed(heard)) return 'broke the server';
  if (!wentAhead(heard, at, learned)) return undefined;
  const index = learned.rounds.findLastIndex(({ asks }) =>
    asks.some((ask) => at.asks.some((one) => sameKey(ask, one))),
  );
  const due = learned.rounds.slice(index + 1).find(({ asks }) => asks.length > 0);
  if (due === undefined) return undefined;
  const isAsked = heard.kind === 'asks' && due.asks.every((ask) => heard.asks.some((one) => sameKey(ask, one)));
  return isAsked ? undefined : `went past round ${due.number}, which nobody was asked`;
};

const otherRound: Check = {
  id: 'answers.other-round',
  level: 'SHOULD',
  title: 'The answers of another round are no answers to what this round asks, nor to what has not been asked yet.',
  spec: MRTR.server,
  why: 'A yes to one question must not become a yes to the next, and nobody may skip a question by answering a later one.',
  fix: 'Put into the state what was asked, and take answers to that alone.',
  run: async (trial) => {
    const rounds = await askingRounds(trial);
    const variants = rounds.flatMap((round) =>
      rounds
        .filter((other) => other !== round && !suitsAll(round, other.responses))
        .map((other): AnswerVariant => {
          return { round, says: `with the answers of round ${other.number},`, respond: () => other.responses };
        }),
    );
    const swept = await sweep(trial, variants, notAnAnswer, 'no two rounds ask for different answers');
    const early = earlyAnswers(rounds);
    if (swept.status === 'fail' || early.length === 0) return swept;
    // Where even a first call counts as answered, answers.without-state says so.
    if ((await firstCalls(trial, answeredCalls(rounds))) !== undefined) return swept;
    const ahead = await sweep(trial, early, asksWhatIsDue, '');
    return ahead.status === 'pass' && swept.status === 'pass' ? pass(swept.tried + ahead.tried) : ahead;
  },
};

export const ANSWERS_ASKED: readonly Check[] = [prototype, withoutState, otherRound];
