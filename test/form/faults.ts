import { FormError, toForm, type FormFault, type FormSchema, type FormSource } from '../../src/form/index.js';

/** The faults that keep a schema from being a form. */
export const faultsOf = (schema: unknown): readonly FormFault[] => {
  try {
    toForm(schema as FormSource);
  } catch (error) {
    if (error instanceof FormError) return error.faults;
    throw error;
  }
  return [];
};

export const pathsOf = (schema: unknown): string[] => faultsOf(schema).map(({ path }) => path);

/** A wire schema that may be wrong. */
export const wire = (properties: unknown, more: object = {}): FormSchema =>
  ({ type: 'object', properties, ...more }) as FormSchema;
