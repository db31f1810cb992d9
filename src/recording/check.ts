import * as z from 'zod';
import { closed, type Fault, faultsOf, listOf, marks, must } from '../client/script/faults.js';
import { answerSchema } from '../client/script/schema.js';
import { isObject } from '../json.js';
import { REVISIONS } from '../protocol/revision.js';

const TEXT = 'it must be a text';
const text = z.string({ error: must(TEXT) });
const called = z.string({ error: marks(TEXT) });
const code = z.int({ error: must('it must be a whole number') });
const map = z.looseObject({}, { error: 'it must be a map' }).optional();
const anything = z.unknown().optional();

const CALL = 'it must have one of tool, prompt and resource';
const call = z.union(
  [
    closed({ tool: called, args: map }, CALL),
    closed({ prompt: called, args: map }, CALL),
    closed({ resource: called }, CALL),
  ],
  { error: must(CALL) },
);

const ask = { key: text, message: text.optional(), schema: map, url: text.optional(), params: map };
const KIND = "it must be 'form', 'url', 'sampling' or 'roots'";
const asks = z.discriminatedUnion(
  'kind',
  [
    closed({ ...ask, kind: z.enum(['form', 'url']), answer: answerSchema }, KIND),
    closed({ ...ask, kind: z.enum(['sampling', 'roots']), answer: z.literal('result').or(answerSchema) }, KIND),
  ],
  { error: ({ input }) => (isObject(input) ? KIND : 'it must be a map') },
);

const STATE = "it must be 'none', 'new', 'changed' or 'same'";
const round = closed(
  { state: z.enum(['none', 'new', 'changed', 'same'], { error: must(STATE) }), asks: listOf(asks) },
  'it must be a map with state and asks',
);

const END = "it must be a map whose kind is 'result', 'capability' or 'error'";
const end = z.discriminatedUnion(
  'kind',
  [
    closed(
      {
        kind: z.literal('result'),
        isError: z.boolean({ error: must('it must be true or false') }),
        text,
        parts: listOf(z.unknown()).optional(),
        structured: anything,
      },
      END,
    ),
    closed({ kind: z.literal('capability'), code, requires: map }, END),
    closed({ kind: z.literal('error'), code, message: text }, END),
  ],
  { error: must(END) },
);

const schema = closed(
  {
    recording: z.literal(1, { error: must('it must be 1, the version of the format') }),
    revision: z.enum(REVISIONS, { error: must(`it must be one of ${REVISIONS.join(', ')}`) }),
    call,
    rounds: listOf(round),
    end,
  },
  'it must be a map',
);

export const isCall = (value: unknown): boolean => call.safeParse(value).success;

/** What is wrong with a recording; no fault repeats a value. */
export const checkRecording = (value: unknown): Fault[] => faultsOf(schema, value);
