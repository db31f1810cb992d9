import { describe, expect, it } from 'vitest';
import { blocksOf, sourceOf } from './page.js';
import { run } from './process.js';

const PAGE = 'docs/start/curso.md';
const blocks = await blocksOf(PAGE);
const code = blocks.filter(({ language }) => language === 'js');
const sessions = blocks.filter(({ language }) => language === 'console');

describe(PAGE, () => {
  it('has the code and the sessions that it talks about', () => {
    expect(code).toHaveLength(8);
    expect(sessions).toHaveLength(5);
    expect(blocks.length - code.length - sessions.length, 'blocks that nothing checks: how to install').toBe(1);
  });

  it.each(code.map(({ info, text }) => [info['file'] ?? 'no file', text]))('shows %s as it is', async (file, text) => {
    expect(text).toBe(await sourceOf(file));
  });

  it.each(sessions.map(({ info, text }) => [text.split('\n')[0] ?? '', text, Number(info['exit'])]))(
    'prints what it says: %s',
    async (command, text, exit) => {
      const [program, ...args] = command.replace(/^\$ /, '').split(' ');
      expect(program).toBe('node');
      const { stdout, code } = await run(...args);
      expect(`${command}\n${stdout.trimEnd()}`).toBe(text);
      expect(code).toBe(exit);
    },
  );
});
