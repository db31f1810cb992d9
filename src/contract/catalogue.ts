import type { Check } from './check.js';
import { ANSWERS } from './checks/answers.js';
import { CAPABILITY } from './checks/capability.js';
import { EFFECTS } from './checks/effects.js';
import { FORMS } from './checks/forms.js';
import { PARITY } from './checks/parity.js';
import { ROUNDS } from './checks/rounds.js';
import { STATE } from './checks/state.js';
import { TRANSPORT } from './checks/transport.js';
import { URLS } from './checks/url.js';

/** Every rule, family by family, in the order in which they run. */
export const CATALOGUE: readonly Check[] = [
  ...ROUNDS,
  ...ANSWERS,
  ...STATE,
  ...EFFECTS,
  ...CAPABILITY,
  ...FORMS,
  ...URLS,
  ...PARITY,
  ...TRANSPORT,
];

/** The rule with this id. */
export function findCheck(id: string): Check | undefined {
  return CATALOGUE.find((check) => check.id === id);
}
