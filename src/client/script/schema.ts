import * as z from 'zod';
import { isObject } from '../../json.js';
import { closed, type Fault, faultsOf, mapOf, marks, must } from './faults.js';
import { compilePattern } from '../answers/pattern.js';

/** The longest pattern, in UTF-16 units. */
const MAX_PATTERN = 500;

const MAX_ANSWERS = 10_000;

/** The longest wait, in milliseconds: a day. */
const MAX_WAIT_MS = 86_400_000;

const MAX_WAITS = 8;

/** What the JSON Schema says besides; zod's own registry is the application's. */
const notes = z.registry<{ id?: string; description?: string; format?: string; maxProperties?: number }>();

const says = <T extends z.ZodType>(description: string, schema: T): T => {
  notes.add(schema, { description });
  return schema;
};

const text = (why = 'it must be a text'): z.ZodString => z.string({ error: must(why) }).min(1, why);
const count = (why: string): z.ZodNumber => z.int({ error: must(why) }).min(1, why);

const PATTERN = `it must be a text of 1 to ${MAX_PATTERN} characters`;
const pattern = z
  .string({ error: must(PATTERN) })
  .min(1, PATTERN)
  .max(MAX_PATTERN, PATTERN)
  .refine((source) => compilePattern(source) !== undefined, 'it is not a valid regular expression')
  .register(notes, { format: 'regex' });

const MESSAGE = 'it must be a text, or a map with a pattern';
const match = closed(
  {
    key: says('The key of the ask.', text()).optional(),
    message: says(
      'Text that the message contains, or a regular expression.',
      z.union([text(), closed({ pattern }, MESSAGE)], { error: MESSAGE }),
    ).optional(),
    field: says('The name of a field of the form.', text()).optional(),
    round: says('The round that asks, from 1.', count('it must be a whole number from 1')).optional(),
    tool: says("The name of the tool or prompt, or 'resource'.", text()).optional(),
  },
  'it must be a map of conditions',
).register(notes, { id: 'match', description: 'Which asks the entry is for. Every condition must hold.' });

/** The grammar has texts only in lists, and no null; forms of other servers have both. */
const scalar = [z.string(), z.number(), z.boolean()] as const;
const VALUE = 'a value must be a text, a number, true, false, null, or a list of these';
const value = z
  .union([...scalar, z.null(), z.array(z.union(scalar, { error: VALUE }))], { error: VALUE })
  .register(notes, { id: 'value', description: 'The value of a field.' });

const TEXT = 'it must be a text';
const ACTION = "it must be 'accept', 'decline' or 'cancel'";
const CONTENT = 'it must be a map with one value for each field';
const WAIT = `it must be a whole number of milliseconds, at most ${MAX_WAIT_MS}`;
const FORMS =
  "it must be 'accept', 'decline', 'cancel', or a map with action (and content), result, wait and answer, or fail";

const form = <S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> =>
  closed(shape, FORMS, { named: false });

const byAction = z.discriminatedUnion(
  'action',
  [
    says(
      'The person accepts; content has the values of a form.',
      form({ action: z.literal('accept'), content: mapOf(value, CONTENT).optional() }),
    ),
    form({ action: z.enum(['decline', 'cancel']) }),
  ],
  { error: ({ input }) => marks(ACTION)({ input: isObject(input) ? input['action'] : undefined }) },
);

const answers = z.union(
  [
    z.enum(['accept', 'decline', 'cancel']),
    byAction,
    says(
      'The bare result of a sampling or roots ask.',
      form({ result: z.looseObject({}, { error: marks('it must be a map') }) }),
    ),
    says(
      'Waits some milliseconds, then answers.',
      form({
        wait: z
          .int({ error: marks(WAIT) })
          .min(0, WAIT)
          .max(MAX_WAIT_MS, WAIT),
        get answer(): z.ZodType {
          return answerSchema;
        },
      }),
    ),
    says('The port fails with this text.', form({ fail: z.string({ error: marks(TEXT) }).min(1, TEXT) })),
  ],
  { error: must(FORMS) },
);

/** Whether no more answers stand in one another than may; zod would follow them as deep as they go. */
function waitsSeldom(answer: unknown): boolean {
  let waits = 0;
  for (let at = answer; isObject(at) && at['wait'] !== undefined; at = at['answer']) waits += 1;
  return waits <= MAX_WAITS;
}

export const answerSchema: z.ZodType = z
  .unknown()
  .refine(waitsSeldom, `it waits more than ${MAX_WAITS} times`)
  .pipe(answers)
  .register(notes, { id: 'answer', description: 'What is answered.' });

const TIMES = 'it must be a whole number from 1';
const entry = closed(
  {
    match: match.optional(),
    answer: answerSchema,
    times: says(
      'How many asks it may answer: 1 by default.',
      z.union([count(TIMES), z.literal('any')], { error: `${TIMES}, or 'any'` }),
    ).optional(),
  },
  'it must be a map with match and answer',
).register(notes, { id: 'entry' });

const ANSWERS = 'it must be a list of entries, or a map of answers by key';
const file = closed(
  {
    answers: z.union(
      [
        says('Entries; the first that fits an ask answers it.', z.array(entry).max(MAX_ANSWERS)),
        mapOf(answerSchema, ANSWERS).register(notes, { description: 'Answers by key.', maxProperties: MAX_ANSWERS }),
      ],
      { error: must(ANSWERS) },
    ),
    $schema: z.string({ error: TEXT }).optional(),
  },
  'it must be a map with answers',
);

/** What is wrong with an answer file; no fault repeats a value. */
export function checkFile(value: unknown): Fault[] {
  const given = isObject(value) ? value['answers'] : undefined;
  const size = isObject(given) || Array.isArray(given) ? Object.keys(given).length : 0;
  // Counted first: each of them costs time.
  if (size > MAX_ANSWERS) {
    return [{ path: ['answers'], why: `it has ${size} answers, and at most ${MAX_ANSWERS} can be used` }];
  }
  return faultsOf(file, value);
}

const { $schema, ...shape } = z.toJSONSchema(file, {
  metadata: notes,
  // Some versions of zod write the name of a definition into it, where validators take it for a keyword of old drafts.
  override: ({ jsonSchema }) => delete jsonSchema.id,
});

/**
 * The JSON Schema (draft 2020-12) of an answer file, for editors and for checks in other languages.
 *
 * @example
 * ```ts
 * const validate = new Ajv2020({ strict: false }).compile(ANSWER_FILE_SCHEMA);
 * ```
 */
export const ANSWER_FILE_SCHEMA: Readonly<Record<string, unknown>> = {
  $schema,
  $id: 'urn:vuelta:answer-file',
  title: 'Answer file of Vuelta',
  description: 'Answers to what an MCP server asks in the middle of a call.',
  ...shape,
};
