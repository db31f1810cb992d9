import { claims } from './suite/claims.js';
import { closing, expiry } from './suite/endings.js';
import { leases } from './suite/leases.js';
import { outcomes } from './suite/outcomes.js';
import { steps } from './suite/steps.js';
import type { Check } from './suite/subject.js';
import { texts } from './suite/texts.js';

export type { Subject } from './suite/subject.js';

/** The promises of a store, as checks that every implementation runs. They need nothing but Node. */
export const CHECKS: readonly Check[] = [...claims, ...leases, ...outcomes, ...steps, ...texts, ...expiry, ...closing];
