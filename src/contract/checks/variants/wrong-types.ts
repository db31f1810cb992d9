import { exampleValue } from '../../../form/example.js';
import { hasOptions, valuesOf } from '../../../form/options.js';
import type { FormProperty } from '../../../form/index.js';
import type { Field, FieldValue } from './field.js';

const NO_VALUE: readonly FieldValue[] = [{ says: 'null', value: null }];
const YES: FieldValue = { says: 'true', value: true };
const OBJECT: FieldValue = { says: 'an object', value: {} };
const LIST: FieldValue = { says: 'a list', value: [] };
const NUMBER: FieldValue = { says: 'the number 5', value: 5 };

function wrongFor(property: FormProperty): FieldValue[] {
  if (hasOptions(property)) {
    const [option = 'example'] = valuesOf(property);
    if (property.type !== 'array') return [{ says: 'its option in a list', value: [option] }, NUMBER, YES, OBJECT];
    return [
      { says: 'its option as plain text', value: option },
      { says: 'a list of numbers', value: [5] },
      YES,
      OBJECT,
    ];
  }
  switch (property.type) {
    case 'boolean':
      return [{ says: 'the text "true"', value: 'true' }, { says: 'the number 1', value: 1 }, LIST, OBJECT];
    case 'number':
    case 'integer': {
      const near = exampleValue(property) as number;
      const text = { says: `the text "${near}"`, value: String(near) };
      const half = { says: `${near + 0.5}, no whole number`, value: near + 0.5 };
      return [text, ...(property.type === 'integer' ? [half] : []), YES, LIST, OBJECT];
    }
    case 'string':
      return [NUMBER, YES, LIST, OBJECT];
  }
}

export function wrongTypes({ property, needed }: Field): FieldValue[] {
  return [...wrongFor(property), ...(needed ? NO_VALUE : [])];
}
