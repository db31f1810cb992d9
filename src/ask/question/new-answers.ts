import type { Result } from '@modelcontextprotocol/server';
import type { FormIssue } from '../../form/index.js';
import type { PendingAsk } from '../gathering.js';
import type { JournalData } from '../journal.js';
import type { Endings } from './question.js';

/** An answer that came in this round and counts. */
interface Answered extends Omit<PendingAsk, 'issues'> {
  readonly key: string;
  readonly endings: Endings<Result>;
  /** The invalid answers before it. */
  readonly tries: number | undefined;
}

/** What this round has brought into the journal, in case the state has no room for it. */
export class Brought {
  readonly answers = new Map<string, Answered>();
  /** The keys of the memos that were made. */
  readonly memos = new Set<string>();
  /** The answers that were taken back, as they are asked for again. */
  readonly tooLong = new Map<string, PendingAsk>();

  /** Takes the largest answer back, with the memos: they may have been made of it. */
  takeBack(journal: JournalData): Answered | undefined {
    const largest = longest([...this.answers.values()], ({ key }) => journal.answers[key]);
    if (largest === undefined) return undefined;
    const { key, question, digest } = largest;
    this.tooLong.set(key, { question, digest, issues: [reason(journal.answers[key]?.[1])] });
    this.answers.delete(key);
    for (const memo of this.memos) delete journal.memos[memo];
    return largest;
  }
}

/** The content of an answer or its roots, without the action. */
export function contentOf(answer: unknown): unknown {
  const { content, roots } = (answer ?? {}) as { content?: unknown; roots?: unknown };
  return content ?? roots;
}

/** The reason that the person reads, at the longest field. */
function reason(answer: unknown): FormIssue {
  const [path = ''] = longest(Object.entries(contentOf(answer) ?? {}), ([, value]) => value) ?? [];
  return { path, message: 'must be shorter: with it there is more to carry than this call can' };
}

function longest<T>(items: readonly T[], textOf: (item: T) => unknown): T | undefined {
  const length = (item: T): number => JSON.stringify(textOf(item))?.length ?? 0;
  return items.toSorted((one, other) => length(one) - length(other)).at(-1);
}
