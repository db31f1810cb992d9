/** A request to claim one round. */
export interface Claim {
  readonly flow: string;
  /** The round that asked; its answers come with the request that claims. */
  readonly round: number;
  /** Stands for the answers: two requests with the same answers have the same fingerprint. */
  readonly fingerprint: string;
  /** Whoever claims; another value for every attempt to run. */
  readonly owner: string;
  /** How long the claim holds without a renewal, in milliseconds. */
  readonly leaseMs: number;
  /** When the round may be forgotten, in milliseconds since 1970: some time after its state has expired. */
  readonly expiresAt: number;
  /** When its state expires: by a clock that is right no claim comes later. Default `expiresAt`. */
  readonly until?: number | undefined;
}

/** What a claim found. */
export type Claimed =
  /** The round is yours. `takenOver`: somebody had it and their lease ran out. */
  | { readonly kind: 'won'; readonly takenOver: boolean }
  /** The round is done for these answers; this is its outcome. */
  | { readonly kind: 'settled'; readonly outcome: string }
  /** Somebody is running the round for these answers; look again. */
  | { readonly kind: 'busy' }
  /** The round was claimed for other answers. */
  | { readonly kind: 'conflict' };

/** What a step's look-up found. */
export type StepFound =
  | { readonly kind: 'new' }
  /** It was begun, by this process or another, and no result was recorded: it may have been done. */
  | { readonly kind: 'begun' }
  /** Somebody is doing it; look again. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'done'; readonly value: string };

/** Who does a step, and for how long without a renewal, in milliseconds. */
export interface StepLease {
  readonly owner: string;
  readonly leaseMs: number;
}

/** A claim that was won. */
export type Lease = Pick<Claim, 'flow' | 'round' | 'owner'>;

/**
 * The server-side memory that makes a round single-use and an effect happen once.
 *
 * Promises that every implementation keeps, and that one shared suite tests:
 *
 * - **S1** `claim` is atomic: of any number of claims of one round at one moment, one wins.
 * - **S2** A round belongs to the first fingerprint it was claimed with; any other conflicts, until it is released.
 * - **S3** A claim is a lease. While it is renewed in time nobody else wins; once it has run out the next claim takes over.
 *   `renew(lease, 0)` ends it at once and keeps the fingerprint.
 * - **S4** Only the owner of the lease renews, settles or releases, and is told when it is the owner no more.
 * - **S5** A settled round keeps its outcome until `expiresAt`, and is never claimed again.
 * - **S6** A released round is as if it had never been claimed.
 * - **S7** `beginStep` writes an intent before the effect, so that a step which was begun and never ended can be told from one that was
 *   never begun. The first result of a step wins: `endStep` returns the one that is kept, which may be another's. A lease on a step works as
 *   that of a round does: `beginStep` again by its owner renews it, and ends it at once with a `leaseMs` of 0.
 * - **S8** What was written is read back by every user of the store, character for character, until `expiresAt`, and is gone after it.
 * - **S9** A store that cannot keep a promise rejects. It never answers "nothing there", and never drops what has not expired. Once it has
 *   dropped something, it rejects whatever could be claimed (`until`), or would have expired, no later: its clock may have been set back.
 * - **S10** A store that is full says so in `claim` and `beginStep`, before anything is done. What has begun may end: `settle` and `endStep` do not
 *   reject for want of room where the store itself decides.
 */
export interface Store {
  /** Values never leave the process, so they are kept as they are; those of other stores are sealed. */
  readonly inProcess?: boolean;
  /** How full it is, from 0 to 1, where it knows. */
  readonly filled?: number | undefined;
  claim(claim: Claim): Promise<Claimed>;
  /** False when the lease belongs to somebody else by now. */
  renew(lease: Lease, leaseMs: number): Promise<boolean>;
  /** False when the lease belongs to somebody else by now; nothing is written then. */
  settle(lease: Lease, outcome: string, expiresAt: number): Promise<boolean>;
  /** False when the lease belongs to somebody else by now. */
  release(lease: Lease): Promise<boolean>;
  /**
   * Looks a step up, and writes the intent to do it where there is no result and nobody else has a lease on it. `expiresAt` as in a claim.
   * Without a `lease` the step is nobody's, and is never `busy`.
   */
  beginStep(flow: string, step: string, expiresAt: number, lease?: StepLease): Promise<StepFound>;
  /** Records the result of a step, and returns the one that is kept. */
  endStep(flow: string, step: string, value: string, expiresAt: number): Promise<string>;
  /** Lets go of timers and handles of the store's own. Every later call rejects with `store_closed`. */
  close(): Promise<void>;
}
