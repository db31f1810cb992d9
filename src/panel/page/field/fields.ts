import { refuseForeign, toWire } from '../../../client/answers/foreign.js';
import { checkContent, type FormIssue, type FormProperty, type FormValue } from '../../../form/index.js';
import type { Field, Plan } from './field.js';
import { planOf } from './field.js';
import { choiceField, severalField } from './picked.js';
import { jsonField, typedField } from './typed.js';

/** A schema as far as its fields are concerned. */
export interface Drawable {
  readonly properties: Readonly<Record<string, FormProperty>>;
  readonly required?: readonly string[] | undefined;
}

/** What was filled in, or how many fields say why they are not taken. */
export type Filled =
  | { readonly ok: true; readonly content: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly refused: number };

export interface Fields {
  readonly elements: readonly HTMLElement[];
  readonly size: number;
  /** Reads every field; those that are not taken say so, and the first of them gets the focus. */
  fill(): Filled;
  /** Says what the server of the page found; what belongs to no field comes back. */
  refuse(issues: readonly FormIssue[]): readonly string[];
}

const FIELDS: Readonly<Record<Plan['kind'], (plan: Plan) => Field>> = {
  yesNo: choiceField,
  choice: choiceField,
  several: severalField,
  json: jsonField,
  text: typedField,
  email: typedField,
  uri: typedField,
  date: typedField,
  'date-time': typedField,
  number: typedField,
  integer: typedField,
};

/** The same check that the answer passes on the wire; JSON is the server's to judge. */
function check({ name, kind, property, required, foreign }: Plan, value: unknown): string | undefined {
  if (value === undefined) return required && property.default === undefined ? 'is required' : undefined;
  if (kind === 'json') return undefined;
  const outcome = checkContent({ type: 'object', properties: { [name]: property } }, { [name]: value });
  if (!outcome.ok) return outcome.issues[0]?.message;
  // A pattern of the server is tried where it can be stopped: by the panel, when the answer comes.
  return foreign === undefined ? undefined : refuseForeign(foreign, toWire(foreign, value as FormValue));
}

function readField(field: Field): { readonly value?: unknown; readonly message: string | undefined } {
  const reading = field.read();
  if (reading.kind === 'refused') return { message: reading.message };
  const value = reading.kind === 'value' ? reading.value : undefined;
  return { value, message: check(field.plan, value) };
}

const wireOf = ({ kind, foreign }: Plan, value: unknown): unknown =>
  foreign === undefined || kind === 'json' ? value : toWire(foreign, value as FormValue);

export function drawFields({ properties, required = [] }: Drawable): Fields {
  const plans = Object.entries(properties).map(([name, property]) => planOf(name, property, required.includes(name)));
  const fields = plans.map((plan) => FIELDS[plan.kind](plan));
  return {
    elements: fields.map(({ element }) => element),
    size: fields.length,
    fill() {
      const read = fields.map((field) => ({ field, ...readField(field) }));
      for (const { field, message } of read) field.refuse(message);
      const refused = read.filter(({ message }) => message !== undefined);
      refused[0]?.field.focus();
      if (refused.length > 0) return { ok: false, refused: refused.length };
      const given = read.filter(({ value }) => value !== undefined);
      const nulls = read.filter(({ field, value }) => {
        const { name, foreign } = field.plan;
        return value === undefined && foreign?.isNullable === true && required.includes(name);
      });
      const content = given.map(({ field, value }): [string, unknown] => [field.plan.name, wireOf(field.plan, value)]);
      return {
        ok: true,
        content: Object.fromEntries([...content, ...nulls.map(({ field }) => [field.plan.name, null])]),
      };
    },
    refuse(issues) {
      const concerned = issues.map((issue) => ({ issue, field: fields.find(({ plan }) => plan.name === issue.path) }));
      for (const { issue, field } of concerned) field?.refuse(issue.message);
      concerned.find(({ field }) => field !== undefined)?.field?.focus();
      return concerned.filter(({ field }) => field === undefined).map(({ issue }) => issue.message);
    },
  };
}
