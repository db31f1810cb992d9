import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { text } from '../../src/index.js';
import { accept, refuseUnhandledRejections, tool } from './server.js';

refuseUnhandledRejections();

describe('forms as they are built and asked again', () => {
  it.each(['0', '2', '10', '4294967294', '4294967295', '99999999999999999999'])(
    'F64 the key %s is refused with the reason',
    async (key) => {
      const { call } = tool(async (ask) => {
        await ask.confirm(key, 'Go?');
        return text('done');
      });
      const reply = await call.first();
      expect(reply.error?.message).toContain('order of the numbers');
    },
  );

  it('F64 keys with a number in them are asked in the order of the handler', async () => {
    const keys = ['b2', 'a10', '01', '-1', '1.5', 'a1'];
    const { call } = tool(async (ask) => {
      await Promise.all(keys.map((key) => ask.confirm(key, `${key}?`)));
      return text('done');
    });
    expect(Object.keys((await call.first()).asks ?? {})).toEqual(keys);
  });

  it('F72 a person who gives an offset where only UTC counts is told, and succeeds', async () => {
    const { call } = tool(async (ask) => {
      const answer = await ask.form('at', { message: 'When?', schema: z.object({ when: z.iso.datetime() }) });
      return text(answer.action === 'accept' ? answer.content.when : answer.action);
    });
    const first = await call.first();
    const again = await call.answer(first, { at: accept({ when: '2026-10-01T14:53:00+02:00' }) });
    expect((again.asks['at'] as { params: { message: string } }).params.message).toBe(
      'When?\n\n⚠ when: Invalid ISO datetime; it must be a date and time in UTC, ending with Z, like 2026-07-28T15:00:00Z',
    );
    expect((await call.answer(again, { at: accept({ when: '2026-10-01T12:53:00Z' }) })).text).toBe(
      '2026-10-01T12:53:00Z',
    );
  });

  it.each([false, true])('F73 options that read the same are refused (several: %s)', async (multiple) => {
    const { call } = tool(async (ask) => {
      const options = [
        { value: 'a', title: 'Same' },
        { value: 'b', title: ' same\u200b' },
      ];
      await (multiple
        ? ask.choose('pick', { message: 'Which?', options, multiple: true })
        : ask.choose('pick', { message: 'Which?', options }));
      return text('done');
    });
    const reply = await call.first();
    expect(reply.error?.message).toContain('properties.pick');
    expect(reply.error?.message).toContain('read the same');
  });

  it('F73 a field that no answer fits is refused before anybody is asked', async () => {
    const { call } = tool(async (ask) => {
      await ask.form('up', { message: 'Which file?', schema: z.object({ photo: z.file() }) });
      return text('done');
    });
    expect((await call.first()).error?.message).toContain('properties.photo: is a file');
  });
});
