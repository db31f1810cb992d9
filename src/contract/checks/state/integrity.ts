import type { Check } from '../../check.js';
import { MRTR } from '../../../protocol/spec.js';
import * as variants from '../state-variants.js';
import { tryStates } from './try-states.js';

const WHY =
  'The state passes through the client. Whoever can change it and be believed decides what was asked, and what a person said.';
const SIGN =
  'Sign the whole state (HMAC) or encrypt it (AEAD), and compare every byte of the tag before reading anything else of it.';

/** A server without any state has nothing to protect; one whose state is always a readable text of one letter, neither. */
const TOO_SHORT = 'the state is too short to be changed so';

const firstCharacters: Check = {
  id: 'state.first-characters',
  level: 'MUST',
  title: 'A state with the first character of any of its parts changed is refused.',
  spec: MRTR.server,
  why: WHY,
  fix: SIGN,
  run: (trial) => tryStates(trial, variants.firstCharacters, TOO_SHORT),
};

const middleByte: Check = {
  id: 'state.middle-byte',
  level: 'MUST',
  title:
    'A state with a character in the middle of any of its parts changed, or its letters in the other case, is refused.',
  spec: MRTR.server,
  why: WHY,
  fix: SIGN,
  run: (trial) =>
    tryStates(trial, (state) => [...variants.middleCharacters(state), ...variants.otherCases(state)], TOO_SHORT),
};

const truncated: Check = {
  id: 'state.truncated',
  level: 'MUST',
  title: 'A state that was cut short is refused.',
  spec: MRTR.server,
  why: 'A shorter tag is a tag that can be guessed: who may leave out all but two characters of it needs a few thousand tries to forge a yes.',
  fix: 'Compare the lengths of the two tags first, then all of their bytes in constant time.',
  run: (trial) => tryStates(trial, variants.truncations, TOO_SHORT),
};

const signature: Check = {
  id: 'state.signature',
  level: 'MUST',
  title: 'A state without its signature, or whose own header says that it needs none, is refused.',
  spec: MRTR.server,
  why: 'A signature that may be absent protects nothing: anybody can write such a state, with any answers in it.',
  fix: 'Require the signature, and let the server decide the algorithm; never read from the state whether or how it is signed.',
  run: (trial) => tryStates(trial, variants.unsigned, 'the state is in one part, with no signature to take away'),
};

const rewritten: Check = {
  id: 'state.rewritten',
  level: 'MUST',
  title: 'A state in which a readable member has another value is refused.',
  spec: MRTR.server,
  why: 'What the signature leaves out can be rewritten by anybody who can read it: the expiry, the user, the answers so far.',
  fix: 'Sign all of the state as it goes on the wire, not a selection of its members.',
  run: (trial) => tryStates(trial, variants.rewritten, 'no part of the state can be read'),
};

const spelling: Check = {
  id: 'state.malleable-last',
  level: 'advice',
  title: 'A state counts in the one spelling that the server gave, not in another that decodes to the same bytes.',
  spec: MRTR.security,
  why: 'Where the used states are kept by their text, a second spelling is a second use: one yes is done twice.',
  fix: 'Compare the tag as text, or encode the decoded bytes again and refuse the state when that gives another text.',
  run: (trial) => tryStates(trial, variants.spellings, 'no part of the state has a second spelling'),
};

const trailing: Check = {
  id: 'state.trailing',
  level: 'advice',
  title: 'A state with anything after its end is refused.',
  spec: MRTR.security,
  why: 'Where the used states are kept by their text, a space after it makes a new one: one yes is done twice.',
  fix: 'Check the whole text: the number of its parts, the alphabet of each, no padding, and do not trim it.',
  run: (trial) => tryStates(trial, variants.extensions, TOO_SHORT),
};

export const INTEGRITY: readonly Check[] = [
  firstCharacters,
  middleByte,
  truncated,
  signature,
  rewritten,
  spelling,
  trailing,
];
