/** A protocol revision that the harness speaks. */
export type Era = '2026-07-28' | '2025-11-25';

export const MODERN: Era = '2026-07-28';

export const ERAS: readonly Era[] = [MODERN, '2025-11-25'];
