import type { ArrowSaid, Callable, EndingView, PanelCapabilities, StateView, Tamper } from '../../view.js';

/** What the page says beside the words of all ports, in one language. */
export interface Words {
  readonly connecting: string;
  readonly ready: string;
  readonly failed: string;
  readonly lost: string;
  readonly over: string;
  readonly toQuestion: string;

  readonly callables: string;
  readonly kinds: Readonly<Record<Callable['kind'], string>>;
  readonly filter: string;
  readonly nothingListed: string;
  readonly readOnly: string;
  readonly destructive: string;
  readonly noArguments: string;
  readonly argumentsOf: (name: string) => string;
  readonly call: string;
  readonly fromTool: string;

  readonly settings: string;
  readonly revision: string;
  readonly declares: string;
  readonly declared: Readonly<Record<keyof PanelCapabilities, string>>;
  readonly apply: string;
  readonly applyHint: string;

  readonly asks: string;
  readonly inTarget: string;
  readonly question: string;
  readonly message: string;
  readonly roundNumber: (round: number) => string;
  readonly more: (questions: number) => string;
  readonly newQuestion: (who: string, message: string) => string;
  readonly send: string;
  readonly decline: string;
  readonly cancel: string;
  readonly meaning: string;
  /** The same where the protocol has no way to say no. */
  readonly meaningBare: string;
  /** Why a question cannot be accepted yet, or at all. */
  readonly readToEnd: string;
  readonly tooLong: string;
  readonly notSent: string;
  readonly checkFields: (fields: number) => string;
  readonly choose: string;
  readonly leftEmpty: (value: string) => string;
  readonly openLink: string;
  readonly newTab: string;
  readonly unencrypted: string;
  readonly noAddress: string;
  readonly samplingAsk: string;
  readonly samplingReply: string;
  readonly rootsAsk: string;
  readonly rootsReply: string;
  readonly rootsHint: string;
  readonly json: string;
  readonly mustBeJson: string;
  readonly mustBeObject: string;

  readonly calls: string;
  readonly noCalls: string;
  readonly status: Readonly<Record<'running' | 'waiting' | 'ended', string>>;
  readonly stop: string;
  readonly forget: string;
  readonly args: string;
  readonly ending: Readonly<Record<EndingView['kind'], string>>;
  readonly errorResult: string;
  readonly missing: string;
  readonly lastRaw: string;

  readonly first: string;
  readonly firstFacts: (ms: number, status: number | undefined) => string;
  readonly firstNone: string;
  readonly diagram: string;
  readonly sides: Readonly<Record<'person' | 'client' | 'server', string>>;
  readonly arrow: (from: string, to: string) => string;
  /** What each kind of arrow says; methods, keys and actions are words of the protocol. */
  readonly says: { readonly [Is in ArrowSaid['is']]: (said: Extract<ArrowSaid, { readonly is: Is }>) => string };
  readonly rounds: string;
  readonly wire: string;
  readonly person: string;
  readonly state: string;
  readonly stateFacts: (state: StateView, isFirst: boolean) => string;
  readonly age: (age: string) => string;
  readonly noState: string;
  readonly asked: string;
  readonly nothingAsked: string;
  readonly unanswered: string;

  readonly replay: string;
  readonly replayHint: string;
  readonly replayRound: string;
  readonly replayChange: string;
  readonly tampers: Readonly<Record<Tamper, string>>;
  readonly sendAgain: string;
  readonly replayed: (round: number, change: string) => string;
  readonly verdict: Readonly<Record<'refused' | 'took' | 'askedAgain' | 'isError' | 'failed', string>>;

  readonly copy: string;
  readonly copyAs: Readonly<Record<'call' | 'answers' | 'contract', string>>;
  readonly withAnswers: string;
  readonly withAnswersHint: string;
  readonly copied: string;
  readonly copyByHand: string;
}
