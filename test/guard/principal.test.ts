import type { AuthInfo } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { booking } from './booking.js';
import { Host, REFUSED, yes, type HostOptions } from './server.js';

const answers = { confirm: yes() };

function user(clientId: string, extra?: Record<string, unknown>): AuthInfo {
  return { token: `token-of-${clientId}`, clientId, scopes: [], ...(extra === undefined ? {} : { extra }) };
}

/** Asks as one user and answers as another; the control answers as the first. */
async function handOver(from: AuthInfo | undefined, to: AuthInfo | undefined, options?: HostOptions) {
  const booked: string[] = [];
  const host = new Host(booking(booked), options);
  const { state } = await host.tool('book', { seat: '1A' }, { auth: from });
  const moved = await host.tool('book', { seat: '1A' }, { state, answers, auth: to });
  const stolen = booked.length;
  const control = await host.tool('book', { seat: '1A' }, { state, answers, auth: from });
  expect(control.text).toBe('booked book 1A');
  return { moved, stolen, events: host.events };
}

describe('F35 other principal', () => {
  it.each([
    ['two clients', user('ana'), user('bia')],
    ['two subjects of one client', user('app', { sub: 'ana' }), user('app', { sub: 'bia' })],
    ['one subject of two issuers', user('app', { iss: 'a', sub: 'ana' }), user('app', { iss: 'b', sub: 'ana' })],
    ['a client named like a subject', user('ana'), user('app', { sub: 'ana' })],
    ['somebody and nobody', user('ana'), undefined],
    ['nobody and somebody', undefined, user('ana')],
    [
      'an issuer that runs into the subject',
      user('app', { iss: 'a', sub: '","b' }),
      user('app', { iss: 'a","', sub: 'b' }),
    ],
  ])('F35 %s', async (_name, from, to) => {
    const { moved, stolen, events } = await handOver(from, to);
    expect(moved.error).toEqual(REFUSED);
    expect(stolen).toBe(0);
    expect(events).toContainEqual({ type: 'rejected', method: 'tools/call', target: 'book', reason: 'principal' });
    expect(JSON.stringify(events)).not.toMatch(/ana|bia|token/);
  });

  it('the same subject with another token and client goes on', async () => {
    const { moved } = await handOver(user('web', { iss: 'i', sub: 'ana' }), user('phone', { iss: 'i', sub: 'ana' }));
    expect(moved.text).toBe('booked book 1A');
  });

  it('a principal of the author’s own', async () => {
    const principal: HostOptions['principal'] = (ctx) => ctx.http?.authInfo?.extra?.['tenant'] as string | undefined;
    const other = await handOver(user('a', { tenant: 'x' }), user('a', { tenant: 'y' }), { principal });
    expect(other.moved.error).toEqual(REFUSED);
    const same = await handOver(user('a', { tenant: 'x' }), user('b', { tenant: 'x' }), { principal });
    expect(same.moved.text).toBe('booked book 1A');
  });

  it.each([
    ['a promise', async () => 'ana'],
    ['null', () => null],
    ['a number', () => 7],
    ['an object', () => ({ sub: 'ana' })],
  ])('refuses to seal for %s, which would be the same principal for everybody', async (_name, principal) => {
    const booked: string[] = [];
    const host = new Host(booking(booked), { principal: principal as unknown as () => string });
    const reply = await host.tool('book', { seat: '1A' }, { auth: user('ana') });
    expect(reply.error).toMatchObject({ code: -32_603, message: expect.stringContaining('principal') as string });
    expect(reply.state).toBeUndefined();
  });
});
