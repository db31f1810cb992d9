import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const PAGE = 'docs/reference/events.md';
const EVENTS = 'src/guard/events/events.ts';
const REASONS = 'src/state/rejection.ts';

/** Members that the page describes once, above the table. */
const COMMON = new Set(['type', 'method', 'target', 'flow', 'round']);

const INTERFACE = /interface (?<name>\w+)(?: extends (?<base>\w+))? \{(?<body>[^}]*)\}/gu;
const EVENT = /\((?<base>\w+) & \{(?<body>[^}]*)\}\)/gu;

interface Documented {
  readonly members: readonly string[];
  /** The texts that a member may be, such as the codes of `drift`. */
  readonly values: readonly string[];
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

const membersOf = (body: string): string[] => [...body.matchAll(/readonly (\w+)\??:/gu)].map(([, name = '']) => name);

/** Each event of the union, by its type. */
async function declared(): Promise<Map<string, Documented>> {
  const source = await readFile(EVENTS, 'utf8');
  const interfaces = new Map([...source.matchAll(INTERFACE)].map(({ groups }) => [groups?.['name'] ?? '', groups]));
  const inherited = (name: string | undefined): string[] => {
    const { base, body = '' } = interfaces.get(name ?? '') ?? {};
    return base === undefined ? membersOf(body) : [...inherited(base), ...membersOf(body)];
  };
  return new Map(
    [...source.matchAll(EVENT), ...source.matchAll(INTERFACE)].flatMap(({ groups }) => {
      const body = groups?.['body'] ?? '';
      const type = /readonly type: '(?<type>\w+)'/u.exec(body)?.groups?.['type'];
      if (type === undefined) return [];
      const names = [...inherited(groups?.['base']), ...membersOf(body)].filter((name) => !COMMON.has(name));
      const values = [...body.matchAll(/'(\w+)'/gu)].map(([, value = '']) => value).filter((value) => value !== type);
      return [[type, { members: sorted(names), values: sorted(values) }]];
    }),
  );
}

/** Each row of the table: the type of an event, and the words in code of its last column. */
function rows(page: string): Map<string, string[]> {
  const table = page.split(/^\| -+ .*\n/mu)[1]?.split('\n\n')[0] ?? '';
  return new Map(
    [...table.matchAll(/^\| `(?<type>\w+)` +\|[^|]*\|(?<more>[^|]*)\|$/gmu)].map(({ groups }) => [
      groups?.['type'] ?? '',
      sorted([...(groups?.['more'] ?? '').matchAll(/`(\w+)`/gu)].map(([, word = '']) => word)),
    ]),
  );
}

it(`${PAGE} has each event of the union in its order, with every member, and nothing else`, async () => {
  const [events, page] = [await declared(), rows(await readFile(PAGE, 'utf8'))];
  expect(events.size).toBeGreaterThan(20);
  const [types, documented] = [[...events.keys()], [...page.keys()]];
  expect(documented.filter((type) => type !== 'drift')).toEqual(types.filter((type) => type !== 'drift'));
  expect(sorted(documented)).toEqual(sorted(types));
  for (const [type, { members, values }] of events) {
    const words = page.get(type) ?? [];
    expect(
      words.filter((word) => !values.includes(word) || members.includes(word)),
      type,
    ).toEqual(members);
  }
});

it(`${PAGE} has every reason of a refusal, and every code of a drift`, async () => {
  const [page, reasons] = await Promise.all([readFile(PAGE, 'utf8'), readFile(REASONS, 'utf8')]);
  const union = /export type RejectionReason =(?<values>[^;]*);/u.exec(reasons)?.groups?.['values'] ?? '';
  const paragraph = (start: string): string => page.split('\n\n').find((text) => text.startsWith(start)) ?? '';
  const said = [...paragraph('Reasons of `rejected`').matchAll(/`(\w+)`/gu)].map(([, word = '']) => word);
  expect(said.filter((word) => word !== 'rejected')).toEqual(
    [...union.matchAll(/'(\w+)'/gu)].map(([, value]) => value),
  );
  const codes = (await declared()).get('drift')?.values ?? [];
  expect(codes.length).toBeGreaterThan(1);
  for (const code of codes) expect(paragraph('Codes of `drift`')).toContain(`\`${code}\``);
});
