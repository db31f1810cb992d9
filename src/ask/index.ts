export { fail, text } from './results.js';
export { createRounds } from './rounds.js';
export type { ArgsOf, Rounds, RoundsParts, RoundsPromptConfig, RoundsToolConfig } from './rounds.js';
export type { Asks, ChoiceAsk, Confirmation, ConfirmAsk, Ended, FormAsk, UrlAsk } from './asks.js';
export type { AsJson } from './json.js';
export type { Answer, Endings } from './question.js';
export type { Option } from './questions.js';
export type { StepContext } from './steps.js';
