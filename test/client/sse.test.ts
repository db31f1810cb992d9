import { expect, it } from 'vitest';
import { EventReader } from '../../src/client/sse.js';

const stream =
  ': a comment\r\n\r\ndata: one\n\nevent: message\rdata:two\rdata: more\r\r' +
  'event: other\ndata: no\n\nid: 7\ndata\n\nretry: 5\ndata: {"a":"b: c"}\r\n\r\ndata: never ended';
const expected = ['one', 'two\nmore', '{"a":"b: c"}'];

function read(pieces: Iterable<string>): string[] {
  const got: string[] = [];
  const reader = new EventReader((data) => got.push(data));
  for (const piece of pieces) reader.push(piece);
  return got;
}

it('reads events, whole or letter by letter', () => {
  expect(read([stream])).toEqual(expected);
  expect(read(stream)).toEqual(expected);
});

it('reads events cut at any place', () => {
  for (let cut = 0; cut <= stream.length; cut += 1) {
    expect(read([stream.slice(0, cut), stream.slice(cut)])).toEqual(expected);
  }
});

it('reads a long event in small pieces in linear time', () => {
  const pieces = ['data: ', ...Array<string>(20_000).fill('x'.repeat(100)), '\n\n'];
  const started = performance.now();
  expect(read(pieces)[0]).toHaveLength(2_000_000);
  expect(performance.now() - started).toBeLessThan(3000);
});
