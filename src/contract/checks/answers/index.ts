import type { Check } from '../../check.js';
import { ANSWERS_ASKED } from './asked.js';
import { ANSWERS_ENVELOPE } from './envelope.js';
import { ANSWERS_FIELDS } from './fields.js';
import { ANSWERS_KEYS } from './keys.js';
import { ANSWERS_NO } from './no.js';
import { ANSWERS_OUTPUT } from './output.js';

/** What counts as an answer. */
export const ANSWERS: readonly Check[] = [
  ...ANSWERS_NO,
  ...ANSWERS_OUTPUT,
  ...ANSWERS_KEYS,
  ...ANSWERS_ASKED,
  ...ANSWERS_ENVELOPE,
  ...ANSWERS_FIELDS,
];
