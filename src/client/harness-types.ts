import type {
  GetPromptResult,
  Progress,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerCapabilities,
  Tool,
} from '@modelcontextprotocol/client';
import type { Answers } from './answers/answers.js';
import type { AskingServer } from '../protocol/ask.js';
import type { Revision } from '../protocol/revision.js';
import type { FirstOptions, FirstRound } from './call/first-round.js';
import type { JsonObject } from '../json.js';
import type { CallOutcome } from './call/outcome.js';
import type { OnUnanswered } from './answers/answer-ask.js';
import type { RawReply } from '../protocol/reply.js';
import type { Received, Round } from './call/round.js';

/** How one call is answered and limited. */
export interface CallOptions {
  /** Who answers; nothing by default, so that any ask is an error. */
  readonly answers?: Answers;
  /**
   * What to do with an ask that the answers have nothing for. `error`, the default, sends nothing further. `cancel` and
   * `decline` answer forms and URLs; sampling and roots have no such answer and stay an error.
   */
  readonly onUnanswered?: OnUnanswered;
  /** Whether an answer of a map or script that no ask wanted is an error, once a call ends with a result that is no failure. */
  readonly unusedAnswers?: 'error' | 'ignore';
  /** Sends answers as they are: no check, no defaults. For tests that attack a server. */
  readonly sendInvalid?: boolean;
  /** Cancels the request in flight and the answer that is waited for. */
  readonly signal?: AbortSignal;
  /** Gets each round when it is over, before the next request goes out. What it throws ends the call. */
  readonly onRound?: (round: Round) => void;
  /**
   * Gets each message of the server that belongs to the call, as received and before it is judged: its responses, and on
   * 2025-11-25 its own requests too. States are in the clear here.
   */
  readonly onReceive?: (message: Received) => void;
  readonly onProgress?: (progress: Progress) => void;
  /** In place of the harness's own, for this call. */
  readonly maxRounds?: number;
  readonly roundTimeoutMs?: number;
  readonly personTimeoutMs?: number;
}

/** How one raw request is sent. */
export interface RequestOptions {
  /** Whether to add the `_meta` that the revision wants; `true` by default. Own `_meta` keys of the params always win. */
  readonly envelope?: boolean;
  /** Headers for this request; HTTP only. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly roundTimeoutMs?: number;
}

/** The connected server, as it names itself; `unnamed` when it does not. */
export interface ServerIdentity extends AskingServer {
  readonly version: string;
}

/**
 * A host for tests: it shows the first round raw, or fulfils round by round with its own loop. It works on any server that
 * speaks the revision. Calls may run at the same time; their answers never mix.
 *
 * Errors are {@link VueltaError}s: `ask_unanswered`, `answer_invalid` and `answer_unused` for the answers,
 * `client_rounds_exceeded`, `client_timeout` and `client_aborted` for the limits, `protocol_violation` and `connection_lost`
 * for the server (MCP 2026-07-28, multi round-trip requests, client requirements).
 *
 * @example
 * ```ts
 * const harness = await connect(new URL('http://127.0.0.1:3000/mcp'));
 * const declined = await harness.call('book', { id: 'a' }, { answers: { confirm: decline() } });
 * await harness.close();
 * ```
 */
export interface Harness extends AsyncDisposable {
  readonly server: ServerIdentity;
  readonly revision: Revision;
  /** What the server declared. */
  readonly capabilities: ServerCapabilities;
  /** Whether a question of the server has a way to this client: on 2025-11-25 over HTTP only within a session. */
  readonly canBeAsked: boolean;
  /**
   * Sends one tools/call and shows the response, answered by nobody. A response that breaks the rules of the revision is a
   * `protocol_violation`; `request` shows it all the same.
   */
  firstRound(name: string, args?: JsonObject, options?: FirstOptions): Promise<FirstRound>;
  /** The same for prompts/get. */
  firstPrompt(name: string, args?: Record<string, string>, options?: FirstOptions): Promise<FirstRound>;
  /** The same for resources/read. */
  firstResource(uri: string, options?: FirstOptions): Promise<FirstRound>;
  /** Calls a tool and answers what it asks, until it ends. */
  call(name: string, args?: JsonObject, options?: CallOptions): Promise<CallOutcome>;
  /** Gets a prompt and answers what it asks. */
  getPrompt(name: string, args?: Record<string, string>, options?: CallOptions): Promise<CallOutcome<GetPromptResult>>;
  /** Reads a resource and answers what it asks. */
  readResource(uri: string, options?: CallOptions): Promise<CallOutcome<ReadResourceResult>>;
  /** Sends any single request, params as given, and returns the response as it is. */
  request(method: string, params?: JsonObject, options?: RequestOptions): Promise<RawReply>;
  /** All pages; throws `request_refused` when the server answers with an error. */
  listTools(): Promise<Tool[]>;
  listPrompts(): Promise<Prompt[]>;
  listResources(): Promise<Resource[]>;
  listResourceTemplates(): Promise<ResourceTemplateType[]>;
  /** Ends calls in flight, the connection, and the child or the server in this process. May be called again. */
  close(): Promise<void>;
}
