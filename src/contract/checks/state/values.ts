import type { Check } from '../../check.js';
import { partsOf } from '../state-parts.js';
import { MRTR } from '../../../protocol/spec.js';
import { INTERNAL, wentAhead } from '../../walk/judge.js';
import { middleCharacters, type StateVariant, truncations, unsigned } from '../state-variants.js';
import { NO_STATE, sendState, statefulRounds, tryStates, walkToState } from './try-states.js';
import { fault, notApplicable, pass } from '../../evidence/finding.js';

/** 1 MiB: far more than any state, and less than what most servers take as a body. */
const LARGE = 1_048_576;

const NOT_TEXT: readonly StateVariant[] = [
  { how: 'replaced by a number', state: 42 },
  { how: 'replaced by null', state: null },
  { how: 'replaced by true', state: true },
  { how: 'replaced by an object', state: {} },
  { how: 'replaced by a list', state: [] },
];

function inflate(state: string): string {
  const [longest] = partsOf(state).toSorted((one, other) => other.text.length - one.text.length);
  const large = 'A'.repeat(LARGE);
  return longest === undefined ? large : state.slice(0, longest.start) + large + state.slice(longest.end);
}

const empty: Check = {
  id: 'state.empty',
  level: 'MUST',
  title: 'An empty state is refused, or counts as none.',
  spec: MRTR.server,
  why: 'A server that looks only whether the state is truthy lets the empty one pass as if it had been checked.',
  fix: "Ask for a state with === undefined, never by its truth: '' is a state that does not verify.",
  run: (trial) => tryStates(trial, () => [{ how: 'replaced by an empty text', state: '' }], NO_STATE),
};

const notText: Check = {
  id: 'state.not-text',
  level: 'MUST',
  title: 'A state that is no text is refused, or counts as none.',
  spec: MRTR.server,
  why: 'A client can send any JSON. A check that is made for texts only is no check for a number or an object.',
  fix: "Refuse with -32602 when typeof requestState is not 'string', before anything else reads it.",
  run: (trial) => tryStates(trial, () => NOT_TEXT, NO_STATE),
};

const oversized: Check = {
  id: 'state.oversized',
  level: 'MUST',
  title: 'A state of a megabyte is refused within the time of any response, and the server goes on serving.',
  spec: MRTR.server,
  why: 'One request that costs a server seconds or its memory takes it away from everybody else who waits for it.',
  fix: 'Refuse a state that is longer than the longest you make, before decoding or hashing it.',
  run: async (trial) => {
    const learned = await trial.learned();
    const [round] = statefulRounds(learned);
    if (round === undefined) return notApplicable(NO_STATE);
    const talk = await trial.talk();
    const asked = await walkToState(talk, round.number);
    const tries: readonly StateVariant[] = [
      { how: 'replaced by 1 MiB of text', state: 'A'.repeat(LARGE) },
      { how: 'with its longest part replaced by 1 MiB of text', state: inflate(asked.state) },
    ];
    for (const variant of tries) {
      const heard = await sendState(talk, asked, variant);
      const where = `Round ${round.number}: the state ${variant.how}`;
      if (heard.kind === 'silent' && heard.code === 'client_timeout') return fault(`${where} got no response.`, heard);
      if (wentAhead(heard, asked, learned)) return fault(`${where} was accepted.`, heard);
      // An HTTP server may turn such a body away without a word of JSON-RPC; it must still be there for others.
      const next = await talk.first({ label: 'a first call after it' });
      if (next.kind === 'silent') return fault(`${where} silenced the server.`, heard, next);
    }
    return pass(tries.length);
  },
};

const refusal: Check = {
  id: 'state.refusal',
  level: 'SHOULD',
  title: 'A state that does not count is refused as invalid, not with an internal error.',
  spec: MRTR.errors,
  why: 'An internal error says "try again later", and the agent does, with the same state. It has to begin the call anew.',
  fix: 'Catch what decoding and verifying throw, and answer -32602 "Invalid or expired requestState", or an isError result.',
  run: async (trial) => {
    const [round] = statefulRounds(await trial.learned());
    if (round === undefined) return notApplicable(NO_STATE);
    const talk = await trial.talk();
    const asked = await walkToState(talk, round.number);
    const tries: readonly StateVariant[] = [
      ...middleCharacters(asked.state),
      ...truncations(asked.state),
      ...unsigned(asked.state),
      { how: 'replaced by an empty text', state: '' },
      { how: "replaced by 'x'", state: 'x' },
      { how: 'replaced by three dots', state: '...' },
      ...NOT_TEXT,
    ];
    for (const variant of tries) {
      const heard = await sendState(talk, asked, variant);
      if (heard.kind === 'error' && heard.code === INTERNAL) {
        return fault(`Round ${round.number}: the state ${variant.how} broke the server.`, heard);
      }
    }
    return pass(tries.length);
  },
};

export const VALUES: readonly Check[] = [empty, notText, oversized, refusal];
