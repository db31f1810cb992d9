import { type Check, EITHER } from '../../check.js';
import { ELICITATION, MRTR } from '../../../protocol/spec.js';
import type { Ask } from '../../../protocol/ask.js';
import { allows, insideBounds, outsideBounds } from '../variants/bounds.js';
import { sweepAsks } from '../variants/attempt.js';
import { type Field, fieldsOf, type FieldValue } from '../variants/field.js';
import { wrongTypes } from '../variants/wrong-types.js';
import { anAnswer, notAnAnswer } from '../variants/verdict.js';
import { type MakeVariants, withField, withoutFields } from '../variants/answer-variants.js';

const EMPTY: FieldValue = { says: 'the empty text', value: '' };

const eachField =
  (values: (field: Field) => readonly FieldValue[]): MakeVariants =>
  (round, ask) =>
    fieldsOf(ask).flatMap((field) => values(field).map((value) => withField(round, ask, field, value)));

const neededOf = (ask: Ask): readonly string[] => fieldsOf(ask).flatMap(({ name, needed }) => (needed ? [name] : []));

const NO_FIELDS = 'no form of the happy path has such a field';
const WHY_VALIDATE =
  'A host may not check what it sends, and a model can call the server without any host. What is not checked here is stored, charged or booked.';
const FIX_VALIDATE = 'Check accepted content against the schema that you sent, and ask again when it does not fit.';

const wrongType: Check = {
  id: 'answers.wrong-type',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'A value of another JSON type than the field has is not accepted.',
  spec: MRTR.errors,
  why: WHY_VALIDATE,
  fix: `${FIX_VALIDATE} Convert nothing: the text "true" is no boolean.`,
  run: (trial) => sweepAsks(trial, eachField(wrongTypes), notAnAnswer, NO_FIELDS),
};

const boundsInside: Check = {
  id: 'answers.bounds-inside',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'A value at the very edge of what the form allows is taken, or the person is told why not.',
  spec: ELICITATION.schema,
  why: 'The host let the person send it. To be asked the same thing again without a reason leaves no way out.',
  fix: 'Let the check of the answer and the schema of the form agree, bounds included; lengths count code points. Say a reason when you ask again.',
  run: (trial) => sweepAsks(trial, eachField(insideBounds), anAnswer, NO_FIELDS),
};

const boundsOutside: Check = {
  id: 'answers.bounds-outside',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'A value just outside a bound, outside the options or against the format of its field is not accepted.',
  spec: MRTR.errors,
  why: WHY_VALIDATE,
  fix: FIX_VALIDATE,
  run: (trial) => sweepAsks(trial, eachField(outsideBounds), notAnAnswer, NO_FIELDS),
};

const refusesEmpty = (field: Field): FieldValue[] =>
  field.property.type === 'string' && !allows(field, '') ? [EMPTY] : [];

const emptyString: Check = {
  id: 'answers.empty-string',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'An empty text is not accepted where the form wants a length, a format or an option.',
  spec: MRTR.errors,
  why: 'Many hosts send an untouched field as an empty text. It is not the name, the address or the choice that was asked for.',
  fix: `${FIX_VALIDATE} An empty text is a text: only minLength, format and options tell it from an answer.`,
  run: (trial) => sweepAsks(trial, eachField(refusesEmpty), notAnAnswer, NO_FIELDS),
};

const withoutEachNeeded: MakeVariants = (round, ask) =>
  neededOf(ask).map((needed) =>
    withoutFields(round, ask, `without ${needed}, which is required,`, (name) => name === needed),
  );

const missingRequired: Check = {
  id: 'answers.missing-required',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'An answer without a required field is not accepted.',
  spec: MRTR.errors,
  why: 'The call goes on without what it needs, or with something that nobody answered.',
  fix: 'Ask again when a required field is missing, and name it in the message.',
  run: (trial) => sweepAsks(trial, withoutEachNeeded, notAnAnswer, NO_FIELDS),
};

const neededOnly: MakeVariants = (round, ask) => {
  const { properties = {} } = ask.requestedSchema ?? {};
  const needed = neededOf(ask);
  const isWhole = ask.kind === 'form' && ask.faults.length === 0;
  if (!isWhole || Object.keys(properties).every((name) => needed.includes(name))) return [];
  return [withoutFields(round, ask, 'with its required fields only', (name) => !needed.includes(name))];
};

const defaultsOnly: Check = {
  id: 'answers.defaults-only',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'An answer with the required fields alone is taken, or the person is told what else is needed.',
  spec: ELICITATION.schema,
  why: 'Hosts leave out what a person did not touch. An optional field that turns out to be required asks for ever.',
  fix: 'Fill in defaults when the answer comes back, and list in required what you cannot do without.',
  run: (trial) => sweepAsks(trial, neededOnly, anAnswer, 'every field of every form is required'),
};

export const ANSWERS_FIELDS: readonly Check[] = [
  wrongType,
  boundsInside,
  boundsOutside,
  emptyString,
  missingRequired,
  defaultsOnly,
];
