import type { Check } from '../check.js';
import { ANSWERS_ASKED } from './answers-asked.js';
import { ANSWERS_ENVELOPE } from './answers-envelope.js';
import { ANSWERS_FIELDS } from './answers-fields.js';
import { ANSWERS_KEYS } from './answers-keys.js';
import { ANSWERS_NO } from './answers-no.js';
import { ANSWERS_OUTPUT } from './answers-output.js';

/** What counts as an answer. */
export const ANSWERS: readonly Check[] = [
  ...ANSWERS_NO,
  ...ANSWERS_OUTPUT,
  ...ANSWERS_KEYS,
  ...ANSWERS_ASKED,
  ...ANSWERS_ENVELOPE,
  ...ANSWERS_FIELDS,
];
