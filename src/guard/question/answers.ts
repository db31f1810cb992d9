import { isObject } from '../../json.js';
import { checkContent } from '../../form/check.js';
import { type AskKind, isAction } from '../../protocol/kinds.js';
import { kindOf, type Asked } from './ask.js';

/** The accepted answers, and a count of the dropped ones by reason. */
export interface Solicited {
  readonly kept: Record<string, unknown>;
  readonly unsolicited: number;
  readonly malformed: number;
  readonly invalid: number;
}

/**
 * Keeps the answers to what was asked in the last round, of the kind that was asked for.
 *
 * Only own members count: `{"__proto__": {…}}` and inherited names are not answers. The result has no prototype, so that a
 * handler that looks up `constructor` finds nothing.
 */
export function solicited(given: unknown, asked: Readonly<Record<string, Asked>>, acceptAll: boolean): Solicited {
  const kept = Object.create(null) as Record<string, unknown>;
  const count = { unsolicited: 0, malformed: 0, invalid: 0 };
  if (!isObject(given)) return { kept, ...count };
  for (const [key, answer] of Object.entries(given)) {
    const entry = Object.hasOwn(asked, key) ? asked[key] : undefined;
    if (entry === undefined && (!acceptAll || key === '__proto__')) {
      count.unsolicited += 1;
      continue;
    }
    const bare = bareAnswer(answer, entry === undefined ? undefined : kindOf(entry));
    if (bare === undefined) {
      count.malformed += 1;
      continue;
    }
    const checked = checkAgainstForm(bare, entry);
    if (checked === undefined) count.invalid += 1;
    else kept[key] = checked;
  }
  return { kept, ...count };
}

/** A plain handler cannot tell an invalid answer from a valid one, so the guard does: an invalid one is not an answer yet. */
function checkAgainstForm(answer: Readonly<Record<string, unknown>>, entry: Asked | undefined): object | undefined {
  const form = typeof entry === 'object' ? entry[1] : undefined;
  if (form === undefined || answer['action'] !== 'accept') return answer;
  const outcome = checkContent(form, answer['content'] ?? {});
  return outcome.ok ? { action: 'accept', content: outcome.content } : undefined;
}

/**
 * The bare response of a kind, or `undefined`. The content of a decline or cancel means nothing and is dropped; an action that
 * the revision does not know is not an answer.
 */
export function bareAnswer(answer: unknown, kind: AskKind | undefined): Record<string, unknown> | undefined {
  if (!isObject(answer)) return undefined;
  switch (kind) {
    case 'form':
    case 'url': {
      if (!Object.hasOwn(answer, 'action') || !isAction(answer['action'])) return undefined;
      if (answer['action'] !== 'accept' || kind === 'url') return { action: answer['action'] };
      return answer['content'] === undefined ? { action: 'accept' } : { action: 'accept', content: answer['content'] };
    }
    case 'sampling':
      return typeof answer['role'] === 'string' && answer['content'] !== undefined ? answer : undefined;
    case 'roots':
      return Array.isArray(answer['roots']) ? answer : undefined;
    case undefined:
      return answer;
  }
}

/** What an elicitation answer means; the answers of the other kinds have no action. */
export function outcomeOf(answer: unknown): 'answered' | 'declined' | 'cancelled' {
  const action = (answer as { action?: unknown }).action;
  if (action === 'decline') return 'declined';
  return action === 'cancel' ? 'cancelled' : 'answered';
}
