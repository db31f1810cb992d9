import type { Check } from '../../check.js';
import { budget } from './budget.js';
import { headers, ids, origin, status } from './http.js';
import { stdout } from './stdout.js';

/** The rules of how messages travel. */
export const TRANSPORT: readonly Check[] = [stdout, status, headers, ids, origin, budget];
