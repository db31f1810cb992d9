import type { Ask } from '../../../protocol/ask.js';
import { adviseForm, type FormFault, type FormSchema } from '../../../form/index.js';
import { type Check, EITHER } from '../../check.js';
import { ELICITATION } from '../../../protocol/spec.js';
import type { Trial } from '../../walk/trial.js';
import { vague } from './message.js';
import { legible, unprintable } from './text.js';
import { everyAsk } from '../rounds/survey.js';
import type { Finding } from '../../evidence/finding.js';

type Judge = (form: { readonly ask: Ask; readonly schema: FormSchema; readonly message: string }) => string | undefined;

const everyForm = (trial: Trial, judge: Judge): Promise<Finding> =>
  everyAsk(trial, 'form', 'the case asks for no form', (ask) =>
    judge({ ask, schema: legible(ask), message: ask.message ?? '' }),
  );

const said = ({ path, message }: FormFault): string => (path === '' ? message : `${path} ${message}`);

const advised =
  (kind: NonNullable<FormFault['code']>): Judge =>
  ({ schema, message }) => {
    const found = adviseForm(schema, message).find(({ code }) => code === kind);
    return found === undefined ? undefined : said(found);
  };

const grammar: Check = {
  id: 'forms.grammar',
  level: 'MUST',
  revisions: EITHER,
  title: 'Every form is a flat object of text, numbers, booleans and choices, as the form grammar writes them.',
  spec: ELICITATION.schema,
  why: 'A host can draw nothing else. It shows a broken form, or none, and what the schema demands in vain is never checked.',
  fix: 'Ask one field for each value; check what the grammar cannot say when the answer comes back.',
  run: (trial) =>
    everyForm(trial, ({ ask: { faults } }) => {
      const [first] = faults;
      const more = faults.length > 1 ? `; and ${faults.length - 1} more` : '';
      return first && `${said(first)}${more}`;
    }),
};

const secrets: Check = {
  id: 'forms.secrets',
  level: 'MUST',
  revisions: EITHER,
  title: 'No form asks for a password, a token, a key or a card number.',
  spec: ELICITATION.formMode,
  why: 'What is typed into a form passes through the host, its logs and often a model.',
  fix: 'Ask for it on a page of your own, with a URL ask, or take it from authorization.',
  run: (trial) => everyForm(trial, advised('secret')),
};

const links: Check = {
  id: 'forms.links',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'No text of a form has a web address in it.',
  spec: ELICITATION.safeUrls,
  why: 'A link in the middle of a question is followed without the warnings that a URL ask gets.',
  fix: 'Say it in words, or send the person to the address with a URL ask.',
  run: (trial) => everyForm(trial, advised('address')),
};

const titles: Check = {
  id: 'forms.titles',
  level: 'advice',
  revisions: EITHER,
  title: 'In a form of more than one field, each has a title or a description.',
  spec: ELICITATION.schema,
  why: 'Without one a person reads the name of a variable and has to guess what goes there.',
  fix: 'Add a title to each field; with zod, .meta({ title }).',
  run: (trial) =>
    everyForm(trial, ({ schema: { properties } }) => {
      const fields = Object.entries(properties);
      const bare = fields.find(([, { title, description }]) => !title?.trim() && !description?.trim());
      return fields.length > 1 && bare !== undefined
        ? `properties.${bare[0]} has no title and no description`
        : undefined;
    }),
};

/** About what a person keeps in view without scrolling on a phone. */
const MOST_FIELDS = 7;

const size: Check = {
  id: 'forms.size',
  level: 'advice',
  revisions: EITHER,
  title: `A form has at most ${MOST_FIELDS} fields.`,
  spec: ELICITATION.schema,
  why: 'A terminal asks field by field, and a page on a phone scrolls. Long forms are cancelled.',
  fix: 'Ask what is needed now, give the rest defaults, or ask it in another round.',
  run: (trial) =>
    everyForm(trial, ({ schema: { properties } }) => {
      const count = Object.keys(properties).length;
      return count > MOST_FIELDS ? `it has ${count} fields` : undefined;
    }),
};

const message: Check = {
  id: 'forms.message',
  level: 'advice',
  revisions: EITHER,
  title: 'The message of a form says what will happen, or what it asks for.',
  spec: ELICITATION.requests,
  why: 'The message is all that a person sees of the call. "Are you sure?" gets a yes to something unknown.',
  fix: 'Name the action and what it is done to: "Reserve room Blue on Monday for Ana?"',
  run: (trial) => everyForm(trial, ({ message, schema }) => vague(message, schema)),
};

const stray: Check = {
  id: 'forms.stray',
  level: 'advice',
  revisions: EITHER,
  title: 'A form has nothing on the wire that says nothing there.',
  spec: ELICITATION.schema,
  why: 'A strict host refuses keywords that it does not know, and one more host cannot show the form.',
  fix: 'Send type, properties and required alone; title the options of a choice with oneOf.',
  run: (trial) => everyForm(trial, advised('stray')),
};

const plainText: Check = {
  id: 'forms.plain-text',
  level: 'advice',
  revisions: EITHER,
  title: 'The texts of a form have no character that nobody sees, and nothing that turns the direction of writing.',
  spec: ELICITATION.security,
  why: 'They rewrite what is on a terminal, and make a text read as something else than it says.',
  fix: 'Remove them from whatever a text is made of, above all from arguments.',
  run: (trial) => everyForm(trial, ({ ask }) => unprintable(ask)),
};

export const FORMS: readonly Check[] = [grammar, secrets, links, titles, size, message, stray, plainText];
