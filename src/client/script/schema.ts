const count = (minimum: number): object => ({ type: 'integer', minimum });
const name = { type: 'string', minLength: 1 };
const answer = { $ref: '#/$defs/answer' };
const closed = (required: readonly string[], properties: object): object => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

const value = {
  description: 'The value of a field.',
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'array', items: { type: ['string', 'number', 'boolean'] } },
  ],
};

/** The longest pattern, in UTF-16 units. */
export const MAX_PATTERN = 500;

/** The most answers of one file. */
export const MAX_ANSWERS = 10_000;

/** The longest wait, in milliseconds: a day. */
export const MAX_WAIT_MS = 86_400_000;

const match = {
  description: 'Which asks the entry is for. Every condition must hold.',
  ...closed([], {
    key: { ...name, description: 'The key of the ask.' },
    message: {
      description: 'Text that the message contains, or a regular expression.',
      anyOf: [name, closed(['pattern'], { pattern: { ...name, maxLength: MAX_PATTERN, format: 'regex' } })],
    },
    field: { ...name, description: 'The name of a field of the form.' },
    round: { ...count(1), description: 'The round that asks, from 1.' },
    tool: { ...name, description: "The name of the tool or prompt, or 'resource'." },
  }),
};

const answers = {
  description: 'What is answered.',
  oneOf: [
    { enum: ['accept', 'decline', 'cancel'] },
    {
      description: 'The person accepts; content has the values of a form.',
      ...closed(['action'], {
        action: { const: 'accept' },
        content: { type: 'object', additionalProperties: { $ref: '#/$defs/value' } },
      }),
    },
    closed(['action'], { action: { enum: ['decline', 'cancel'] } }),
    {
      description: 'The bare result of a sampling or roots ask.',
      ...closed(['result'], { result: { type: 'object' } }),
    },
    {
      description: 'Waits some milliseconds, then answers.',
      ...closed(['wait', 'answer'], { wait: { ...count(0), maximum: MAX_WAIT_MS }, answer }),
    },
    { description: 'The port fails with this text.', ...closed(['fail'], { fail: name }) },
  ],
};

const entry = closed(['answer'], {
  match: { $ref: '#/$defs/match' },
  answer,
  times: { description: 'How many asks it may answer: 1 by default.', anyOf: [count(1), { const: 'any' }] },
});

/**
 * The JSON Schema (draft 2020-12) of an answer file, for editors and for checks in other languages.
 *
 * @example
 * ```ts
 * const validate = new Ajv2020({ strict: false }).compile(ANSWER_FILE_SCHEMA);
 * ```
 */
export const ANSWER_FILE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:vuelta:answer-file',
  title: 'Answer file of Vuelta',
  description: 'Answers to what an MCP server asks in the middle of a call.',
  ...closed(['answers'], {
    $schema: { type: 'string' },
    answers: {
      anyOf: [
        {
          description: 'Entries; the first that fits an ask answers it.',
          type: 'array',
          items: { $ref: '#/$defs/entry' },
          maxItems: MAX_ANSWERS,
        },
        { description: 'Answers by key.', type: 'object', additionalProperties: answer, maxProperties: MAX_ANSWERS },
      ],
    },
  }),
  $defs: { entry, match, answer: answers, value },
} as const satisfies Record<string, unknown>;
