import type { Check } from './check.js';
import { ANSWERS } from './checks/answers/index.js';
import { CAPABILITY } from './checks/capability/capability.js';
import { EFFECTS } from './checks/effects/index.js';
import { FORMS } from './checks/forms/forms.js';
import { PARITY } from './checks/parity/parity.js';
import { ROUNDS } from './checks/rounds/rounds.js';
import { STATE } from './checks/state/index.js';
import { TRANSPORT } from './checks/transport/index.js';
import { URLS } from './checks/url/url.js';

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
