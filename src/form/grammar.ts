import type { InferOutput, StandardSchema } from './convert/standard.js';

/** The string formats that a form field may name. */
export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

interface Labelled {
  title?: string | undefined;
  description?: string | undefined;
}

/** Free text; `minLength` and `maxLength` count code points. */
export interface TextProperty extends Labelled {
  type: 'string';
  minLength?: number | undefined;
  maxLength?: number | undefined;
  format?: TextFormat | undefined;
  default?: string | undefined;
}

/** A number or a whole number; both bounds are inclusive. */
export interface NumberProperty extends Labelled {
  type: 'number' | 'integer';
  minimum?: number | undefined;
  maximum?: number | undefined;
  default?: number | undefined;
}

/** Yes or no. */
export interface BooleanProperty extends Labelled {
  type: 'boolean';
  default?: boolean | undefined;
}

/** One option as a person sees it: `const` goes on the wire, `title` on the screen. */
export interface TitledOption {
  const: string;
  title: string;
}

/** One choice among plain values; `enumNames` is the older way to title them. */
export interface ChoiceProperty extends Labelled {
  type: 'string';
  enum: string[];
  enumNames?: string[] | undefined;
  default?: string | undefined;
}

/** One choice among titled values. */
export interface TitledChoiceProperty extends Labelled {
  type: 'string';
  oneOf: TitledOption[];
  default?: string | undefined;
}

interface Several extends Labelled {
  type: 'array';
  minItems?: number | undefined;
  maxItems?: number | undefined;
  default?: string[] | undefined;
}

/** Several choices among plain values; no choice counts twice. */
export interface SeveralProperty extends Several {
  items: { type: 'string'; enum: string[] };
}

/** Several choices among titled values; no choice counts twice. */
export interface TitledSeveralProperty extends Several {
  items: { anyOf: TitledOption[] };
}

/** One field of a form (MCP 2026-07-28, elicitation: `PrimitiveSchemaDefinition`). */
export type FormProperty =
  | TextProperty
  | NumberProperty
  | BooleanProperty
  | ChoiceProperty
  | TitledChoiceProperty
  | SeveralProperty
  | TitledSeveralProperty;

/** The `requestedSchema` of a form ask (MCP 2026-07-28, elicitation): a flat object, and nothing else. */
export type FormSchema = {
  $schema?: string | undefined;
  type: 'object';
  properties: Record<string, FormProperty>;
  required?: string[] | undefined;
};

/** What one field of an answer may hold. */
export type FormValue = string | number | boolean | string[];

/** What a form can be made from: a wire schema, or a schema of zod, Valibot, ArkType or another Standard Schema library. */
export type FormSource = FormSchema | StandardSchema;

/** The type of an accepted answer: what the schema library puts out, or plain values for a wire schema. */
export type FormContent<S> = S extends StandardSchema ? InferOutput<S> : Record<string, FormValue>;

/** Something in a schema that the grammar cannot express: where, why, and what to use instead. */
export interface FormFault {
  /** Where in the schema, for example `properties.address` or `required`; `''` for the whole. */
  path: string;
  message: string;
  /** What advice is about, where that is a secret, an address that a person may follow, or what says nothing on the wire. */
  code?: 'secret' | 'address' | 'stray';
}

/** Something in an answer that does not fit. */
export interface FormIssue {
  /** The name of the field; `''` for the whole form. */
  path: string;
  /** Why, in plain words. It never contains what the person answered. */
  message: string;
}

/** The outcome of validation. */
export type FormOutcome<T> =
  | {
      ok: true;
      /** What the handler gets: the output of the schema library, or `wire` for a wire schema. */
      content: T;
      /** The answer as it was on the wire, extra keys dropped and defaults filled in, before any transform of the schema. */
      wire: Record<string, FormValue>;
    }
  | { ok: false; issues: FormIssue[] };

/** A schema made ready for asking: what goes on the wire, and how an answer is checked. */
export interface Form<T = unknown> {
  /** The `requestedSchema` to send; deep-frozen, with a stable key order. */
  readonly wire: FormSchema;
  /**
   * Paths of the constraints that the wire cannot carry and that `validate` enforces when the answer comes back, for
   * example `properties.code.pattern`. Refinements, which no conversion shows, are enforced too and are not listed.
   */
  readonly enforced: readonly string[];
  /**
   * Checks an answer's `content`: first against the wire schema, then with the schema library. It throws only what the
   * author's own refinements and transforms throw.
   */
  validate(content: unknown): FormOutcome<T> | Promise<FormOutcome<T>>;
}
