/** Unwinds a handler whose run has suspended. It tells a handler that catches it what not to do. */
export class Suspension extends Error {
  constructor() {
    const limit = Error.stackTraceLimit;
    // Its stack would show the end of a tick and nothing of the handler. Where the intrinsics are frozen, it does.
    Reflect.set(Error, 'stackTraceLimit', 0);
    super(
      'The run is suspended until a person answers. Do not catch this: let it leave the handler, which runs again from the top.',
    );
    Reflect.set(Error, 'stackTraceLimit', limit);
    this.name = 'Suspension';
  }
}

/** Unwinds a handler whose call has ended. */
export class Ending extends Error {
  constructor() {
    super('The call has ended. Do not catch this: let it leave the handler.');
    this.name = 'Ending';
  }
}

/** Runs after every microtask of this tick: what the handler starts at once belongs to one round (A3). */
export function endOfTick(run: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(run);
  else setTimeout(run, 0);
}
