import type { Check } from './check.js';
import { ANSWERS_ASKED } from './checks/answers/asked.js';
import { ANSWERS_ENVELOPE } from './checks/answers/envelope.js';
import { ANSWERS_FIELDS } from './checks/answers/fields.js';
import { ANSWERS_KEYS } from './checks/answers/keys.js';
import { ANSWERS_NO } from './checks/answers/no.js';
import { outputSchema } from './checks/answers/output.js';
import { CAPABILITY } from './checks/capability/capability.js';
import { HOSTILE } from './checks/effects/hostile.js';
import { NONE } from './checks/effects/none.js';
import { ONCE } from './checks/effects/once.js';
import { repeatedWork } from './checks/effects/repeated.js';
import { FORMS } from './checks/forms/forms.js';
import { PARITY } from './checks/parity/parity.js';
import { RETRIES } from './checks/rounds/retry.js';
import { onlyThreeVerbs, ROUNDS } from './checks/rounds/rounds.js';
import { ELSEWHERE } from './checks/state/elsewhere.js';
import { expired } from './checks/state/expired.js';
import { INTEGRITY } from './checks/state/integrity.js';
import { ONCE_ONLY } from './checks/state/once.js';
import { VALUES } from './checks/state/values.js';
import { budget } from './checks/transport/budget.js';
import { headers, ids, origin, status } from './checks/transport/http.js';
import { stdout } from './checks/transport/stdout.js';
import { URLS } from './checks/url/url.js';

/** Every rule, family by family, in the order in which they run. */
export const CATALOGUE: readonly Check[] = [
  [...ROUNDS, ...RETRIES, onlyThreeVerbs],
  [...ANSWERS_NO, outputSchema, ...ANSWERS_KEYS, ...ANSWERS_ASKED, ...ANSWERS_ENVELOPE, ...ANSWERS_FIELDS],
  [...INTEGRITY, ...VALUES, ...ELSEWHERE, expired, ...ONCE_ONLY],
  [...NONE, ...HOSTILE, ...ONCE, repeatedWork],
  CAPABILITY,
  FORMS,
  URLS,
  PARITY,
  [stdout, status, headers, ids, origin, budget],
].flat();

/** The rule with this id. */
export function findCheck(id: string): Check | undefined {
  return CATALOGUE.find((check) => check.id === id);
}
