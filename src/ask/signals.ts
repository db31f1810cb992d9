/** Unwinds a handler whose run has suspended. It tells a handler that catches it what not to do. */
export class Suspension extends Error {
  constructor() {
    super(
      'The run is suspended until a person answers. Do not catch this: let it leave the handler, which runs again from the top.',
    );
    this.name = 'Suspension';
  }
}

/** Unwinds a handler whose call has ended with a result given to an ask. */
export class Ending extends Error {
  constructor() {
    super('The call has ended with the result that was given for this outcome. Let this leave the handler.');
    this.name = 'Ending';
  }
}

/** Runs after every microtask of this tick: what the handler starts at once belongs to one round (A3). */
export function endOfTick(run: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(run);
  else setTimeout(run, 0);
}
