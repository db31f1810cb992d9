export { fail, text } from './results.js';
export type { PromptResult, ResourceResult, ToolResult } from './results.js';
export { createRounds } from './register.js';
export type { ArgsOf, NoArgs, Rounds, RoundsParts, RoundsPromptConfig, RoundsToolConfig } from './register.js';
export type { AnyAsks, Asks, ChoiceAsk, Confirmation, ConfirmAsk, Ended, FormAsk, UrlAsk } from './question/asks.js';
export type { AsJson } from './steps/step-value.js';
export type { Answer, Endings, Option } from './question/question.js';
export type { StepContext } from './steps/steps.js';
