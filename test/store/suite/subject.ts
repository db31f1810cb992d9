import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Claim, Store } from '../../../src/store/index.js';

/** Stores over the same records, as two processes would have them. */
export interface Subject {
  readonly one: Store;
  readonly other: Store;
  /** One more, to be closed by the check. */
  open(): Promise<Store>;
}

export interface Check {
  readonly name: string;
  readonly run: (subject: Subject) => Promise<void>;
}

export const MINUTE = 60_000;
export const later = (): number => Date.now() + 10 * MINUTE;

/** A lease that is long enough to be written and short enough to wait for. */
export const SHORT = 30;

export function claimOf(part: Partial<Claim> = {}): Claim {
  const owner = randomUUID();
  return { flow: owner, round: 1, fingerprint: 'yes', owner, leaseMs: MINUTE, expiresAt: later(), ...part };
}

/** Waits until the clock is past this time. */
export async function until(time: number): Promise<void> {
  while (Date.now() <= time) await new Promise((resolve) => setTimeout(resolve, time - Date.now() + 1));
}

/** A claim whose lease has run out. */
export async function deadClaim({ one }: Subject, part: Partial<Claim> = {}): Promise<Claim> {
  const claim = claimOf({ leaseMs: SHORT, ...part });
  assert.deepEqual(await one.claim(claim), { kind: 'won', takenOver: false });
  await until(Date.now() + SHORT + 5);
  return claim;
}

/** How many of each kind. */
export function count(found: readonly { readonly kind: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** The two stores in turn. */
export const turns = ({ one, other }: Subject, times: number): Store[] =>
  Array.from({ length: times }, (_, turn) => (turn % 2 === 0 ? one : other));
