import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CommandFilter } from '../../src/cli/check/ci-commands.js';
import { COMMANDS } from './fixtures/commanding.mjs';
import { FIXTURES, vuelta, vueltaChild } from './vuelta.js';

const MODULE = join(FIXTURES, 'commanding.mjs');

/** What GitHub, Azure and TeamCity obey: their readers end a line at CR too, and skip blanks before `::`. */
const OBEYED = /^\s*::|##\[|##vso\[|##teamcity\[/iu;
const obeyed = (output: string): string[] => output.split(/[\r\n]/u).filter((line) => OBEYED.test(line));

describe('F98 what a server says commands no CI', () => {
  it.each([
    ['a call', ['call', MODULE, 'book', '--yes'], ''],
    ['a call of a tool with such a name', ['call', MODULE, '::error::']],
    ['a call over stdio, whose server logs', ['call', 'book', '--yes', '--', process.execPath, MODULE]],
    ['a call as JSON', ['call', MODULE, 'book', '--yes', '--json']],
    ['the first round', ['call', MODULE, 'book', '--raw']],
    ['a question in a pipe', ['call', MODULE, 'book'], '\ny\n'],
    ['the list of tools', ['tools', MODULE]],
    ['the list as JSON', ['tools', MODULE, '--json']],
    ['a recording', ['record', MODULE, '::error::']],
    ['a report', ['check', MODULE, '--only', 'rounds', '--only', 'forms', '--curl']],
    ['a report as JSON', ['check', MODULE, '--only', 'rounds', '--only', 'forms', '--json']],
    ['a name that is not there', ['call', MODULE, '::stop-commands::x']],
    ['wrong usage', ['call', '::error::\n::error::']],
  ] as [string, string[], string?][])('%s', async (_name, args, input) => {
    // What a command loads is filtered in the same way; the process is tried by the first, and by what needs stdin.
    const run = input === undefined ? vuelta(args) : vueltaChild(args, { input });
    const { stdout, stderr } = await run;
    expect((stdout + stderr).length).toBeGreaterThan(50);
    expect({ stdout: obeyed(stdout), stderr: obeyed(stderr) }).toEqual({ stdout: [], stderr: [] });
  });

  it('a person can still read it', async () => {
    const { stdout } = await vuelta(['call', MODULE, 'book', '--yes']);
    expect(stdout).toContain('\n:⟨U+003A⟩error::one\n  :⟨U+003A⟩add-mask::two\n');
    expect(stdout).toContain('five ##⟨U+005B⟩group]six ##vso⟨U+005B⟩task.setvariable variable=x]seven');
  });

  it('JSON and recordings hold exactly what the server said', async () => {
    const [document, recording] = await Promise.all([
      vuelta(['call', MODULE, 'book', '--yes', '--json']),
      vuelta(['record', MODULE, '::error::']),
    ]);
    expect(JSON.parse(document.stdout)).toMatchObject({ ending: { result: { content: [{ text: COMMANDS }] } } });
    expect(parse(recording.stdout)).toMatchObject({ call: { tool: '::error::' }, end: { text: COMMANDS } });
  });

  it('wherever a stream is cut', () => {
    const whole = new CommandFilter().clean(`${COMMANDS}\n`);
    for (let at = 0; at <= COMMANDS.length; at += 1) {
      const filter = new CommandFilter();
      const pieces = filter.clean(COMMANDS.slice(0, at)) + filter.clean(`${COMMANDS.slice(at)}\n`);
      expect(pieces).toBe(whole);
    }
    const filter = new CommandFilter();
    expect(Array.from(`${COMMANDS}\n`, (character) => filter.clean(character)).join('')).toBe(whole);
  });

  it('in linear time: a long line is no more than its characters', async () => {
    const text = `${'x'.repeat(4_000_000)}\n`;
    expect(new CommandFilter().clean(text)).toBe(text);
    expect(new CommandFilter().clean(`${text}${' '.repeat(4_000_000)}::error::`).endsWith(' :⟨U+003A⟩error::')).toBe(
      true,
    );
  });

  it('and other text passes as it is', () => {
    const text = 'a::b std::vector :: # ## [x] ##x[ http://a :\n: :\n';
    expect(new CommandFilter().clean(text)).toBe(text);
  });
});
