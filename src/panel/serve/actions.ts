import { ASK_KINDS, isAction } from '../../protocol/kinds.js';
import { REVISIONS } from '../../protocol/revision.js';
import { isObject, type JsonObject } from '../../json.js';
import type { Calls } from '../calls/calls.js';
import type { PanelServer } from '../calls/server.js';
import type { Questions } from '../calls/questions.js';
import { Refusal } from './refusal.js';
import { json, type Reply } from './reply.js';
import { readCalled } from '../calls/request.js';
import { type PanelSettings, type Tamper, TAMPERS } from '../view.js';

export interface ActionContext {
  readonly server: PanelServer;
  readonly calls: Calls;
  readonly questions: Questions;
}

type Action = (context: ActionContext, body: JsonObject) => Reply | Promise<Reply>;

function readSettings({ revision, capabilities }: JsonObject): PanelSettings {
  const known = REVISIONS.find((one) => one === revision);
  if (known === undefined) throw new Refusal(400, 'There is no such revision.');
  if (!isObject(capabilities) || !ASK_KINDS.every((name) => typeof capabilities[name] === 'boolean')) {
    throw new Refusal(400, 'Each capability is true or false.');
  }
  const { form, url, sampling, roots } = capabilities as unknown as PanelSettings['capabilities'];
  return { revision: known, capabilities: { form, url, sampling, roots } };
}

async function settings({ server }: ActionContext, body: JsonObject): Promise<Reply> {
  await server.connect(readSettings(body));
  return json({ status: server.view().status });
}

async function call({ calls }: ActionContext, body: JsonObject): Promise<Reply> {
  return json({ call: await calls.begin(readCalled(body)) });
}

function answer({ questions }: ActionContext, { question, action, content }: JsonObject): Reply {
  if (typeof question !== 'string') throw new Refusal(400, 'Which question? Give its id.');
  if (!isAction(action)) throw new Refusal(400, 'An answer accepts, declines or cancels.');
  const read = questions.answer(question, { action, content });
  if ('answer' in read) return json({});
  return json({ error: 'The answer does not fit the form.', issues: read.issues }, 400);
}

function stop({ calls }: ActionContext, body: JsonObject): Reply {
  calls.find(body['call']).stop();
  return json({});
}

async function replay({ calls }: ActionContext, body: JsonObject): Promise<Reply> {
  const { round, tamper } = body;
  if (typeof round !== 'number') throw new Refusal(400, 'Which round? Give its number.');
  if (!(TAMPERS as readonly unknown[]).includes(tamper)) throw new Refusal(400, 'There is no such change.');
  await calls.replay(body['call'], round, tamper as Tamper);
  return json({});
}

function forget({ calls }: ActionContext): Reply {
  calls.forget();
  return json({});
}

/** What the page can do, by the path that it posts to. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  '/api/settings': settings,
  '/api/call': call,
  '/api/answer': answer,
  '/api/stop': stop,
  '/api/replay': replay,
  '/api/forget': forget,
};
