import type { Rounds } from './flows.mjs';

export interface Handler {
  fetch(request: Request): Promise<Response>;
}

export function vueltaFlow(rounds: Rounds): Handler;
export function vueltaPlain(): Handler;
