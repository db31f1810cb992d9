import type { Ask } from '../../../protocol/ask.js';
import { isObject } from '../../../json.js';
import type { FormProperty, FormSchema } from '../../../form/index.js';
import { codePoint, firstUnseen } from '../../../invisible-characters.js';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function labelsOf(property: unknown): FormProperty {
  const { title, description } = isObject(property) ? property : {};
  return { type: 'string', title: textOf(title), description: textOf(description) };
}

const SHAPE = /^properties\.(.*?)(?:\.(?:type|title|description|enum|enumNames|oneOf|items))?$/;

/**
 * The form of an ask as far as it can be read: a field whose shape breaks the grammar keeps its labels alone, so that what is
 * wrong with its texts is found all the same.
 */
export function legible({ requestedSchema, faults }: Ask): FormSchema {
  const schema = requestedSchema as FormSchema;
  const unread = faults.some(({ path }) => path === 'properties');
  const broken = new Set(faults.flatMap(({ path }) => SHAPE.exec(path)?.[1] ?? []));
  const fields = Object.entries(schema.properties).map(
    ([name, property]) => [name, unread || broken.has(name) ? labelsOf(property) : property] as const,
  );
  return { ...schema, properties: Object.fromEntries(fields) };
}

function* textsIn(value: unknown, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield [`the name of a member of ${path}`, name];
    yield* textsIn(member, `${path}.${name}`);
  }
}

/** Which text of a form holds a character that no person can see, or `undefined`. */
export function unprintable({ message = '', requestedSchema }: Ask): string | undefined {
  const texts = [['message', message] as const, ...textsIn(requestedSchema, 'requestedSchema')];
  for (const [path, text] of texts) {
    const found = firstUnseen(text.replaceAll(/[\n\r\t]/g, ' '));
    if (found !== undefined) return `${path} has ${codePoint(found)}`;
  }
  return undefined;
}
