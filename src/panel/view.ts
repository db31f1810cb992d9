import type { FormSchema } from '../form/index.js';
import type { AskKind } from '../protocol/kinds.js';
import type { Revision } from '../protocol/revision.js';

/** What the page declares as a client. */
export type PanelCapabilities = Readonly<Record<AskKind, boolean>>;

export interface PanelSettings {
  readonly revision: Revision;
  readonly capabilities: PanelCapabilities;
}

interface Named {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

/**
 * Something that can be called. A tool has a JSON Schema, a prompt a list of arguments, a resource (named by its URI) nothing.
 * Names, titles and descriptions are safe to show, and a call may use the name as it is shown; the names of a schema's
 * properties and its values are exact.
 */
export type Callable = Named &
  (
    | {
        readonly kind: 'tool';
        readonly inputSchema: unknown;
        readonly readOnly: boolean;
        readonly destructive: boolean;
      }
    | { readonly kind: 'prompt'; readonly args: readonly (Named & { readonly required: boolean })[] }
    | { readonly kind: 'resource' }
  );

/**
 * A question that waits for the person; it stays until it is answered, also over a reload of the page.
 *
 * To accept it, `content` is: for a form one value for each field that was filled in; for `url` nothing; for `sampling`
 * `{ text }`, what the person says in place of a model; for `roots` `{ roots }`, a list of `file://` addresses. Who declines or
 * cancels sampling or roots ends the call: these kinds have no such answer.
 */
export interface QuestionView {
  readonly id: string;
  readonly call: string;
  readonly key: string;
  readonly kind: 'form' | 'url' | 'sampling' | 'roots';
  readonly server: { readonly name: string; readonly title?: string };
  readonly target: string;
  readonly round: number;
  /** Made safe to show: no control characters, bidi overrides visible. */
  readonly message: string;
  /** Whether all of the question is here; where not, it can only be declined or cancelled. */
  readonly isWhole: boolean;
  /** Titles, descriptions and the labels of options are safe to show; names, values and defaults are exact. */
  readonly schema?: FormSchema;
  /** The address to follow by hand, its host, and what is odd about it. */
  readonly url?: {
    readonly href: string;
    readonly host: string;
    /** How the host reads where it has letters beyond ASCII. */
    readonly reads?: string;
    readonly warning?: string;
  };
  /** Questions of the same round that come after this one. */
  readonly more: number;
}

/** What an arrow of the diagram is about. Its texts are safe to show, and short; the page says it in its language. */
export type ArrowSaid =
  | { readonly is: 'call'; readonly method: string; readonly name: string }
  | { readonly is: 'asks'; readonly keys: readonly string[] }
  | { readonly is: 'request'; readonly method: string }
  | { readonly is: 'question'; readonly key: string }
  | { readonly is: 'answer'; readonly key: string; readonly action: string }
  /** Nobody was shown the ask. */
  | { readonly is: 'refused'; readonly key: string; readonly why: string }
  /** On 2026-07-28 answers go with the same request, made again. */
  | { readonly is: 'again'; readonly method: string; readonly keys: readonly string[]; readonly state: boolean }
  | { readonly is: 'answers'; readonly keys: readonly string[] }
  | { readonly is: 'result'; readonly isError: boolean }
  | { readonly is: 'error'; readonly code: number }
  | { readonly is: 'replay'; readonly round: number; readonly tamper: Tamper }
  | { readonly is: 'end'; readonly kind: EndingView['kind'] };

export interface ArrowView {
  readonly from: 'client' | 'server' | 'person';
  readonly to: 'client' | 'server' | 'person';
  readonly said: ArrowSaid;
  /** Milliseconds since the call began. */
  readonly at: number;
  readonly kind: 'request' | 'ask' | 'answer' | 'result' | 'error' | 'replay';
}

/** What may be shown of a state; never its meaning. */
export interface StateView {
  readonly bytes: number;
  readonly fingerprint: string;
  readonly changed: boolean;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
}

export interface RoundView {
  readonly number: number;
  readonly asks: readonly { readonly key: string; readonly kind: string; readonly message: string }[];
  /** The action given to each ask; never its content. */
  readonly answers: Readonly<Record<string, string>>;
  readonly wireMs: number;
  readonly personMs: number;
  readonly state?: StateView;
}

/** How a call, or a replayed round, ended. `raw` is the JSON as text, states masked. */
export interface EndingView {
  readonly kind: 'result' | 'asks' | 'capability' | 'error' | 'failed' | 'stopped';
  readonly isError?: boolean;
  readonly text: string;
  readonly code?: number;
  /** On `capability`: what the client did not declare, for example `elicitation.form`. */
  readonly missing?: readonly string[];
  readonly status?: number;
  readonly raw?: string;
}

export const TAMPERS = [
  'none',
  'first-character',
  'middle',
  'truncate',
  'no-state',
  'no-answers',
  'other-arguments',
] as const;

/** What to change when a round is sent again on purpose. */
export type Tamper = (typeof TAMPERS)[number];

export interface ReplayView {
  readonly round: number;
  readonly tamper: Tamper;
  readonly ending: EndingView;
}

export interface CallView {
  readonly id: string;
  readonly kind: Callable['kind'];
  readonly name: string;
  /** The arguments as JSON text. */
  readonly args: string;
  readonly revision: PanelSettings['revision'];
  /** ISO 8601. */
  readonly startedAt: string;
  readonly status: 'running' | 'waiting' | 'ended';
  /** The first response, as it was on the wire, states masked. */
  readonly first?: { readonly raw: string; readonly status?: number; readonly ms: number };
  readonly arrows: readonly ArrowView[];
  readonly rounds: readonly RoundView[];
  readonly progress?: string;
  readonly ending?: EndingView;
  readonly replays: readonly ReplayView[];
  /** Rounds that can be sent again: those of 2026-07-28 whose request is known. */
  readonly replayable: readonly number[];
}

/** Everything that the page shows. It holds no answer and no state. */
export interface PanelView {
  readonly target: string;
  readonly status: 'connecting' | 'ready' | 'failed';
  readonly fault?: string;
  readonly server?: { readonly name: string; readonly title?: string; readonly version: string };
  readonly settings: PanelSettings;
  readonly callables: readonly Callable[];
  readonly calls: readonly CallView[];
  readonly question?: QuestionView;
}

/** What the page can copy a call as. Answers are placeholders. */
export type CopyAs = 'call' | 'answers' | 'contract';

/** What the page posts to copy a call with what the person answered in this page; an answer that is not given is a placeholder. */
export interface CopyRequest {
  readonly call: string;
  readonly as: CopyAs;
  readonly answers: readonly { readonly round: number; readonly key: string; readonly content: unknown }[];
}
