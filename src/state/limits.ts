/** How long a state lives, in seconds, where nothing else is said. A person needs minutes, not hours. */
export const DEFAULT_TTL_SECONDS = 600;

/** The largest state that is sealed or opened, in characters of the wire string. */
export const DEFAULT_MAX_STATE_BYTES = 32_768;

/**
 * How far in the future a state may have been made, in seconds, for replicas whose clocks differ. Expiry has no such
 * allowance: it is the time that the author set.
 */
export const DEFAULT_CLOCK_SKEW_SECONDS = 5;
