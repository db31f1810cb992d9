import type { Ask } from '../../../protocol/ask.js';
import { isObject } from '../../../json.js';
import type { FormProperty } from '../../../form/index.js';

export interface Field {
  readonly name: string;
  readonly property: FormProperty;
  readonly required: boolean;
  /** Required, and nothing stands in when it is left out. */
  readonly needed: boolean;
}

/** One value for a field, and what a report calls it. The kit makes it: it holds nothing of the case's answers. */
export interface FieldValue {
  readonly says: string;
  readonly value: unknown;
}

const concerns = (path: string, name: string): boolean => {
  const at = `properties.${name}`;
  return path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`);
};

/** The fields of a form ask, without those that go beyond the form grammar: nobody knows what those may hold. */
export function fieldsOf({ kind, requestedSchema, faults }: Ask): Field[] {
  if (kind !== 'form' || requestedSchema === undefined) return [];
  const { properties, required = [] } = requestedSchema;
  return Object.entries(properties)
    .filter(([name]) => !faults.some(({ path }) => concerns(path, name)))
    .map(([name, property]) => {
      const isRequired = required.includes(name);
      return { name, property, required: isRequired, needed: isRequired && property.default === undefined };
    });
}

/** Whether an accept without any field cannot be a whole answer to this ask. */
export const needsContent = (ask: Ask): boolean => fieldsOf(ask).some(({ needed }) => needed);

export function contentOf(response: unknown): Record<string, unknown> {
  const content = isObject(response) ? response['content'] : undefined;
  return isObject(content) ? content : {};
}
