export { fail, text } from './results.js';
export type { PromptResult, ResourceResult, ToolResult } from './results.js';
export { createRounds } from './rounds.js';
export type { ArgsOf, NoArgs, Rounds, RoundsParts, RoundsPromptConfig, RoundsToolConfig } from './rounds.js';
export type { AnyAsks, Asks, ChoiceAsk, Confirmation, ConfirmAsk, Ended, FormAsk, UrlAsk } from './asks.js';
export type { AsJson } from './json.js';
export type { Answer, Endings } from './question.js';
export type { Option } from './questions.js';
export type { StepContext } from './steps.js';
