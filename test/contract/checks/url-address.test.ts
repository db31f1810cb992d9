import { describe, expect, it } from 'vitest';
import { credentialIn, doubtfulHost, passIn, personIn } from '../../../src/contract/checks/url/address.js';

const at = (rest: string): URL => new URL(`https://sign.example.com${rest}`);
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl';

describe('credentialIn', () => {
  it.each([
    ['/c/1?access_token=abc', "the parameter 'access_token'"],
    ['/c/1?apiKey=abc', "the parameter 'apiKey'"],
    ['/c/1?x=sk_live_abcdefgh12', "the parameter 'x'"],
    ['/c/ghp_abcdefghijklmnop12', 'the path'],
    ['/c/1#id_token=abc', "the fragment parameter 'id_token'"],
    ['/c/1#/page?client_secret=abc', "the fragment parameter 'client_secret'"],
  ])('finds it in %s', (rest, where) => {
    expect(credentialIn(at(rest))).toBe(where);
  });

  it.each(['/c/1', '/c/1?key=7&state=f3a9', '/c/1?password=', '/secret/password', `/c/1?state=${JWT}`, '/c/%E0%A4%A'])(
    'finds none in %s',
    (rest) => {
      expect(credentialIn(at(rest))).toBeUndefined();
    },
  );
});

describe('personIn', () => {
  it.each([
    ['/c/1?to=ana%40example.com', "the parameter 'to'"],
    ['/c/ana@example.com/sign', 'the path'],
    ['/c/1?first-name=Ana', "the parameter 'first-name'"],
    ['/c/1#ana@example.com', 'the fragment'],
  ])('finds it in %s', (rest, where) => {
    expect(personIn(at(rest))).toBe(where);
  });

  it.each(['/c/1', '/c/1?name=contract.pdf&mobile=1', '/@ana', '/c/1?email='])('finds nobody in %s', (rest) => {
    expect(personIn(at(rest))).toBeUndefined();
  });
});

describe('passIn', () => {
  it.each([
    ['/c/1?X-Amz-Signature=abc', "the parameter 'X-Amz-Signature'"],
    ['/c/1?token=abc', "the parameter 'token'"],
    [`/c/1?state=${JWT}`, "the parameter 'state'"],
  ])('finds it in %s', (rest, where) => {
    expect(passIn(at(rest))).toBe(where);
  });

  it.each(['/token/1', '/c/1?id=abc&state=f3a9'])('finds none in %s', (rest) => {
    expect(passIn(at(rest))).toBeUndefined();
  });
});

describe('doubtfulHost', () => {
  it.each([
    'https://xn--80ak6aa92e.com/',
    'https://аpple.com/',
    'https://203.0.113.7/',
    'https://0xcb007107/',
    'https://[2001:db8::1]/',
  ])('F47 doubts %s', (address) => {
    expect(doubtfulHost(new URL(address))).toBeDefined();
  });

  it.each(['https://sign.example.com/', 'http://127.0.0.1:3000/', 'http://[::1]/', 'http://localhost/'])(
    'does not doubt %s',
    (address) => {
      expect(doubtfulHost(new URL(address))).toBeUndefined();
    },
  );
});
