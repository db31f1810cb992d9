import { VueltaError } from '../../errors.js';
import type { Answer, AnswerContext, AnswerFunction } from '../answers/answers.js';
import { type Ask, describeAsk } from '../../protocol/ask.js';
import { printable } from '../../shown/line.js';
import { formatPath } from './document.js';
import { Mask } from '../../shown/mask.js';
import { describeRow, findRow, perform, type Row, SlowPattern, toRows, toWire } from './entry.js';
import type { AnswerFile } from './file.js';
import { noteOrigin } from '../answers/check.js';
import type { Source } from './file-format.js';
import { answerFiles } from './parse.js';

/** How strict an answer file is. */
export interface ScriptOptions {
  /** Mismatches are warnings: an ask that no entry is for stays unanswered, and `onUnanswered` of the call decides. */
  readonly loose?: boolean;
  /** Gets each warning; by default it is a process warning. */
  readonly onWarning?: (warning: VueltaError) => void;
}

/** The answers of a file, to be given as `answers` of one or more calls. */
export type ScriptedAnswers = AnswerFunction & {
  /** After the calls: throws `answer_unused` when an entry has answered nothing, or warns if loose. */
  finish(): void;
};

const SHOWN = 10;

function list<T>(items: readonly T[], describe: (item: T) => string): string {
  const more = items.length - SHOWN;
  return `${items.slice(0, SHOWN).map(describe).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

class Script {
  readonly #source: Source;
  readonly #rows: readonly Row[];
  readonly #seen: string[] = [];
  readonly #mask = new Mask();
  readonly #report: (problem: VueltaError) => void;
  readonly #orLoose: string;

  constructor(file: AnswerFile, { loose = false, onWarning }: ScriptOptions) {
    this.#source = answerFiles.sourceOf(file);
    this.#rows = toRows(answerFiles.require(file, this.#source));
    const warn = onWarning ?? ((warning) => process.emitWarning(warning.message, { code: warning.code }));
    this.#orLoose = loose ? '' : ', or set loose (--loose)';
    this.#report = (problem) => {
      if (!loose) throw problem;
      warn(problem);
    };
  }

  async answer(ask: Ask, context: AnswerContext): Promise<Answer | undefined> {
    const shown = describeAsk(ask, (text) => this.#mask.text(text));
    this.#seen.push(shown);
    const row = this.#find(ask, context);
    if (row === undefined) {
      this.#report(this.#unanswered(shown, context));
      return undefined;
    }
    row.used += 1;
    row.last = { ask, round: context.round };
    this.#mask.add(ask.key, toWire(row.answer), ask);
    const place = this.#placeOf(row);
    return noteOrigin(await perform(row.answer, place, context.signal), place);
  }

  finish(): void {
    const unused = this.#rows.filter(({ used }) => used === 0);
    if (unused.length === 0) return;
    const asked = this.#seen.length === 0 ? 'Nothing was asked.' : `Asked was: ${list(this.#seen, (seen) => seen)}.`;
    this.#report(
      new VueltaError(
        'answer_unused',
        `No ask wanted ${list(unused, (row) => this.#describe(row))} of ${printable(this.#source.name)}. ${asked} ` +
          `Correct the match or take the entry out${this.#orLoose}.`,
      ),
    );
  }

  #find(ask: Ask, context: AnswerContext): Row | undefined {
    try {
      return findRow(this.#rows, ask, context);
    } catch (error) {
      if (!(error instanceof SlowPattern)) throw error;
      const why = 'its pattern took too long on a message; write it without nested repetition';
      throw new VueltaError('answer_file_invalid', `${this.#placeOf(error.row)}: ${why}.`);
    }
  }

  #unanswered(shown: string, { round, target }: AnswerContext): VueltaError {
    const rows = this.#rows;
    const there = rows.length === 0 ? 'It has no entries.' : `It has: ${list(rows, (row) => this.#describe(row))}.`;
    return new VueltaError(
      'ask_unanswered',
      `Nothing in ${printable(this.#source.name)} answers ${shown} in round ${round} of '${printable(target)}'. ${there} ` +
        `Add an entry for it${this.#orLoose}.`,
    );
  }

  #describe(row: Row): string {
    return describeRow(row, this.#source.lineOf(row.path));
  }

  #placeOf({ path }: Row): string {
    const line = this.#source.lineOf(path);
    const { name } = this.#source;
    return `${formatPath(path)} of ${printable(name)}${line === undefined ? '' : `, line ${line}`}`;
  }
}

/**
 * Answers calls from an answer file. The first entry that fits an ask and may still answer is used; contents are checked
 * against the asked form before they are sent, and an error names the entry and never its values.
 *
 * @throws VueltaError `answer_file_invalid` for what is no answer file. The answers throw `ask_unanswered` for an ask that no
 * entry is for and `answer_failed` for an entry that says so; `finish` throws `answer_unused`.
 * @example
 * ```ts
 * const answers = scriptedAnswers(await readAnswerFile('answers.yaml'));
 * const outcome = await harness.call('book', { id: 'a' }, { answers });
 * answers.finish();
 * ```
 */
export function scriptedAnswers(file: AnswerFile, options: ScriptOptions = {}): ScriptedAnswers {
  const script = new Script(file, options);
  const answer: AnswerFunction = (ask, context) => script.answer(ask, context);
  return Object.assign(answer, { finish: () => script.finish() });
}
