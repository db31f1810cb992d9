import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { bodyOf, TAKE_STATE } from '../../../src/contract/report/curl.js';
import { Redactor } from '../../../src/contract/evidence/redactor.js';
import { Transcript } from '../../../src/contract/evidence/transcript.js';
import type { Sent } from '../../../src/contract/evidence/step.js';

const STATE = 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl';

/** Responses that gave these states, in a transcript, and a request that sends one of its own. */
function sendAfter(states: readonly unknown[], sent: unknown): Sent['state'] {
  const transcript = new Transcript(new Redactor());
  const call = { label: 'round 1', method: 'tools/call', started: 0 };
  const given = states.map((requestState) =>
    transcript.record({ ...call, params: { name: 'a' }, received: { result: { requestState } } }),
  );
  const params = { name: 'a', requestState: sent };
  return transcript.record({ ...call, params, answered: given.at(-1), received: {} }).step.sent.state;
}

const shell = (script: string): string => execFileSync('bash', ['-c', script], { encoding: 'utf8' });

/** The state that the shell would send, where `sent` was made from `STATE` and the server now gives `fresh`. */
function resent(sent: string, fresh: string): unknown {
  const state = sendAfter([undefined, undefined, STATE], sent);
  if (state === undefined) throw new Error('the state should be traced');
  const body = bodyOf({ method: 'tools/call', params: { requestState: '[masked]' }, state }, new Map());
  const printed = shell(`STATE3='${fresh}'\nprintf %s '${body}'`);
  return (JSON.parse(printed) as { params: { requestState: unknown } }).params.requestState;
}

const LONGER = STATE.replace('.eyJhIjoxfQ.', '.eyJhIjoxMjM0NTY3fQ.');

it.each([
  ['as it came', STATE, LONGER],
  ['the first character changed', `x${STATE.slice(1)}`, `x${LONGER.slice(1)}`],
  ['the last character changed', `${STATE.slice(0, -1)}m`, `${LONGER.slice(0, -1)}m`],
  ['the last character gone', STATE.slice(0, -1), LONGER.slice(0, -1)],
  ['a character after it', `${STATE}=`, `${LONGER}=`],
  ['a character before it', `=${STATE}`, `=${LONGER}`],
  ['quotes, a dollar and a line break after it', `${STATE}"'$x\n\\`, `${LONGER}"'$x\n\\`],
  ['another algorithm', STATE.replace('UzI1', 'UzUx'), LONGER.replace('UzI1', 'UzUx')],
])('a state changed in one place is changed in the same place of another state: %s', (_name, sent, expected) => {
  expect(resent(sent, STATE)).toBe(sent);
  expect(resent(sent, LONGER)).toBe(expected);
});

it('a state that has nothing to do with the one before is not shown', () => {
  expect(sendAfter([STATE], 'zzzzzzzzzzzzzzzz')).toBeUndefined();
  expect(sendAfter([STATE], 42)).toBeUndefined();
  const needs = new Map<string, string>();
  const body = bodyOf({ method: 'tools/call', params: { requestState: '[state, 16 bytes]' } }, needs);
  expect(body).not.toContain('zzzz');
  expect([...needs.keys()]).toEqual(['STATE']);
});

it('the state of another call is traced to the response that gave it', () => {
  expect(sendAfter([STATE, LONGER], STATE)).toEqual({ of: 1 });
});

it.each([
  ['JSON', `{"result":{"resultType":"input_required","requestState":"${STATE}"}}`, STATE],
  ['JSON with spaces, after another member', `{ "requestState" : "${STATE}", "a": "b" }`, STATE],
  ['a stream of events', `event: message\nid: 1\ndata: {"result":{"requestState":"${STATE}"}}\n\n`, STATE],
  ['escapes, which fit into a body again', String.raw`{"requestState":"a\"b\\c\u00e9"}`, String.raw`a\"b\\c\u00e9`],
  ['a text that looks like one', String.raw`{"message":"\"requestState\":\"no\"","requestState":"${STATE}"}`, STATE],
])('the documented line takes the state out of %s', (_name, response, state) => {
  const word = `'${response.replaceAll("'", `'\\''`)}'`;
  expect(shell(`printf '%s\\n' ${word} | ${TAKE_STATE}`)).toBe(`${state}\n`);
});

it('no text of a request leaves the quotes of the shell', () => {
  const params = { name: "a'; echo gone; '", arguments: { text: '$(echo gone) `echo gone` \u202e\u001b[2J\n"\\' } };
  const printed = shell(`printf %s '${bodyOf({ method: 'tools/call', params }, new Map())}'`);
  expect(JSON.parse(printed)).toMatchObject({ params });
  expect(printed).not.toMatch(/[\p{Cc}\u202e]/u);
});
