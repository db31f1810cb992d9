export { createVuelta } from './vuelta.js';
export type { AttachOptions, Vuelta, VueltaOptions } from './vuelta.js';
export { fail, text } from './ask/index.js';
export type {
  Answer,
  AnyAsks,
  ArgsOf,
  AsJson,
  Asks,
  ChoiceAsk,
  Confirmation,
  ConfirmAsk,
  Ended,
  Endings,
  FormAsk,
  NoArgs,
  Option,
  PromptResult,
  ResourceResult,
  Rounds,
  RoundsPromptConfig,
  RoundsToolConfig,
  StepContext,
  ToolResult,
  UrlAsk,
} from './ask/index.js';
export type {
  Ask,
  AskKind,
  DriftEvent,
  Fallback,
  Policy,
  PolicyTable,
  Telemetry,
  ToolPolicy,
  Unsolicited,
  VueltaEvent,
} from './guard/index.js';
export { memoryStore } from './store/index.js';
export type { Claim, Claimed, Lease, MemoryStoreOptions, StepFound, Store } from './store/index.js';
export type { FormContent, FormSchema, FormSource, FormValue } from './form/index.js';
export type { KeyInput, KeySource } from './state/index.js';
export { VueltaError } from './errors.js';
export type { VueltaErrorCode } from './errors.js';
export { acceptedContent, inputRequired, inputResponse, isInputRequiredResult } from '@modelcontextprotocol/server';
