import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { Ask } from '../../../protocol/ask.js';
import type { AskKind } from '../../../protocol/kinds.js';
import { undeclared } from '../../../protocol/capability.js';
import { canonicalJson } from '../../../json.js';
import type { Conversation } from '../../walk/conversation.js';
import type { CaseResponse } from '../../evidence/response.js';
import type { Learned } from '../../walk/learned.js';
import { oncePerCase, type Trial } from '../../walk/trial.js';
import { happyAnswers, walkTo } from '../../walk/happy-path.js';

const USUAL_DECLARATIONS: readonly ClientCapabilities[] = [
  {},
  { elicitation: {} },
  { elicitation: { form: {} } },
  { elicitation: { url: {} } },
  { elicitation: { form: {}, url: {} } },
  { sampling: {} },
  { roots: {} },
];

export interface Attempt {
  /** For the beginning of a sentence. */
  readonly where: string;
  readonly declared: ClientCapabilities;
  /** The asks that the happy path has in the response. */
  readonly due: readonly Ask[];
  /** `next`: the request that leads to the round. `again`: one that answers nothing in it. */
  readonly step: 'next' | 'again';
  readonly heard: CaseResponse;
}

/** Which of these asks a client cannot be asked, by what they need. */
export const missing = (asks: readonly Ask[], declared: ClientCapabilities): readonly string[] =>
  asks.flatMap((ask) => undeclared(ask, declared) ?? []);

export const allAsks = ({ rounds }: Learned): readonly Ask[] => rounds.flatMap(({ asks }) => asks);

async function leadTo(talk: Conversation, number: number, capabilities: ClientCapabilities): Promise<CaseResponse> {
  const label = `round ${number}, ${JSON.stringify(capabilities)} declared`;
  if (number === 1) return talk.first({ label, capabilities });
  const before = await walkTo(talk, number - 1);
  return talk.retry(before, await happyAnswers(talk, before), { label, capabilities });
}

/** The least that a client has to declare, to be asked all of these. */
function leastFor(asks: readonly Ask[]): ClientCapabilities {
  const has = (wanted: AskKind): boolean => asks.some(({ kind }) => kind === wanted);
  const tools = asks.some(({ kind, params }) => kind === 'sampling' && 'tools' in params);
  const elicitation = { ...(has('form') && { form: {} }), ...(has('url') && { url: {} }) };
  return {
    ...(Object.keys(elicitation).length > 0 && { elicitation }),
    ...(has('sampling') && { sampling: tools ? { tools: {} } : {} }),
    ...(has('roots') && { roots: {} }),
  };
}

function declarationsFor(learned: Learned): readonly ClientCapabilities[] {
  const least = leastFor(allAsks(learned));
  const isUsual = USUAL_DECLARATIONS.some((usual) => canonicalJson(usual) === canonicalJson(least));
  return isUsual ? USUAL_DECLARATIONS : [...USUAL_DECLARATIONS, least];
}

async function run(trial: Trial, learned: Learned): Promise<Attempt[]> {
  const { rounds } = learned;
  const talk = await trial.talk();
  const attempts: Attempt[] = [];
  for (const { number, asks: due } of rounds) {
    if (due.length === 0) continue;
    for (const declared of declarationsFor(learned)) {
      const where = `With ${JSON.stringify(declared)} declared, round ${number}`;
      attempts.push({ where, declared, due, step: 'next', heard: await leadTo(talk, number, declared) });
      const twist = { label: `round ${number} again, ${JSON.stringify(declared)} declared`, capabilities: declared };
      const heard = await talk.retry(await walkTo(talk, number), {}, twist);
      attempts.push({ where: `${where} asked again`, declared, due, step: 'again', heard });
    }
  }
  return attempts;
}

/** Each round of the happy path, asked for by clients that declare more and less. */
export const sweep = oncePerCase<readonly Attempt[]>(run);
