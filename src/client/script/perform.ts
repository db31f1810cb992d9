import { VueltaError } from '../../errors.js';
import type { Answer } from '../answers/answers.js';
import { printable } from '../../shown/line.js';
import { pause } from '../abort.js';
import type { FileAnswer } from './file.js';

/** The answer as it goes on the wire, without its waits; one that fails counts as a cancel. */
export function toWire(answer: FileAnswer): Answer & object {
  if (typeof answer === 'string') return { action: answer };
  if ('wait' in answer) return toWire(answer.answer);
  if ('fail' in answer) return { action: 'cancel' };
  return 'result' in answer ? { ...answer.result } : { ...answer };
}

/** Does what the answer says; `place` names it when it fails. */
export async function perform(answer: FileAnswer, place: string, signal: AbortSignal): Promise<Answer & object> {
  if (typeof answer === 'string') return toWire(answer);
  if ('wait' in answer) {
    await pause(answer.wait, signal);
    return perform(answer.answer, place, signal);
  }
  if ('fail' in answer) {
    throw new VueltaError('answer_failed', `${printable(place)} says that this ask fails: ${printable(answer.fail)}`);
  }
  return toWire(answer);
}
