import { MODERN } from '../../../protocol/revision.js';
import { isObject } from '../../../json.js';
import { type Check, EITHER } from '../../check.js';
import type { Responses } from '../../walk/answers.js';
import type { CaseResponse } from '../../evidence/response.js';
import { crashed } from '../../walk/judge.js';
import { MRTR } from '../../../protocol/spec.js';
import type { Trial } from '../../walk/trial.js';
import { sweep, sweepAsks, type Verdict } from '../variants/attempt.js';
import { contentOf, needsContent } from '../variants/field.js';
import { notAnAnswer } from '../variants/verdict.js';
import { canRefuse } from '../../walk/learned.js';
import { variantOf, accept, askingRounds, eachAsk, type MakeVariants } from '../variants/answer-variants.js';

const UNKNOWN_ACTIONS: readonly unknown[] = ['reject', 'ok', 'ACCEPT', 'yes', '', 1, true, null, ['accept']];

function withAction(happy: unknown, action?: unknown): unknown {
  const { action: _, ...rest } = happy as { action?: unknown };
  return action === undefined ? rest : { ...rest, action };
}

const otherActions: MakeVariants = (round, ask) => {
  if (!canRefuse(ask)) return [];
  const others = UNKNOWN_ACTIONS.map((action) =>
    variantOf(round, ask, `with the action ${JSON.stringify(action)},`, (happy) => withAction(happy, action)),
  );
  return [...others, variantOf(round, ask, 'without an action,', (happy) => withAction(happy))];
};

const unknownAction: Check = {
  id: 'answers.unknown-action',
  level: 'SHOULD',
  revisions: EITHER,
  title: "Only the action 'accept' is a yes; an unknown action is no answer, and breaks nothing.",
  spec: MRTR.errors,
  why: "A server that asks whether it was declined, and else goes ahead, takes 'reject' for a yes.",
  fix: "Compare the action with 'accept', and ask again for whatever is not accept, decline or cancel.",
  run: (trial) => sweepAsks(trial, otherActions, notAnAnswer, 'nothing is asked that has an action'),
};

const NO_ANSWERS: readonly unknown[] = [null, 'accept', true, ['accept'], {}];
const NO_RESPONSES: readonly unknown[] = [null, 'accept', 1, []];

/** On 2025-11-25 an answer is the result of a request, and that is an object. */
const noAnswersFor = ({ revision }: Trial): readonly unknown[] =>
  revision === MODERN ? NO_ANSWERS : NO_ANSWERS.filter((value) => isObject(value));
const noResponsesFor = ({ revision }: Trial): readonly unknown[] => (revision === MODERN ? NO_RESPONSES : []);

const envelope: Check = {
  id: 'answers.envelope',
  level: 'SHOULD',
  revisions: EITHER,
  title:
    'What does not have the shape of an answer is no answer, and breaks nothing: no object, or fields beside the action.',
  spec: MRTR.errors,
  why: 'An answer that is read from the wrong place goes past every check of its content; one that breaks the server ends the call.',
  fix: 'Read the fields of a form from content only, and take what is no object for an answer that is missing.',
  run: async (trial) => {
    const shapeless = await eachAsk(trial, (round, ask) => [
      ...noAnswersFor(trial).map((value) =>
        variantOf(round, ask, `answered with ${JSON.stringify(value)},`, () => value),
      ),
      ...(needsContent(ask)
        ? [
            variantOf(round, ask, 'with its fields beside the action,', (happy) => ({
              action: 'accept',
              ...contentOf(happy),
            })),
          ]
        : []),
    ]);
    const none = (await askingRounds(trial)).flatMap((round) =>
      noResponsesFor(trial).map((value) => {
        const says = `with inputResponses ${JSON.stringify(value)},`;
        return { round, says, respond: () => value as Responses };
      }),
    );
    return sweep(trial, [...shapeless, ...none], notAnAnswer, 'nothing is asked');
  },
};

const NO_CONTENT: ReadonlyArray<{ readonly says: string; readonly answer: unknown }> = [
  { says: 'accepted without content,', answer: { action: 'accept' } },
  { says: 'accepted with content null,', answer: accept(null) },
  { says: 'accepted with an empty content,', answer: accept({}) },
  { says: 'accepted with a text as content,', answer: accept('example') },
  { says: 'accepted with a list as content,', answer: accept([]) },
];

const withoutContent: MakeVariants = (round, ask) =>
  needsContent(ask) ? NO_CONTENT.map(({ says, answer }) => variantOf(round, ask, says, () => answer)) : [];

const contentNull: Check = {
  id: 'answers.content-null',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'An accept without content is no answer to a form that needs some, and breaks nothing.',
  spec: MRTR.errors,
  why: 'A server that looks only at the action books with fields that nobody filled in, or falls over the content that is not there.',
  fix: 'Take content that is no object for an empty one, and check it against the schema like any other.',
  run: (trial) => sweepAsks(trial, withoutContent, notAnAnswer, 'no form of the happy path needs content'),
};

/** A value that a server can only know from the answer that had it. */
const MARK = 'vuelta-mark-of-an-extra-field';
const STRANGERS: readonly string[] = ['__proto__', 'constructor', 'toString'];

function marked(happy: unknown, names: readonly string[]): unknown {
  const value = { mark: MARK };
  return accept(Object.fromEntries([...Object.entries(contentOf(happy)), ...names.map((name) => [name, value])]));
}

/** Whether the response shows the mark; a state may well carry it, and is nobody's to read. */
function saysMark({ raw }: CaseResponse): boolean {
  return JSON.stringify(raw, (name, value: unknown) => (name === 'requestState' ? undefined : value)).includes(MARK);
}

const isIgnored: Verdict = ({ heard }) => {
  if (crashed(heard)) return 'broke the server';
  return saysMark(heard) ? 'came back in the response' : undefined;
};

const withStrangers: MakeVariants = (round, ask) => {
  if (ask.kind !== 'form') return [];
  return [
    variantOf(round, ask, 'with a field that it does not have,', (happy) => marked(happy, ['vuelta_extra'])),
    variantOf(round, ask, `with the fields ${STRANGERS.join(', ')},`, (happy) => marked(happy, STRANGERS)),
  ];
};

const extraKey: Check = {
  id: 'answers.extra-key',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'A field that the form does not have is dropped: it breaks nothing, and does not come back in the response.',
  spec: MRTR.errors,
  why: 'What nobody asked for ends up in records and in the text that the model reads.',
  fix: 'Take from content the fields of your form and nothing else; read own properties only.',
  run: (trial) => sweepAsks(trial, withStrangers, isIgnored, 'the happy path has no form'),
};

export const ANSWERS_ENVELOPE: readonly Check[] = [unknownAction, envelope, contentNull, extraKey];
