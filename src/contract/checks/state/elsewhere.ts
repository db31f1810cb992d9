import type { JsonObject } from '../../../json.js';
import { requestOf } from '../../case/case.js';
import type { Check } from '../../check.js';
import type { Conversation } from '../../walk/conversation.js';
import { type Asked, describeResponse } from '../../evidence/response.js';
import { otherArguments } from '../../case/other-arguments.js';
import { MRTR } from '../../../protocol/spec.js';
import { type Tool, takesSame, toolsOf } from '../tools.js';
import type { Trial } from '../../walk/trial.js';
import { happyAnswers, walkTo } from '../../walk/happy-path.js';
import { misled, NO_STATE, statefulRounds, walkToState } from './try-states.js';
import { type Finding, fault, NotTestable, notApplicable, pass } from '../../evidence/finding.js';
import { isCommand } from '../../case/opened-server.js';

interface Elsewhere {
  /** Completes "A state of … ". */
  readonly name: string;
  readonly request: { readonly method: string; readonly params: Readonly<JsonObject> };
}

/** The most other requests that are tried. */
const MOST = 4;

/** What another request asks by itself; nothing where it asks nothing, so that a state could not count there. */
async function askedBy(talk: Conversation, { name, request }: Elsewhere): Promise<Asked | undefined> {
  const heard = await talk.first({ label: `control: ${name}`, request });
  return heard.kind === 'asks' && heard.asks.length > 0 ? heard : undefined;
}

/** Takes the states and answers of each round to the other requests. `given`: the case names them, so they must ask. */
async function tryElsewhere(trial: Trial, others: readonly Elsewhere[], given: boolean): Promise<Finding | undefined> {
  const learned = await trial.learned();
  const talk = await trial.talk();
  let tried = 0;
  for (const other of others) {
    const first = await askedBy(talk, other);
    if (first === undefined && given) throw new NotTestable(`the call with ${other.name} asks nothing`);
    if (first === undefined) continue;
    for (const { number } of statefulRounds(learned)) {
      const asked = await walkToState(talk, number);
      const label = `the state at ${other.name}`;
      const heard = await talk.retry(asked, await happyAnswers(talk, asked), { label, request: other.request });
      tried += 1;
      const wrong = misled(heard, asked, first, learned);
      if (wrong !== undefined) return fault(`The state of round ${number}, sent with ${other.name}, ${wrong}.`, heard);
    }
  }
  return tried === 0 ? undefined : pass(tried);
}

const callOf = (name: string, args: Readonly<JsonObject>): Elsewhere['request'] => ({
  method: 'tools/call',
  params: { name, arguments: args },
});

const WHY_BOUND = 'A person said yes to one thing, and the client uses their yes for another that they never read.';

const otherTool: Check = {
  id: 'state.other-tool',
  level: 'SHOULD',
  title: 'A state of one tool does not count at another.',
  spec: MRTR.server,
  why: WHY_BOUND,
  fix: 'Put the method and the name of the tool into what is signed, and compare both before the state is used.',
  run: async (trial) => {
    const { tool, otherTool: named } = trial.case;
    if (tool === undefined) return notApplicable('the case calls no tool');
    if (statefulRounds(await trial.learned()).length === 0) return notApplicable(NO_STATE);
    const args = trial.args ?? {};
    const tools = await toolsOf(trial);
    const found = tools.filter((other) => other.name !== tool && takesSame(other, args) && mayAct(other));
    const names = named === undefined ? found.map(({ name }) => name) : [named];
    const others = names.slice(0, MOST).map((name) => ({ name: `the tool '${name}'`, request: callOf(name, args) }));
    const finding = await tryElsewhere(trial, others, named !== undefined);
    return finding ?? notApplicable('no other tool of the server asks with these arguments; name one in otherTool');
  },
};

/** A tool that only reads asks nothing; one that says it destroys is not called for a test that nobody asked for. */
const mayAct = ({ annotations }: Tool): boolean =>
  annotations?.readOnlyHint !== true && annotations?.destructiveHint !== true;

const otherArgs: Check = {
  id: 'state.other-arguments',
  level: 'SHOULD',
  title: 'A state that was made for some arguments does not count with others.',
  spec: MRTR.server,
  why: `${WHY_BOUND} They agreed to pay 5, and 5000 are paid.`,
  fix: 'Put a digest of the arguments (canonical JSON) into what is signed, and compare it before the state is used.',
  run: async (trial) => {
    const { case: contractCase, args } = trial;
    if (contractCase.resource !== undefined) return notApplicable('a resource takes no arguments');
    if (statefulRounds(await trial.learned()).length === 0) return notApplicable(NO_STATE);
    const { tool: toolName, otherArgs: named } = contractCase;
    const tool = named === undefined ? (await toolsOf(trial)).find(({ name }) => name === toolName) : undefined;
    const changed = named === undefined ? otherArguments(args ?? {}, tool?.inputSchema) : [];
    const others =
      named === undefined
        ? changed.map(({ name, args: one }) => ({ name: `another '${name}'`, request: requestOf(contractCase, one) }))
        : [{ name: 'other arguments', request: requestOf(contractCase, named) }];
    const finding = await tryElsewhere(trial, others, named !== undefined);
    return finding ?? notApplicable('no other arguments are known with which the call asks; give some in otherArgs');
  },
};

const otherUser: Check = {
  id: 'state.other-user',
  level: 'SHOULD',
  title: 'A state of one user does not count for another.',
  spec: MRTR.server,
  why: 'Who gets hold of a state, from a log or a shared device, goes on with the call in the name of somebody else.',
  fix: 'Put the verified subject of the token into what is signed, and compare it with the token of the retry.',
  run: async (trial) => {
    const { target } = await trial.server();
    if (trial.case.tokens === undefined) return notApplicable('the case has no tokens of two users');
    if (isCommand(target)) return notApplicable('over stdio there is one user');
    const learned = await trial.learned();
    const rounds = statefulRounds(learned);
    if (rounds.length === 0) return notApplicable(NO_STATE);
    const [own, other] = [await trial.talk('own'), await trial.talk('other')];
    const first = await other.first({ label: 'control: the other user' });
    if (first.kind !== 'asks') throw new NotTestable(`for the other user the server ${describeResponse(first)}`, first);
    for (const { number } of rounds) {
      const asked = await walkToState(own, number);
      const heard = await other.retry(asked, await happyAnswers(own, asked), { label: 'the state by the other user' });
      const wrong = misled(heard, asked, first, learned);
      if (wrong !== undefined) return fault(`The state of round ${number}, sent by another user, ${wrong}.`, heard);
    }
    return pass(rounds.length);
  },
};

const otherServer: Check = {
  id: 'state.other-server',
  level: 'SHOULD',
  title: 'A state of another server, also one with the same key, does not count here.',
  spec: MRTR.server,
  why: 'Servers of one house often share their secrets. A yes that was given to one of them is then good at all of them.',
  fix: 'Put the name of the server (its audience) into what is signed, and compare it before the state is used.',
  run: async (trial) => {
    const { otherServer: target } = trial.config;
    if (target === undefined) return notApplicable('the configuration names no otherServer');
    const learned = await trial.learned();
    const rounds = statefulRounds(learned);
    if (rounds.length === 0) return notApplicable(NO_STATE);
    const talk = await trial.talk();
    const first = await walkTo(talk, 1);
    const there = trial.conversation(await trial.connect({ server: { target } }));
    for (const { number } of rounds) {
      const asked = await walkToState(there, number);
      const heard = await talk.retry(asked, await happyAnswers(there, asked), { label: 'a state of the other server' });
      const wrong = misled(heard, asked, first, learned);
      const whose = `'${there.harness.server.name}'`;
      if (wrong !== undefined)
        return fault(`The state of round ${number} of the server ${whose} ${wrong} here.`, heard);
    }
    return pass(rounds.length);
  },
};

export const ELSEWHERE: readonly Check[] = [otherTool, otherArgs, otherUser, otherServer];
