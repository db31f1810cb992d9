import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAnswers } from '../../src/cli/call/answer-option.js';
import { readArguments } from '../../src/cli/call-words.js';
import { FIXTURES, vuelta } from './vuelta.js';

const NAMED = join(FIXTURES, 'named.mjs');
const call = (...words: string[]): ReturnType<typeof vuelta> => vuelta(['call', NAMED, ...words]);
const TAKES = 'It takes ticketId (string, required), seats (integer).';

describe('F82 the arguments that there are', () => {
  it.each([
    [
      'a name with a letter missing',
      ['escalate', '--arg', 'tiketId=1'],
      `has no argument 'tiketId'. Did you mean ticketId? ${TAKES}`,
    ],
    ['another name', ['escalate', '--arg', 'ticketId=1', '--arg', 'zzzzzz:=1'], `has no argument 'zzzzzz'. ${TAKES}`],
    ['one that is missing', ['escalate', '--arg', 'seats=2'], `needs --arg ticketId=…. ${TAKES}`],
    ['all that are missing', ['escalate'], `'escalate' needs --arg ticketId=…. ${TAKES}`],
    ['a bad type', ['escalate', '--arg', 'ticketId=1', '--arg', 'seats=two'], '--arg seats must be a whole number'],
    ['a tool without any', ['nothing', '--arg', 'x=1'], "'nothing' has no argument 'x'. It takes no arguments."],
    [
      'characters that nobody sees',
      ['odd', '--arg', 'x\u200by=1'],
      "has no argument 'x⟨U+200B⟩y'. Did you mean x⟨U+202E⟩y?",
    ],
    [
      'a prompt',
      ['letter', '--prompt', '--arg', 'too=a'],
      "'letter' has no argument 'too'. Did you mean to? It takes to (required).",
    ],
    ['a prompt without', ['letter', '--prompt'], "'letter' needs --arg to=…."],
  ])('are said for %s, and nothing is called', async (_name, words, says) => {
    const { code, stdout, stderr } = await call(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });

  it('are said by record too, which types them as well', async () => {
    const wrong = await vuelta(['record', NAMED, 'escalate', '--arg', 'tiketId=1']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('Did you mean ticketId?');
    const right = await vuelta(['record', NAMED, 'escalate', '--arg', 'ticketId=1', '--arg', 'seats=2']);
    expect(right.stdout).toContain('seats: 2');
  });

  it.each([
    ['a tool', ['escalate', '--arg', 'tiketId=1'], `has no argument 'tiketId'. Did you mean ticketId? ${TAKES}`],
    ['a tool without those that it needs', ['escalate'], `'escalate' needs --arg ticketId=…. ${TAKES}`],
    ['a bad type', ['escalate', '--arg', 'ticketId=1', '--arg', 'seats=two'], '--arg seats must be a whole number'],
    ['a prompt', ['letter', '--prompt', '--arg', 'too=a'], 'Did you mean to? It takes to (required).'],
  ])('are said by check too, before anything is called, for %s', async (_name, words, says) => {
    const { code, stdout, stderr } = await vuelta(['check', NAMED, ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
    expect(stderr).not.toContain('for real');
  });

  it.each([
    ['typed', ['escalate', '--arg', 'ticketId=1', '--arg', 'seats=2'], 'escalate {"ticketId":"1","seats":2}'],
    ['with = in a name', ['odd', '--arg', 'a=b=c=d'], 'odd {"a":"b=c=d"}'],
    ['as they are', ['escalate', '--args', '{"tiketId":1}'], 'escalate {"tiketId":1}'],
    ['for a tool that is not listed', ['hidden', '--arg', 'a=1'], 'hidden {"a":"1"}'],
  ])('check sends them %s', async (_name, words, plan) => {
    const { stderr } = await vuelta(['check', NAMED, ...words, '--only', 'rounds.result-type']);
    expect(stderr).toContain(`\n  ${plan}\n`);
  });

  it('check types them over stdio, and holds a server to the contract that does not list', async () => {
    const words = ['escalate', '--arg', 'ticketId=1', '--arg', 'seats=2', '--only', 'rounds.result-type'];
    const wired = await vuelta(['check', ...words, '--', process.execPath, join(FIXTURES, 'named-stdio.mjs')]);
    expect(wired.stderr).toContain('\n  escalate {"ticketId":"1","seats":2}\n');
    const silent = await vuelta(['check', ...words, '--', process.execPath, '-e', '']);
    expect(silent.code).toBe(3);
  });

  it.each([
    ['a schema that takes others', ['open', '--arg', 'more=1'], '{"more":"1"}'],
    ['a schema that is more than names', ['either', '--arg', 'b=1'], '{"b":"1"}'],
    ['JSON as it is', ['nothing', '--args', '{"x":1}'], '{"x":1}'],
  ])('are no limit for %s', async (_name, words, says) => {
    const { code, stdout } = await call(...words);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `result\n${says}\n` });
  });

  it('a name may have = or a dot in it', async () => {
    const { stdout } = await call('odd', '--arg', 'a=b=c', '--arg', 'c.d=2', '--arg', 'e:=x');
    expect(stdout).toBe('');
    const right = await call('odd', '--arg', 'a=x=y', '--arg', 'c.d=2');
    expect(right.stdout).toBe('result\n{"a":"x=y","c.d":2}\n');
  });

  it('a name ends at the first = that leaves a name of the tool, else at the first', () => {
    expect(readArguments({ arg: ['a=b=c'] }, ['a=b']).args).toEqual({ 'a=b': 'c' });
    expect(readArguments({ arg: ['a=b=c'] }, ['a', 'a=b']).args).toEqual({ a: 'b=c' });
    expect(readArguments({ arg: ['a=b:=1'] }, ['a=b']).args).toEqual({ 'a=b': 1 });
    expect(readArguments({ arg: ['a=b=c'] }).args).toEqual({ a: 'b=c' });
  });
});

describe('F82 an answer for a key with = in it', () => {
  it.each([
    ['a=b={"a=b":true}', 'a=b', { action: 'accept', content: { 'a=b': true } }],
    ['a=b=decline', 'a=b', 'decline'],
    ['a={"x":"1=2={}"}', 'a', { action: 'accept', content: { x: '1=2={}' } }],
    ['a=={"x":1}', 'a=', { action: 'accept', content: { x: 1 } }],
    ['a==b=="cancel"', 'a==b=', 'cancel'],
  ])('%s', async (word, key, answer) => {
    expect((await readAnswers([word])).answers).toEqual({ [key]: answer });
  });

  it.each(['a=b=rosebud', 'a={"x":', 'a=[1]', '={}', 'rosebud'])('%s is none, and is not repeated', async (word) => {
    const error = await readAnswers([word]).catch((reason: unknown) => reason as Error);
    expect(error).toMatchObject({ name: 'UsageError' });
    expect((error as Error).message).not.toContain('rosebud');
  });

  it('reaches its ask', async () => {
    const { code, stdout } = await call('sign', '--answer', 'a=b={"a=b":true}');
    expect(code).toBe(0);
    expect(stdout).toContain('result\naccept\n');
  });
});
