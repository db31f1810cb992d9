import { afterEach, expect, it } from 'vitest';
import { whoWaits } from '../../src/ask/waiting.js';

const before = { prepareStackTrace: Reflect.get(Error, 'prepareStackTrace') as unknown, limit: Error.stackTraceLimit };
afterEach(() => {
  Object.assign(Error, { prepareStackTrace: before.prepareStackTrace, stackTraceLimit: before.limit });
});

it('F58: to look who waits leaves what an author has set about stacks as it was', () => {
  const settings = { prepareStackTrace: () => 'a stack of the author', stackTraceLimit: 7 };
  Object.assign(Error, settings);
  whoWaits();
  expect({ ...settings, stackTraceLimit: Error.stackTraceLimit }).toEqual(settings);
  expect(new Error('any').stack).toBe('a stack of the author');
});
