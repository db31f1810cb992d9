export { adviseForm } from './lint/advise.js';
export { checkContent, fillDefaults } from './check.js';
export { FormError, toForm } from './form.js';
export type {
  BooleanProperty,
  ChoiceProperty,
  Form,
  FormContent,
  FormFault,
  FormIssue,
  FormOutcome,
  FormProperty,
  FormSchema,
  FormSource,
  FormValue,
  NumberProperty,
  SeveralProperty,
  TextFormat,
  TextProperty,
  TitledChoiceProperty,
  TitledOption,
  TitledSeveralProperty,
} from './grammar.js';
export { lintForm } from './lint/lint.js';
export type { StandardSchema } from './convert/standard.js';
export { parseText } from './read-text.js';
