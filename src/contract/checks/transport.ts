import type { Check } from '../check.js';
import { budget } from './transport-budget.js';
import { headers, ids, origin, status } from './transport-http.js';
import { stdout } from './transport-stdout.js';

/** The rules of how messages travel. */
export const TRANSPORT: readonly Check[] = [stdout, status, headers, ids, origin, budget];
