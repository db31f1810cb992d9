/**
 * A module that is built into the runtime, where it has one. `getBuiltinModule` keeps `node:` specifiers out of the import graph. In a bundle
 * for the edge, `process` may be there and throw when it is looked at: then it is absent.
 */
export function builtinModule(id: string): unknown {
  try {
    return (globalThis as { process?: { getBuiltinModule?: (id: string) => unknown } }).process?.getBuiltinModule?.(id);
  } catch {
    return undefined;
  }
}
