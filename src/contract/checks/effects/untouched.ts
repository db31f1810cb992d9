import { fault, type Finding, notApplicable, pass } from '../../walk/finding.js';
import type { Asked, CaseResponse } from '../../walk/response.js';
import { wentAhead } from '../../walk/judge.js';
import type { LearnedRound } from '../../walk/learned.js';
import type { Trial } from '../../walk/trial.js';
import { changed, describeChange, withProbe } from './measure.js';
import { walkTo } from '../../walk/happy-path.js';
import type { Conversation } from '../../walk/conversation.js';

/** A request that must leave the world as it is. */
export interface Try {
  /** How a message calls it. */
  readonly name: string;
  readonly send: (talk: Conversation, asked: Asked) => Promise<CaseResponse>;
}

/**
 * Sends requests to a round, each in a call of its own, and looks at the world each time. A call that went on as after a yes is
 * left to the rule `owner`: here only the work is judged that a response hides.
 */
export function leaveUntouched(
  trial: Trial,
  triesOf: (round: LearnedRound) => readonly Try[],
  { owner, nothing }: { readonly owner: string; readonly nothing: string },
): Promise<Finding> {
  return withProbe(trial, async () => {
    const learned = await trial.learned();
    const talk = await trial.talk();
    let tried = 0;
    let ahead = 0;
    for (const round of learned.rounds) {
      for (const { name, send } of triesOf(round)) {
        const before = await trial.readProbe();
        const asked = await walkTo(talk, round.number);
        const asking = await trial.readProbe();
        const response = await send(talk, asked);
        const after = await trial.readProbe();
        if (wentAhead(response, asked, learned)) {
          ahead += 1;
          continue;
        }
        tried += 1;
        if (changed({ before, asking }, after)) {
          return fault(`Round ${round.number}, ${name}: the world changed. ${describeChange(asking, after)}`, response);
        }
      }
    }
    if (tried > 0) return pass(tried);
    return notApplicable(ahead > 0 ? `the call goes on as after a yes, which ${owner} reports` : nothing);
  });
}
