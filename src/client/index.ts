export { accept, cancel, decline } from './answers/answers.js';
export type { Answer, AnswerContext, AnswerFunction, AnswerMap, Answers, ElicitAnswer } from './answers/answers.js';
export type { Ask, AskingServer } from '../protocol/ask.js';
export type { AskKind } from '../protocol/kinds.js';
export { connect } from './connect.js';
export type { ConnectOptions } from './connect.js';
export type { Revision } from '../protocol/revision.js';
export type { FirstOptions, FirstRound } from './call/first-round.js';
export type { CallOptions, Harness, RequestOptions, ServerIdentity } from './harness-types.js';
export type { ServerFactory, StderrSink } from './connection/connection.js';
export type { MaskedState } from '../shown/state-fingerprint.js';
export { readText } from './call/outcome.js';
export type { CallOutcome } from './call/outcome.js';
export type { OnUnanswered } from './answers/answer-ask.js';
export { answers, autonomous, chain, portAnswers, terminal } from './ports/index.js';
export type {
  AnswersPort,
  AutonomousOptions,
  Lang,
  Notice,
  Port,
  PortAnswersOptions,
  Question,
  TerminalOptions,
} from './ports/index.js';
export type { RawReply, RpcError } from '../protocol/reply.js';
export type { Received, RedactedAnswer, Round } from './call/round.js';
export { ANSWER_FILE_SCHEMA, parseAnswerFile, readAnswerFile, scriptedAnswers } from './script/index.js';
export type {
  AnswerEntry,
  AnswerFile,
  AskMatch,
  FileAnswer,
  ParseOptions,
  ScriptedAnswers,
  ScriptOptions,
} from './script/index.js';
export type { CommandTarget, Target } from './connection/target.js';
