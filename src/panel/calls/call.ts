import { makeCall } from '../../client/call/make-call.js';
import { randomUUID } from 'node:crypto';
import { type Ask, type Harness, portAnswers, type Question } from '../../client/index.js';
import { shownLine } from '../../shown/terminal.js';
import { VueltaError } from '../../errors.js';
import { refuseAddress } from '../../protocol/address.js';
import { endingOf, failureOf } from './ending.js';
import { CallProgress } from './progress.js';
import type { Asker, Questions } from './questions.js';
import { harmlessJson } from '../../shown/json.js';
import { Refusal } from '../serve/refusal.js';
import { prepareReplay, type Replay, sendReplay } from './replay.js';
import { type Called, requestOf } from './request.js';
import type { ArrowSaid, CallView, EndingView, PanelSettings, ReplayView, Tamper } from '../view.js';
import { MODERN } from '../../protocol/revision.js';

/** More are forgotten, the oldest first. */
const MAX_REPLAYS = 50;

export interface CallParts {
  readonly called: Called;
  readonly settings: PanelSettings;
  readonly harness: Harness;
  readonly questions: Questions;
  readonly changed: () => void;
  /** The connection is gone. */
  readonly lost: () => void;
}

function unanswered(): never {
  throw new VueltaError('ask_unanswered', 'The person did not answer, and this kind of ask has no other answer.');
}

function arrowOf({ kind, code, isError = false }: EndingView): ArrowSaid {
  if (code !== undefined) return { is: 'error', code };
  return kind === 'result' ? { is: 'result', isError } : { is: 'end', kind };
}

/** One call, from its first request to its end, and what is shown of it. */
export class PanelCall implements Asker {
  readonly id = randomUUID();
  readonly called: Called;
  readonly settings: PanelSettings;
  readonly #progress: CallProgress;
  readonly #changed: () => void;
  readonly #stop = new AbortController();
  readonly #startedAt = new Date().toISOString();
  readonly #replays: ReplayView[] = [];
  #waiting = 0;
  #ending: EndingView | undefined;

  constructor({ called, settings, harness, changed }: CallParts) {
    this.called = called;
    this.settings = settings;
    this.#changed = changed;
    this.#progress = new CallProgress(called, settings.revision, harness.server);
  }

  get ended(): boolean {
    return this.#ending !== undefined;
  }

  get rounds(): CallProgress['closed'] {
    return this.#progress.closed;
  }

  more(): number {
    return this.#progress.more;
  }

  asked(question: Question): void {
    this.#progress.asked(question);
  }

  answered(ask: Ask, action: string): void {
    this.#progress.answered(ask, action);
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Makes the call. Never rejects: how it ends is shown. */
  async run({ harness, questions, lost }: CallParts): Promise<EndingView> {
    const progress = this.#progress;
    const ask = portAnswers(questions.port(this), {
      onNotice: ({ question }) => this.#then(() => progress.refused(question, refuseAddress(question.ask.url) ?? '')),
    });
    progress.begin();
    try {
      const outcome = await makeCall(harness, requestOf(this.called), {
        answers: async (asked, context) => {
          this.#waiting += 1;
          try {
            return await ask(asked, context);
          } finally {
            this.#waiting -= 1;
          }
        },
        onUnanswered: unanswered,
        signal: this.#stop.signal,
        onReceive: (message) => this.#then(() => progress.received(message)),
        onRound: (round) => this.#then(() => progress.close(round)),
        onProgress: (told) => this.#then(() => progress.told(told)),
      });
      return this.#end(endingOf(outcome, progress.raw, progress.mask));
    } catch (error) {
      if (error instanceof VueltaError && error.code === 'connection_lost') lost();
      return this.#end(failureOf(error, progress.raw, progress.mask));
    }
  }

  async replay(harness: Harness, round: number, tamper: Tamper, inputSchema: unknown): Promise<void> {
    if (!this.#progress.sent.includes(round)) throw new Refusal(400, 'The request of this round is not known.');
    const { called } = this;
    const { mask, timeline, closed } = this.#progress;
    const replay: Replay = { called, round, tamper, rounds: closed, inputSchema, mask };
    const params = prepareReplay(replay);
    timeline.add('client', 'server', 'replay', { is: 'replay', round, tamper });
    this.#changed();
    const ending = await sendReplay(harness, params, replay);
    const kind = ending.kind === 'result' ? 'result' : ending.kind === 'asks' ? 'ask' : 'error';
    timeline.add('server', 'client', kind, arrowOf(ending));
    this.#replays.push({ round, tamper, ending });
    if (this.#replays.length > MAX_REPLAYS) this.#replays.shift();
    this.#changed();
  }

  /** `canReplay`: there is a connection on which requests can be sent again. */
  view(canReplay: boolean): CallView {
    const { kind, name, args = {} } = this.called;
    const isModern = this.settings.revision === MODERN;
    return {
      id: this.id,
      kind,
      name: shownLine(name),
      args: harmlessJson(JSON.stringify(args, null, 2)),
      revision: this.settings.revision,
      startedAt: this.#startedAt,
      status: this.ended ? 'ended' : this.#waiting > 0 ? 'waiting' : 'running',
      arrows: this.#progress.timeline.arrows,
      ...this.#progress.view(),
      ...(this.#ending !== undefined && { ending: this.#ending }),
      replays: this.#replays,
      replayable: isModern && canReplay ? this.#progress.sent : [],
    };
  }

  #then(happened: () => void): void {
    happened();
    this.#changed();
  }

  #end(ending: EndingView): EndingView {
    this.#progress.end();
    if (ending.kind === 'failed' || ending.kind === 'stopped') {
      this.#progress.timeline.add('client', 'client', 'error', { is: 'end', kind: ending.kind });
    }
    this.#ending = ending;
    this.#changed();
    return ending;
  }
}
