import { describe, expect, it } from 'vitest';
import { text } from '../../src/index.js';
import { accept, decline, refuseUnhandledRejections, sleep, tool, type Driver } from './server.js';

refuseUnhandledRejections();

const yes = (key: string) => accept({ [key]: true });
const play = (call: Driver) => call.play((key) => yes(key));

describe('F50 create, then ask', () => {
  it('F50 work before an ask runs in every round; in once it runs once', async () => {
    const bare: string[] = [];
    const safe: string[] = [];
    const { call } = tool(async (ask) => {
      bare.push(`draft ${ask.round}`);
      const draft = await ask.once('draft', () => safe.push(`draft ${ask.round}`));
      await ask.confirm('publish', `Publish draft ${draft}?`);
      await ask.confirm('notify', 'Notify everybody?');
      return text('published');
    });
    expect((await play(call)).text).toBe('published');
    expect(bare).toEqual(['draft 1', 'draft 2', 'draft 3']);
    expect(safe).toEqual(['draft 1']);
  });

  it('F50 an effect behind a question is not done for a no', async () => {
    let done = 0;
    const { call } = tool(async (ask) => {
      const { confirmed } = await ask.confirm('a', 'A?');
      if (confirmed) await ask.once('charge', () => (done += 1));
      return text(String(confirmed));
    });
    expect((await call.play(() => decline)).text).toBe('false');
    expect((await call.play(() => accept({ a: false }))).text).toBe('false');
    expect(done).toBe(0);
    expect((await play(call)).text).toBe('true');
    expect(done).toBe(1);
  });
});

describe('A13 a step that has started is waited for', () => {
  it('A13 an effect that outlasts the ask beside it is in the state that goes out', async () => {
    let done = 0;
    const { call } = tool(async (ask) => {
      const [n] = await Promise.all([
        ask.once('slow', async () => {
          await sleep(30);
          return (done += 1);
        }),
        ask.confirm('a', 'A?'),
      ]);
      return text(`done ${n}`);
    });
    const first = await call.first();
    expect(done).toBe(1);
    expect((await call.answer(first, { a: yes('a') })).text).toBe('done 1');
    expect(done).toBe(1);
  });

  it('A13 also when the same step is refused meanwhile', async () => {
    let done = 0;
    const slow = async () => {
      await sleep(30);
      return (done += 1);
    };
    const { call } = tool(async (ask) => {
      const beside = async () => {
        try {
          await ask.confirm('a', 'A?');
        } catch {
          await ask.once('slow', slow);
        }
      };
      await Promise.all([ask.once('slow', slow), beside()]);
      return text('done');
    });
    const first = await call.first();
    expect(first.keys).toEqual(['a']);
    expect(done).toBe(1);
    expect((await call.answer(first, { a: yes('a') })).text).toBe('done');
    expect(done).toBe(1);
  });

  it('A13 steps that nobody awaits have finished when the result goes out, one after the other too', async () => {
    const log: string[] = [];
    const { call } = tool((ask) => {
      const step = (name: string) =>
        ask.once(name, async () => {
          await sleep(5);
          log.push(name);
        });
      void step('one').then(() => step('two'));
      return text('done');
    });
    expect((await call.first()).text).toBe('done');
    expect(log).toEqual(['one', 'two']);
  });
});
