import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { AnswerContext, AnswerFunction } from '../../client/index.js';
import { portAnswers } from '../../client/ports/answering.js';
import { type AnswersPort, answers, autonomous, chain, type Port, terminal } from '../../client/index.js';
import { capabilitiesOf } from '../../protocol/capability.js';
import type { Lang } from '../../client/ports/texts/lang.js';
import { readAnswerFile } from '../../client/script/parse.js';
import type { Mask } from '../../shown/mask.js';
import { VueltaError } from '../../errors.js';
import { UsageError } from '../usage.js';
import type { CallObserver } from './observer.js';
import { ASK_KINDS } from '../../protocol/kinds.js';
import { sameAnswer } from './yes-decline-cancel.js';
import { readAnswers } from './answer-option.js';
import { type CallOptions, sameAnswerOf, isAnswered } from './options.js';
import { isSomebodyThere } from './stdin.js';

/** Who answers a call, and what the client may declare for it. */
export interface Answering {
  readonly port: Port;
  readonly capabilities: ClientCapabilities;
  /** There is nobody, and only therefore nothing is declared. */
  readonly nobody: boolean;
  /** Whether a person is asked what the command line does not answer. */
  readonly person: boolean;
  /** After a call that ended well: throws `answer_unused`, or warns if loose. */
  finish(): void;
}

/** What a port reports on the way. */
export interface AnsweringEvents {
  readonly onWarning: (warning: VueltaError) => void;
  /** Ctrl-C at a question. */
  readonly onInterrupt: () => void;
  /** Hides what was answered in a text of the server. */
  readonly mask: (text: string) => string;
}

const NOBODY = 'autonomous';

async function readFile(path: string): Promise<Awaited<ReturnType<typeof readAnswerFile>>> {
  try {
    return await readAnswerFile(path);
  } catch (error) {
    throw error instanceof VueltaError ? new UsageError(error.message) : error;
  }
}

/** Says nothing where it has no entry, so that what comes after it is asked, and not it named. */
function skippingUnanswered(port: Port): Port {
  return {
    ...port,
    put: (question) =>
      port.put(question).catch((error: unknown) => {
        if (error instanceof VueltaError && error.code === 'ask_unanswered') return undefined;
        throw error;
      }),
  };
}

async function scripts(options: CallOptions, onWarning: AnsweringEvents['onWarning']): Promise<AnswersPort[]> {
  const how = { loose: options.loose === true, onWarning };
  const found: AnswersPort[] = [];
  if (options.answer !== undefined) found.push(answers(await readAnswers(options.answer), how));
  if (options.answers !== undefined) found.push(answers(await readFile(options.answers), how));
  return found;
}

function askPerson(lang: Lang | undefined, onInterrupt: () => void): Port {
  return terminal({ onInterrupt, ...(lang !== undefined && { lang }) });
}

/**
 * Who answers: what the command line has answers for, then `--yes`, `--decline` or `--cancel`. A person is asked when the command
 * line has no answers, or is loose about them. With nobody there, nothing is declared.
 */
async function portOf(
  options: CallOptions,
  written: readonly Port[],
  events: AnsweringEvents,
): Promise<Pick<Answering, 'port' | 'person'>> {
  const rest = sameAnswerOf(options);
  if (rest !== undefined)
    return { port: chain(...written.map(skippingUnanswered), sameAnswer(rest, events.mask)), person: false };
  const wantsPerson = options.raw !== true && (options.loose === true || !isAnswered(options));
  if (wantsPerson && (await isSomebodyThere()))
    return { port: chain(...written, askPerson(options.lang, events.onInterrupt)), person: true };
  return { port: written.length > 0 ? chain(...written) : autonomous(), person: false };
}

function declare(words: readonly string[]): ClientCapabilities {
  const kinds = ASK_KINDS.filter((kind) => words.includes(kind));
  if (kinds.length < new Set(words).size) throw new UsageError(`--caps: Give any of ${ASK_KINDS.join(', ')}.`);
  return capabilitiesOf(kinds);
}

function declared({ caps, raw, elicitation: asks }: CallOptions, usual: ClientCapabilities): ClientCapabilities {
  const { elicitation, ...rest } = caps !== undefined || raw === true ? declare(caps ?? ['form', 'url']) : usual;
  return asks && elicitation !== undefined ? { ...rest, elicitation } : rest;
}

/** Opens what answers; throws `UsageError` for answers that cannot be read. */
export async function openAnswering(options: CallOptions, events: AnsweringEvents): Promise<Answering> {
  const written = await scripts(options, events.onWarning);
  const { port, person } = await portOf(options, written, events);
  const capabilities = declared(options, port.capabilities);
  return {
    port,
    capabilities,
    person,
    nobody: options.elicitation && port.name === NOBODY && Object.keys(capabilities).length === 0,
    finish: () => {
      for (const script of written) script.finish();
    },
  };
}

/** The answers of a port. The observer is told of each ask; never what was answered. */
export class WatchedAnswers {
  readonly #port: AnswerFunction;
  readonly #mask: Mask;
  readonly #observer: CallObserver;
  #last: AnswerContext | undefined;

  constructor(port: Port, mask: Mask, observer: CallObserver) {
    this.#port = portAnswers(port, {
      onNotice: ({ question: { ask, round }, message }) => observer.refused(ask, round, message),
    });
    this.#mask = mask;
    this.#observer = observer;
  }

  readonly answer: AnswerFunction = async (ask, context) => {
    this.#last = context;
    this.#observer.asked(ask, context.round);
    const answer = await this.#port(ask, context);
    if (answer !== undefined) this.#mask.add(ask.key, answer, ask);
    return answer;
  };

  /** Whether the call failed with this error because nobody answered in time. */
  isLate(error: unknown): boolean {
    return this.#last?.signal.aborted === true && this.#last.signal.reason === error;
  }
}
