import { describe, expect, it } from 'vitest';
import { text } from '../../src/index.js';
import { bareAnswer, outcomeOf, solicited } from '../../src/guard/question/answers.js';
import { sealedResult, verdictOf, withVerdict } from '../../src/guard/verdict.js';
import { booking, confirm } from './booking.js';
import { closed, Host, no, yes } from './server.js';

describe('solicited', () => {
  const own = JSON.parse('{"__proto__":{"action":"accept"},"a":{"action":"accept"}}') as unknown;

  it.each([false, true])('F34 an own __proto__ is nobody’s answer (accept all: %s)', (acceptAll) => {
    const { kept, unsolicited } = solicited(own, {}, acceptAll);
    expect(Object.keys(kept)).toEqual(acceptAll ? ['a'] : []);
    expect(Object.getPrototypeOf(kept)).toBeNull();
    expect(unsolicited).toBe(acceptAll ? 1 : 2);
  });

  it('F34 what is asked is looked up among own members', () => {
    const { kept } = solicited({ toString: yes(), valueOf: yes() }, {}, false);
    expect(Object.keys(kept)).toEqual([]);
  });
});

describe('bareAnswer', () => {
  it('F34 an inherited action is none', () => {
    expect(bareAnswer(Object.create({ action: 'accept' }), 'form')).toBeUndefined();
    expect(bareAnswer(Object.create({ action: 'accept' }), 'url')).toBeUndefined();
  });

  it('knows what an action means', () => {
    expect([yes(), no, closed, { roots: [] }].map((answer) => outcomeOf(answer))).toEqual([
      'answered',
      'declined',
      'cancelled',
      'answered',
    ]);
  });
});

describe('sealedResult', () => {
  it('takes the verdict off', () => {
    const flow = {} as never;
    const suspended = {
      flow,
      round: 1,
      digests: new Map<string, string>(),
      shown: [],
      journal: {},
      shorter: () => undefined,
    };
    const result = withVerdict({ resultType: 'input_required' }, suspended);
    expect(verdictOf(result)).toBeDefined();
    const sealed = sealedResult(result, 'state');
    expect(Object.getOwnPropertySymbols(sealed)).toEqual([]);
    expect(sealed).toEqual({ resultType: 'input_required', requestState: 'state' });
  });
});

describe('keys that every object has a member for', () => {
  it.each(['toString', 'valueOf', 'hasOwnProperty', ' ', 'x0', 'ü', '$ref', 'a.b[0]'])(
    '%j is a key as any other',
    async (key) => {
      const host = new Host((server, rounds) => {
        server.registerTool('plain', {}, (ctx) => {
          if (ctx.mcpReq.inputResponses?.[key] !== undefined) return text('done');
          return { resultType: 'input_required', inputRequests: { [key]: confirm('Go?') } };
        });
        rounds.tool('await', {}, async (_args, ask) => {
          const { action } = await ask.confirm(key, 'Go?');
          return text(action);
        });
      });
      const plain = await host.tool('plain', {});
      expect(plain.state).toBeTypeOf('string');
      expect((await host.tool('plain', {}, { state: plain.state, answers: { [key]: yes() } })).text).toBe('done');
      const waiting = await host.tool('await', {});
      expect(Object.keys(waiting.asks)).toEqual([key]);
      const answers = { [key]: yes({ [key]: true }) };
      expect((await host.tool('await', {}, { state: waiting.state, answers })).text).toBe('accept');
    },
  );
});

describe('prompts and resources', () => {
  it('F28 F34 a first call that brings its answer opens nothing', async () => {
    const booked: string[] = [];
    const host = new Host(booking(booked));
    const inherited = JSON.parse('{"__proto__":{"confirm":{"action":"accept","content":{"ok":true}}}}') as unknown;
    for (const answers of [{ confirm: yes() }, inherited]) {
      expect((await host.prompt('invite', { seat: '1A' }, { answers })).asks).toHaveProperty('confirm');
      expect((await host.resource('seat://fixed', { answers })).asks).toHaveProperty('confirm');
      expect((await host.resource('seat://row/7', { answers })).asks).toHaveProperty('confirm');
    }
    expect(booked).toEqual([]);
  });
});
