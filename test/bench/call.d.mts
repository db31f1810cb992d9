import type { Handler } from './vuelta.mjs';
import type { Rounds } from './flows.mjs';

export function leg(handler: Handler): Promise<unknown>;
export function call(handler: Handler, rounds: Rounds): Promise<unknown>;
