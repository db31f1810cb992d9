import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { isObject } from '../../json.js';
import type { Ask } from '../../protocol/ask.js';
import type { CallRequest } from '../../protocol/call.js';
import type { Responses } from './answers.js';
import type { Asked, CaseResponse, Ended } from '../evidence/response.js';

export interface LearnedRound {
  readonly number: number;
  readonly asked: Asked;
  readonly asks: readonly Ask[];
  readonly responses: Responses;
}

/** How a case runs when nothing is wrong: learned once, from the server's own asks. */
export interface Learned {
  readonly rounds: readonly LearnedRound[];
  readonly accepted: Ended;
  /** What follows when every ask of the first round that can be declined is, and the same for cancel. */
  readonly declined: CaseResponse | undefined;
  readonly cancelled: CaseResponse | undefined;
  readonly stateful: boolean;
  readonly request: CallRequest;
  readonly declared: ClientCapabilities;
}

/** Whether a person can say no to an ask: sampling and roots have no action. */
export const canRefuse = ({ kind }: Ask): boolean => kind === 'form' || kind === 'url';

/** The happy answers of a round with every elicitation refused. */
export function refuseAll({ asks, responses }: LearnedRound, action: 'decline' | 'cancel'): Responses {
  const entries = asks.map((ask) => [ask.key, canRefuse(ask) ? { action } : responses[ask.key]] as const);
  return Object.fromEntries(entries);
}

/** Why nothing is known about a case that says no. */
export const REFUSES = "the case's answers decline; give those with which the call does what it is for";

export function refuses({ responses }: LearnedRound, { key }: Ask): boolean {
  const response = responses[key];
  return isObject(response) && (response['action'] === 'decline' || response['action'] === 'cancel');
}
