/**
 * Runs work in which `Date` can be moved forward. A server that is made meanwhile sees it move, also one that keeps `Date.now` in
 * a variable. Timers keep their pace.
 */
export async function withMovableDate<T>(work: (advance: (ms: number) => void) => Promise<T>): Promise<T> {
  const Real = globalThis.Date;
  const realNow = Real.now;
  let offset = 0;
  const now = (): number => realNow() + offset;
  Real.now = now;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made) as Date,
    apply: () => new Real(now()).toString(),
  });
  try {
    return await work((ms) => (offset += ms));
  } finally {
    offset = 0;
    Real.now = realNow;
    globalThis.Date = Real;
  }
}
