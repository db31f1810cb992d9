/** What an option may be. */
type Kind = 'any' | 'function' | 'boolean' | 'string' | 'object' | readonly string[];

/** The options of one function, by name. `undefined` is always allowed. */
export type OptionTable = Readonly<Record<string, Kind>>;

/**
 * Refuses an option that nobody reads and a value that cannot work, so that a typing error does not switch something off in silence.
 *
 * @throws TypeError that names the option, and the options there are.
 */
export function assertOptions(of: string, given: unknown, table: OptionTable): void {
  if (typeof given !== 'object' || given === null) throw new TypeError(`${of}: expected an object of options`);
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(table, name) ? table[name] : undefined;
    if (kind === undefined) {
      throw new TypeError(`${of}: there is no option "${name}"; there are ${Object.keys(table).join(', ')}`);
    }
    if (value === undefined || kind === 'any') continue;
    if (
      typeof kind === 'string' ? typeof value !== kind || value === null : !(kind as readonly unknown[]).includes(value)
    ) {
      const expected =
        typeof kind === 'string'
          ? `${/^[aeiou]/u.test(kind) ? 'an' : 'a'} ${kind}`
          : kind.map((choice) => `'${choice}'`).join(' or ');
      throw new TypeError(`${of}: expected "${name}" to be ${expected}`);
    }
  }
}
