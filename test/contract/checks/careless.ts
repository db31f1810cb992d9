import { createHmac, randomUUID } from 'node:crypto';
import { inputRequired, McpServer, type McpServerFactory, ProtocolError } from '@modelcontextprotocol/server';
import type { ContractCase } from '../../../src/contract/case/case.js';

/** Mistakes of authors who write their rounds by hand; without any of them the server is right. */
export interface Mistakes {
  /** The tag of a state is compared without telling capitals from small letters. */
  readonly anyCase?: true;
  /** Of a round that was answered in part, the state keeps nothing. */
  readonly forgetsParts?: true;
  /** An answer counts as soon as it is there, asked or not. */
  readonly takesEarly?: true;
  /** A no with `content: null` is refused as what it is on the wire: invalid. */
  readonly refusesNull?: true;
}

interface Kept {
  readonly flow: string;
  readonly yes: readonly string[];
  readonly tries: number;
}

type Given = Readonly<Record<string, { readonly action?: unknown; readonly content?: unknown } | undefined>>;

const ROUNDS = [['fish', 'wine'], ['pay']];
const KEYS = ROUNDS.flat();
const say = (text: string, isError = false) => ({ content: [{ type: 'text' as const, text }], isError });
const tag = (text: string): string => createHmac('sha256', 'a key for tests').update(text).digest('base64url');

function seal(kept: Kept): string {
  const body = Buffer.from(JSON.stringify(kept)).toString('base64url');
  return `${body}.${tag(body)}`;
}

function open(state: string, anyCase: boolean): Kept | undefined {
  const fold = (text: string): string => (anyCase ? text.toLowerCase() : text);
  const [body = '', given = '', ...more] = state.split('.');
  if (more.length > 0 || fold(given) !== fold(tag(body))) return undefined;
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Kept;
}

const yesTo = (given: Given, key: string): boolean => {
  const { action, content } = (Object.hasOwn(given, key) ? given[key] : undefined) ?? {};
  return action === 'accept' && (content as Record<string, unknown> | undefined)?.[key] === true;
};

const noTo = (given: Given, key: string): boolean =>
  Object.hasOwn(given, key) && ['decline', 'cancel'].includes(String(given[key]?.action));

function ask(due: readonly string[], kept: Kept) {
  if (kept.tries === 8) return say('Nobody answers: nothing was ordered.', true);
  const entries = due.map((key) => {
    const requestedSchema = {
      type: 'object' as const,
      properties: { [key]: { type: 'boolean' as const } },
      required: [key],
    };
    return [key, inputRequired.elicit({ message: `Order with ${key}?`, requestedSchema })] as const;
  });
  return inputRequired({
    inputRequests: Object.fromEntries(entries),
    requestState: seal({ ...kept, tries: kept.tries + 1 }),
  });
}

/** A dinner that is ordered in two rounds: two asks, then one. */
export function careless({ anyCase, forgetsParts, takesEarly, refusesNull }: Mistakes = {}): McpServerFactory {
  const orders: string[] = [];
  const ended = new Map<string, ReturnType<typeof say>>();

  function order(state: string | undefined, given: Given) {
    if (state === undefined) return ask(ROUNDS[0] ?? [], { flow: randomUUID(), yes: [], tries: 0 });
    const kept = open(state, anyCase === true);
    if (kept === undefined) throw new ProtocolError(-32_602, 'Invalid or expired requestState');
    const round = ROUNDS.find((keys) => !keys.every((key) => kept.yes.includes(key))) ?? [];
    const asked = takesEarly ? KEYS : round;
    if (refusesNull && asked.some((key) => noTo(given, key) && given[key]?.content === null)) {
      throw new ProtocolError(-32_602, 'Invalid inputResponses: content is no object');
    }
    const over = ended.get(kept.flow);
    if (round.some((key) => noTo(given, key))) return over === undefined ? say('Nothing was ordered.', true) : over;
    const yes = [...kept.yes, ...asked.filter((key) => !kept.yes.includes(key) && yesTo(given, key))];
    const due = ROUNDS.find((keys) => !keys.every((key) => yes.includes(key)));
    if (due !== undefined) {
      const isPart = due === round;
      const left = due.filter((key) => !yes.includes(key));
      return ask(left, { ...kept, yes: isPart && forgetsParts ? kept.yes : yes, tries: isPart ? kept.tries : 0 });
    }
    const result = over ?? say(`Order ${orders.push('dinner')} is on its way.`);
    ended.set(kept.flow, result);
    return result;
  }

  return () => {
    const server = new McpServer({ name: 'kitchen', version: '1.0.0' });
    server.registerTool('order', {}, ({ mcpReq: { inputResponses, requestState } }) =>
      order(requestState<string | undefined>(), (inputResponses ?? {}) as Given),
    );
    server.registerTool('count', { annotations: { readOnlyHint: true } }, () => say(String(orders.length)));
    return server;
  };
}

export const ORDER: ContractCase = {
  tool: 'order',
  answers: (ask) => ({ action: 'accept', content: { [ask.key]: true } }),
  probe: { tool: 'count' },
};
