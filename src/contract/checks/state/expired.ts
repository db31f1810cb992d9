import type { Check } from '../../check.js';
import type { Conversation } from '../../walk/conversation.js';
import { happyAnswers, walkTo, walkToEnd } from '../../walk/happy-path.js';
import { clockStood } from '../state-parts.js';
import { MRTR } from '../../../protocol/spec.js';
import { misled, NO_STATE, statefulRounds, walkToState } from './try-states.js';
import { fault, notApplicable, pass } from '../../evidence/finding.js';

const STOOD =
  'the server keeps the clock that it was made with; let open make it anew for each check, or give it an advance';

export const expired: Check = {
  id: 'state.expired',
  level: 'SHOULD',
  title: 'A state that has grown old is refused, or the call begins anew.',
  spec: MRTR.server,
  why: 'A yes is meant for now. A state that is kept for a year books, pays or deletes when nobody remembers the question.',
  fix: 'Put an expiry of some minutes into what is signed, and refuse the state once it has passed.',
  run: async (trial) => {
    const learned = await trial.learned();
    const rounds = statefulRounds(learned);
    if (rounds.length === 0) return notApplicable(NO_STATE);
    const movable = await trial.canAdvance();
    if (!movable && trial.config.expiresAfterMs === undefined) {
      return notApplicable('the clock of this server cannot be moved; give expiresAfterMs, and it is waited for');
    }
    return trial.aging(async (age) => {
      const talk = await trial.talk();
      const kept = [];
      for (const { number } of rounds) kept.push(await keep(talk, number));
      const ms = await age();
      const first = await walkTo(talk, 1);
      for (const { number, asked, responses } of kept) {
        const heard = await talk.retry(asked, responses, { label: 'the old state' });
        const wrong = misled(heard, asked, first, learned);
        if (wrong === undefined) continue;
        const fresh = await walkToState(talk, number);
        if (clockStood(asked.state, fresh.state, ms)) return notApplicable(STOOD);
        return fault(`The state of round ${number}, grown old, ${wrong}.`, heard);
      }
      // The clock alone must not be what stops the call.
      await walkToEnd(talk, first);
      return pass(kept.length);
    });
  },
};

async function keep(talk: Conversation, number: number) {
  const asked = await walkToState(talk, number);
  return { number, asked, responses: await happyAnswers(talk, asked) };
}
