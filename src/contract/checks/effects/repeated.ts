import { MRTR } from '../../../protocol/spec.js';
import type { Check } from '../../check.js';
import type { Responses } from '../../walk/answers.js';
import { fault, type Finding, notApplicable, pass } from '../../evidence/finding.js';
import { happyAnswers, walkTo } from '../../walk/happy-path.js';
import { effectsBetween } from '../../walk/probe.js';
import type { Trial } from '../../walk/trial.js';
import { describeChange, withProbe } from './measure.js';

export const repeatedWork: Check = {
  id: 'effects.repeated-work',
  level: 'SHOULD',
  title: 'A retry that answers nothing, or repeats an answer, does no work again.',
  spec: MRTR.server,
  why: 'Hosts come back without an answer as often as they like. Whatever stands before the ask is done each time: a draft, a mail, a hold.',
  fix: 'A handler runs again from the top in every round. Do the work after the last answer, or keep in the state (or a store) that it is done.',
  run: (trial) =>
    withProbe(trial, async () => {
      const { rounds } = await trial.learned();
      let tried = 0;
      for (const { number, asks } of rounds) {
        const unanswered = asks.length === 0 ? [] : [undefined, {}];
        for (const responses of unanswered) {
          const finding = await sendTwice(trial, number, { responses, first: false });
          if (finding !== undefined) return finding;
          tried += 1;
        }
        if (number === rounds.length) continue;
        const finding = await sendTwice(trial, number, { first: true });
        if (finding !== undefined) return finding;
        tried += 1;
      }
      return tried === 0 ? notApplicable('the case asks nothing that could be left unanswered') : pass(tried);
    }),
};

/** Walks to a round and answers it, with the happy answers where none are given; the world is looked at for the last request. */
async function sendTwice(
  trial: Trial,
  round: number,
  { first, ...given }: { readonly first: boolean; readonly responses?: Responses | undefined },
): Promise<Finding | undefined> {
  const talk = await trial.talk();
  const asked = await walkTo(talk, round);
  const responses = 'responses' in given ? given.responses : await happyAnswers(talk, asked);
  if (first) await talk.retry(asked, responses);
  const before = await trial.readProbe();
  const heard = await talk.retry(asked, responses, { label: first ? 'the same answer again' : 'no answer' });
  const after = await trial.readProbe();
  if (effectsBetween(before, after) === 0) return undefined;
  const what = first ? `The answer to round ${round}, sent again,` : `A retry without an answer to round ${round}`;
  return fault(`${what} changed the world. ${describeChange(before, after)}`, heard);
}
