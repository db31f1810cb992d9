import { describe, expect, it, onTestFinished } from 'vitest';
import { copyKit } from './copy.js';
import { blocksOf, sourceOf } from './page.js';
import { run } from './process.js';

const PAGE = 'docs/start/curso.md';
const blocks = await blocksOf(PAGE);
const code = blocks.filter(({ language }) => language === 'js');
const sessions = blocks.filter(({ language }) => language === 'console');
const [install, copy] = blocks.filter(({ language }) => language === 'sh');

describe(PAGE, () => {
  it('has the code and the sessions that it talks about', () => {
    expect(code).toHaveLength(9);
    expect(sessions).toHaveLength(5);
    expect(blocks.length - code.length - sessions.length).toBe(5);
  });

  it('installs with commands, and ends up in kit/', () => {
    const [, folder] = /^git clone [A-Z]+ (\w+)\ncd \1\nnpm ci\ncd (?=kit$)/.exec(install?.text ?? '') ?? [];
    expect(folder).toBe('vuelta');
  });

  it('has the student copy files of the kit, and the copies run there', async () => {
    const copies = Array.from((copy?.text ?? '').matchAll(/^cp (\S+) (\S+)$/gm), ([, from = '', to = '']) => [
      from,
      to,
    ]);
    expect(copies.map(([, to]) => to)).toEqual(['minha.mjs', 'teste-minha.mjs']);
    const kit = await copyKit();
    onTestFinished(() => kit.remove());
    for (const [from = '', to = ''] of copies) await kit.derive(from, to);
    const [sim, template] = [await kit.run('teste-minha.mjs', 'sim'), await run('teste-e14.mjs', 'sim')];
    expect(sim).toEqual(template);
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
