import { type CallRequest, calledBy, requestFor } from '../../protocol/call.js';
import type { Answers } from '../../client/answers/answers.js';
import type { Harness } from '../../client/harness-types.js';
import { isObject, type JsonObject } from '../../json.js';
import type { AnswerFile } from '../../client/script/file.js';
import { scriptedAnswers } from '../../client/script/script.js';
import { requireCaseShape } from './validate.js';

/** A tool of the same server that reads the state of the world. */
export interface ToolProbe {
  readonly tool: string;
  /** Its arguments, or a function that makes them from those of the case. */
  readonly args?: Readonly<JsonObject> | ((caseArgs: JsonObject) => JsonObject);
  /** What to count in the text of its result; the text itself by default. */
  readonly read?: (text: string) => unknown;
}

/**
 * Reads the state of the world, so that effects can be counted: a function, a tool of the same server, or a command whose
 * stdout is read. A number, or a text that is one, is a count; a list counts its items; anything else can only be seen to change.
 */
export type Probe = (() => unknown) | ToolProbe | { readonly command: readonly [string, ...string[]] };

/** Two verified users. Their tokens go as `Authorization: Bearer …` over HTTP, and as the token of `authInfo` in process. */
export interface CaseTokens {
  readonly own: string;
  readonly other: string;
}

interface CaseFacts {
  /** Tells cases apart in a report; by default what is called. */
  readonly name?: string;
  /** The case is for the server of this name only. */
  readonly server?: string;
  /** Arguments, or a function that makes them anew for each check; `fresh` is a number that was not used before. */
  readonly args?: Readonly<JsonObject> | ((fresh: number) => JsonObject);
  /**
   * The answers of the happy path: those with which the call does what it is for, or an answer file with them. Without them they
   * are made from the forms.
   */
  readonly answers?: Answers | AnswerFile;
  /** Brings a server that nobody has used to where the case can begin, for example by another call. */
  readonly before?: (harness: Harness, args: JsonObject) => unknown;
  readonly probe?: Probe;
  /** What one accepted call changes in a probe that counts; 1 by default. */
  readonly effect?: number;
  /** Valid arguments that are not the same; by default one text or number of `args` is changed. */
  readonly otherArgs?: Readonly<JsonObject>;
  /** Another tool that takes the same arguments; by default one is looked for. */
  readonly otherTool?: string;
  readonly tokens?: CaseTokens;
}

/**
 * One call to hold to the contract: a tool, a prompt or a resource that asks, with the answers of its happy path.
 *
 * @example
 * ```ts
 * const book: ContractCase = {
 *   tool: 'book',
 *   args: { id: 'a' },
 *   answers: { confirm: accept({ confirm: true }) },
 *   probe: { tool: 'count_bookings' },
 * };
 * ```
 */
export type ContractCase = CaseFacts &
  (
    | { readonly tool: string; readonly prompt?: never; readonly resource?: never }
    | { readonly prompt: string; readonly tool?: never; readonly resource?: never }
    | { readonly resource: string; readonly tool?: never; readonly prompt?: never }
  );

/** The request of a case with the given arguments. */
export function requestOf(contractCase: ContractCase, args: Readonly<JsonObject> | undefined): CallRequest {
  const { kind, name } = calledBy(contractCase);
  return requestFor(kind, name, args);
}

/** What a report calls a case. */
export function nameOf(contractCase: ContractCase): string {
  return contractCase.name ?? calledBy(contractCase).name;
}

/** Whether the answers of a case are an answer file, and not a map with an answer under the key `answers`. */
export function isAnswerFile(given: Answers | AnswerFile | undefined): given is AnswerFile {
  if (!isObject(given) || !Object.hasOwn(given, 'answers')) return false;
  const { answers } = given as { answers: unknown };
  return Array.isArray(answers) || (isObject(answers) && answers['action'] === undefined);
}

/** Refuses, before anything is sent, a case that does not say what to call. */
export function requireCase(contractCase: ContractCase): void {
  if (typeof contractCase !== 'object' || contractCase === null) throw new TypeError('A contract case is an object.');
  const verbs = [contractCase.tool, contractCase.prompt, contractCase.resource].filter((verb) => verb !== undefined);
  if (verbs.length !== 1 || typeof verbs[0] !== 'string' || verbs[0] === '') {
    throw new TypeError('A contract case names exactly one of tool, prompt and resource.');
  }
  if (contractCase.resource !== undefined && contractCase.args !== undefined) {
    throw new TypeError(`The case '${nameOf(contractCase)}' reads a resource, which takes no args.`);
  }
  requireCaseShape(contractCase, nameOf(contractCase));
  if (isAnswerFile(contractCase.answers)) requireAnswerFile(contractCase.answers, nameOf(contractCase));
}

function requireAnswerFile(file: AnswerFile, name: string): void {
  try {
    scriptedAnswers(file);
  } catch (error) {
    throw new TypeError(`The answers of the case '${name}' are no answer file that can be used.`, { cause: error });
  }
}
