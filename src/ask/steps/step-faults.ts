import { VueltaError } from '../../errors.js';

export function assertStepKey(key: unknown): void {
  if (typeof key !== 'string' || key === '' || key === '__proto__')
    throw new TypeError('key: expected the name of a step');
}

export function lost(key: string): VueltaError {
  return new VueltaError(
    'step_lost',
    `The state says that the step "${key}" is done and the store has no record of it: it restarted without its data, or replicas ` +
      'do not share it. The step is not done again. Begin the call again, after a look at what the step did.',
  );
}

export function reused(key: string): VueltaError {
  return new VueltaError(
    'key_reused',
    `The key "${key}" is used for a second step in one run, and a key runs once: the second would do nothing. In a loop, put the item ` +
      'into the key; to use a result twice, keep it in a variable.',
  );
}

export function notJson(key: string): VueltaError {
  return new VueltaError(
    'value_not_json',
    `The step "${key}" returned a value that JSON cannot carry (a function, a BigInt, NaN, a Map, a cycle).`,
  );
}
