import { VueltaError } from '../errors.js';
import type { FormFault } from './grammar.js';

const SHOWN = 5;

const describe = (faults: readonly FormFault[]): string => {
  const lines = faults.slice(0, SHOWN).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const rest = faults.length - lines.length;
  return `This schema cannot be a form. ${lines.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`;
};

/**
 * A schema has something that the form grammar cannot express (code `form_unsupported`).
 *
 * @example
 * ```ts
 * try {
 *   toForm(schema);
 * } catch (error) {
 *   if (error instanceof FormError) for (const { path, message } of error.faults) console.error(path, message);
 * }
 * ```
 */
export class FormError extends VueltaError {
  /** Every fault found, in the order of the schema. */
  readonly faults: readonly FormFault[];

  constructor(faults: readonly FormFault[]) {
    super('form_unsupported', describe(faults));
    this.name = 'FormError';
    this.faults = faults;
  }
}
