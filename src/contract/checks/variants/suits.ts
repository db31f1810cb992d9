import type { Ask } from '../../../protocol/ask.js';
import { isObject } from '../../../json.js';
import { checkContent, type FormSchema } from '../../../form/index.js';
import type { Responses } from '../../walk/answers.js';
import type { LearnedRound } from '../../walk/learned.js';

/** Whether a response could be the answer to an ask; where nobody can tell, it could. */
function suits({ kind, requestedSchema, faults }: Ask, response: unknown): boolean {
  if (!isObject(response)) return false;
  if (kind === 'roots') return Array.isArray(response['roots']);
  if (kind === 'sampling') return response['role'] !== undefined;
  if (response['action'] !== 'accept') return response['action'] !== undefined;
  if (kind === 'url' || faults.length > 0) return true;
  return checkContent(requestedSchema as FormSchema, response['content'] ?? {}).ok;
}

/** Whether these responses could be the answers to a round. */
export const suitsAll = ({ asks }: LearnedRound, responses: Responses): boolean =>
  asks.every((ask) => suits(ask, responses[ask.key]));
