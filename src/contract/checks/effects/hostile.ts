import type { Ask } from '../../../protocol/ask.js';
import { type Check, EITHER } from '../../check.js';
import type { Responses } from '../../walk/answers.js';
import { wentAhead } from '../../walk/judge.js';
import { happyAnswers, walkTo } from '../../walk/happy-path.js';
import type { LearnedRound } from '../../walk/learned.js';
import { MRTR } from '../../../protocol/spec.js';
import * as variants from '../state-variants.js';
import { effectsBetween } from '../../walk/probe.js';
import { answering, describeChange, leaveUntouched, type Try, withProbe } from './measure.js';
import { NO_STATE, sendState } from '../state/try-states.js';
import { fault, notApplicable, pass } from '../../evidence/finding.js';

function wrongContent({ requestedSchema }: Ask): Record<string, unknown> {
  const names = Object.keys(requestedSchema?.properties ?? {});
  return Object.fromEntries(names.map((name) => [name, { wrong: true }]));
}

function invalidAnswers(ask: Ask, happy: unknown): ReadonlyArray<readonly [string, unknown]> {
  const actions = [['the unknown action', { ...(happy as object), action: 'reject' }]] as const;
  if (ask.kind === 'url') return actions;
  if (ask.kind !== 'form') return [];
  const content = wrongContent(ask);
  const { required = [] } = ask.requestedSchema ?? {};
  return [
    ...actions,
    ...(Object.keys(content).length > 0 ? [['values of a wrong type', { action: 'accept', content }] as const] : []),
    ...(required.length > 0 ? [['accept without content', { action: 'accept' }] as const] : []),
  ];
}

const onInvalid: Check = {
  id: 'effects.none-on-invalid',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'An answer that does not fit its question changes nothing.',
  spec: MRTR.errors,
  why: 'What was not understood is no yes. The work would be done with values that nobody chose.',
  fix: 'Validate the answer against the schema that was asked, before anything is done with any part of it.',
  run: (trial) => {
    const tries = ({ asks, responses }: LearnedRound): Try[] =>
      asks.flatMap((ask) =>
        invalidAnswers(ask, responses[ask.key]).map(([name, answer]) => ({
          name: `'${ask.key}' answered with ${name}`,
          send: answering(ask.key, answer, name),
        })),
      );
    const nothing = 'the happy path asks no form and no address';
    return leaveUntouched(trial, tries, { owner: 'the family answers', nothing });
  },
};

const onRefusedState: Check = {
  id: 'effects.none-on-refused-state',
  level: 'MUST',
  title: 'A request whose state does not verify changes nothing.',
  spec: MRTR.server,
  why: 'The refusal comes too late when the work is already done, and nobody looks for work behind an error.',
  fix: 'Check the state before anything else, also before what looks harmless.',
  run: (trial) => {
    const tries = ({ asked: { state } }: LearnedRound): Try[] =>
      state === undefined
        ? []
        : ALTERATIONS.map(({ name, alter }) => ({
            name,
            send: (talk, asked) => sendState(talk, asked, { how: name, state: alter(asked.state ?? '') }),
          }));
    return leaveUntouched(trial, tries, { owner: 'the family state', nothing: NO_STATE });
  },
};

/** What no server should take for a state, whatever its states look like. */
const ALTERATIONS = [
  {
    name: 'the state with its middle changed',
    alter: (state: string) => variants.middleCharacters(state).at(-1)?.state ?? 'x',
  },
  { name: 'the state cut in half', alter: (state: string) => variants.truncations(state).at(-1)?.state ?? 'x' },
  { name: 'another text as the state', alter: () => 'x' },
];

const withoutState: Check = {
  id: 'effects.none-without-state',
  level: 'SHOULD',
  title: 'A first call that brings its own answers changes nothing.',
  spec: MRTR.security,
  why: 'The model, or whoever writes its requests, answers in the place of the person, who is never asked.',
  fix: 'Take an answer only with the state of the round that asked for it.',
  run: (trial) =>
    withProbe(trial, async () => {
      const learned = await trial.learned();
      const talk = await trial.talk();
      const start = await trial.readProbe();
      const asked = await walkTo(talk, 1);
      const bare = effectsBetween(start, await trial.readProbe());
      const first = (await happyAnswers(talk, asked)) ?? {};
      const all = Object.assign({}, ...learned.rounds.map(({ responses }) => responses), first) as Responses;
      let tried = 0;
      for (const responses of [first, all]) {
        const before = await trial.readProbe();
        const heard = await talk.firstWith(responses);
        const after = await trial.readProbe();
        if (wentAhead(heard, asked, learned)) continue;
        tried += 1;
        const effects = effectsBetween(before, after);
        if (effects === 0 || effects === bare) continue;
        return fault(`A first call with answers changed the world. ${describeChange(before, after)}`, heard);
      }
      if (tried > 0) return pass(tried);
      return notApplicable('the call goes on as after a yes, which answers.without-state reports');
    }),
};

export const HOSTILE: readonly Check[] = [onInvalid, onRefusedState, withoutState];
