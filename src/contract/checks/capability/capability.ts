import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { undeclared } from '../../../protocol/capability.js';
import { isObject } from '../../../json.js';
import { MISSING_CAPABILITY } from '../../../protocol/reply.js';
import type { Check } from '../../check.js';
import type { Refused } from '../../evidence/response.js';
import { BASE, ELICITATION, MRTR } from '../../../protocol/spec.js';
import { allAsks, type Attempt, missing, sweep } from './sweep.js';
import { fault, notApplicable, pass } from '../../evidence/finding.js';

const undeclaredAsk: Check = {
  id: 'capability.undeclared',
  level: 'MUST',
  title:
    'A client is never asked in a way that its request did not declare; not in part of a round, and not in a retry.',
  spec: MRTR.server,
  why: 'A client that cannot show a question drops it or fails. The person never learns that there was one.',
  fix: 'Look at the capabilities of each request before its response asks, and refuse the whole round with error -32021 when one ask is not covered.',
  run: async (trial) => {
    const attempts = await sweep(trial);
    for (const { where, declared, heard } of attempts) {
      if (heard.kind !== 'asks') continue;
      for (const ask of heard.asks) {
        const needs = undeclared(ask, declared);
        if (needs !== undefined) return fault(`${where}: '${ask.key}' (${ask.kind}) needs ${needs}.`, heard);
      }
    }
    return pass(attempts.length);
  },
};

/** Whether the server asked what was due, of a client that declared enough for the whole call. */
const wasAsked = ({ heard, due }: Attempt): boolean =>
  heard.kind === 'asks' && due.every((ask) => heard.asks.some(({ kind }) => kind === ask.kind));

const isBare = ({ elicitation }: ClientCapabilities): boolean =>
  elicitation !== undefined && Object.keys(elicitation).length === 0;

const bareForm: Check = {
  id: 'capability.bare-form',
  level: 'MUST',
  title: 'A client that declares elicitation: {} can be asked forms.',
  spec: ELICITATION.capabilities,
  why: 'Clients that know nothing of modes declare exactly that. Their people are told that they cannot be asked, though they could.',
  fix: 'Read an elicitation capability without form and without url as form.',
  run: async (trial) => {
    const learned = await trial.learned();
    if (allAsks(learned).some(({ kind }) => kind !== 'form')) return notApplicable('the case asks for more than forms');
    const bare = (await sweep(trial)).filter(({ declared, step }) => isBare(declared) && step === 'next');
    const refused = bare.find((attempt) => !wasAsked(attempt));
    if (refused !== undefined) return fault(`${refused.where}: the form was not asked for.`, refused.heard);
    return pass(bare.length);
  },
};

const enough: Check = {
  id: 'capability.enough',
  level: 'MUST',
  title: 'A client that declares exactly what the asks of a call need is asked.',
  spec: BASE.capabilities,
  why: 'A server that wants more than it uses turns away people whom it could ask.',
  fix: 'For a form want elicitation.form only, for an address elicitation.url only.',
  run: async (trial) => {
    const asks = allAsks(await trial.learned());
    const able = (await sweep(trial)).filter(
      ({ declared, step }) => step === 'next' && !isBare(declared) && missing(asks, declared).length === 0,
    );
    if (able.length === 0) return notApplicable('the case asks for more than elicitation');
    const refused = able.find((attempt) => !wasAsked(attempt));
    if (refused !== undefined) return fault(`${refused.where} was not asked.`, refused.heard);
    return pass(able.length);
  },
};

const code: Check = {
  id: 'capability.code',
  level: 'MUST',
  title: 'A client that cannot be asked gets error -32021, or a result that does without the answer.',
  spec: BASE.capabilities,
  why: 'Only by this code can a host tell its user what is missing. Any other error looks like a broken server.',
  fix: 'Answer with error -32021 (MissingRequiredClientCapability), or end the call with a text that says what to do instead.',
  run: async (trial) => {
    const unable = (await sweep(trial)).filter(
      ({ declared, due, step }) => step === 'next' && missing(due, declared).length > 0,
    );
    for (const { where, heard } of unable) {
      if (heard.kind === 'silent' || (heard.kind === 'error' && heard.code !== MISSING_CAPABILITY))
        return fault(`${where}: neither error -32021 nor a result.`, heard);
    }
    return pass(unable.length);
  },
};

interface Refusal extends Attempt {
  readonly heard: Refused;
}

const isRefusal = (attempt: Attempt): attempt is Refusal =>
  attempt.heard.kind === 'error' && attempt.heard.code === MISSING_CAPABILITY;

const NEVER_REFUSED = notApplicable('the server never refuses with error -32021');

/** The capabilities that a refusal names, as `elicitation.form`; `undefined` when it names them in no object. */
function namesIn({ data }: Refused): string[] | undefined {
  const required = isObject(data) ? data['requiredCapabilities'] : undefined;
  if (!isObject(required)) return undefined;
  return Object.entries(required).flatMap(([name, value]) => {
    const modes = isObject(value) ? Object.keys(value) : [];
    if (name === 'elicitation' && modes.length === 0) return ['elicitation.form'];
    return modes.length === 0 ? [name] : modes.map((mode) => `${name}.${mode}`);
  });
}

function declaredNames(declared: ClientCapabilities): string[] {
  const modes = Object.entries(declared as Record<string, object>).flatMap(([name, value]) =>
    Object.keys(value).map((mode) => `${name}.${mode}`),
  );
  return [...Object.keys(declared), ...modes, ...(isBare(declared) ? ['elicitation.form'] : [])];
}

const required: Check = {
  id: 'capability.required',
  level: 'MUST',
  title:
    'Error -32021 names in data.requiredCapabilities what is missing, as an object, and nothing that was declared.',
  spec: BASE.capabilities,
  why: 'A host reads it to tell its user what to switch on. Without it, or with the wrong name, nobody knows.',
  fix: 'Send data: { requiredCapabilities: { elicitation: { form: {} } } }, with what is missing.',
  run: async (trial) => {
    const asks = allAsks(await trial.learned());
    const refusals = (await sweep(trial)).filter(isRefusal);
    for (const { where, declared, heard } of refusals) {
      const names = namesIn(heard);
      if (names === undefined) return fault(`${where}: data.requiredCapabilities is no object.`, heard);
      const had = names.find((name) => declaredNames(declared).includes(name));
      if (had !== undefined) return fault(`${where}: it names ${had}, which was declared.`, heard);
      const wanted = missing(asks, declared);
      if (wanted.length > 0 && !names.some((name) => wanted.includes(name)))
        return fault(
          `${where}: it names ${names.join(', ') || 'nothing'}, and ${wanted.join(', ')} is missing.`,
          heard,
        );
    }
    return refusals.length === 0 ? NEVER_REFUSED : pass(refusals.length);
  },
};

const status: Check = {
  id: 'capability.status',
  level: 'MUST',
  title: 'Over HTTP, error -32021 comes with status 400.',
  spec: BASE.capabilities,
  why: 'Proxies and clients that look at the status alone take anything else for a success or for a fault of the server.',
  fix: 'Answer with HTTP status 400, before a stream is opened.',
  run: async (trial) => {
    const refusals = (await sweep(trial)).filter(isRefusal);
    if (refusals.length === 0) return NEVER_REFUSED;
    const overHttp = refusals.filter(({ heard }) => heard.status !== undefined);
    if (overHttp.length === 0) return notApplicable('the server is not reached over HTTP');
    const wrong = overHttp.find(({ heard }) => heard.status !== 400);
    if (wrong !== undefined) return fault(`${wrong.where}: HTTP status ${wrong.heard.status}.`, wrong.heard);
    return pass(overHttp.length);
  },
};

export const CAPABILITY: readonly Check[] = [undeclaredAsk, bareForm, enough, code, required, status];
