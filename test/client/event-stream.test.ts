import { describe, expect, it } from 'vitest';
import { EventReader } from '../../src/client/connection/event-stream.js';

const stream =
  '\uFEFF: a comment\r\n\r\ndata: one\n\nevent: message\rdata:two\rdata: more\r\r' +
  'event: other\ndata: no\n\nid: 7\ndata\n\nretry: 5\ndata: {"a":"b: ñ\uFEFF"}\r\n\r\n:\ndata: last\r\r';
const expected = ['one', 'two\nmore', '{"a":"b: ñ\uFEFF"}', 'last'];
const bytes = new TextEncoder().encode(stream);

function read(pieces: Iterable<Uint8Array>, max = 10_000): { got: string[]; passed: string } {
  const got: string[] = [];
  const reader = new EventReader(max, (data) => got.push(data));
  let passed = '';
  for (const piece of pieces) passed += reader.push(piece);
  return { got, passed };
}

describe('F86: events, however they end', () => {
  it('reads them whole or byte by byte, a last CR too', () => {
    expect(read([bytes]).got).toEqual(expected);
    expect(read([...bytes].map((byte) => Uint8Array.of(byte))).got).toEqual(expected);
  });

  it('reads them cut at any place, and passes on the same lines with LF alone', () => {
    const lines = stream.slice(1).replaceAll(/\r\n?/gu, '\n');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { got, passed } = read([bytes.slice(0, cut), bytes.slice(cut)]);
      expect(got).toEqual(expected);
      expect(passed).toBe(lines);
    }
  });

  it('gives out an event as soon as its last CR is there', () => {
    const got: string[] = [];
    const reader = new EventReader(100, (data) => got.push(data));
    reader.push(new TextEncoder().encode('data: a\r\r'));
    expect(got).toEqual(['a']);
    reader.push(new TextEncoder().encode('\ndata: b\n\n'));
    expect(got).toEqual(['a', 'b']);
  });

  it('does not give out an event that was cut off', () => {
    expect(read([new TextEncoder().encode('data: never ended')]).got).toEqual([]);
  });
});

describe('F93: what never ends', () => {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const tooLarge = expect.objectContaining({ code: 'message_too_large' });

  it.each([
    ['a line', Array<string>(300).fill('x'.repeat(10))],
    ['the lines of an event', Array<string>(300).fill('data: xxxx\n')],
    ['lines of data without data', Array<string>(600).fill('data\r')],
    ['a comment', [':', ...Array<string>(300).fill('x'.repeat(10))]],
  ])('%s', (_name, pieces) => {
    expect(() => read(pieces.map(encode), 1000)).toThrow(tooLarge);
  });

  it('takes as many events and comments as come, if each is small', () => {
    const many = Array<string>(1000).fill(': still here\ndata: xxxxxxxxxx\n\n');
    expect(read(many.map(encode), 100).got).toHaveLength(1000);
    expect(read([...Array<string>(1000).fill(': still here\n'), 'data: x\n\n'].map(encode), 100).got).toEqual(['x']);
  });

  it('copies a long line a constant number of times, though it comes byte by byte', () => {
    const one = encode('x');
    const got: string[] = [];
    const reader = new EventReader(4_000_000, (data) => got.push(data));
    reader.push(encode('data: '));
    for (let count = 0; count < 2_000_000; count += 1) reader.push(one);
    reader.push(encode('\n\n'));
    expect(got[0]).toHaveLength(2_000_000);
  });
});
