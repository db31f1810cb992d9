import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startHttp, type HttpServer } from './process.js';
import { callTool, post, textOf, type Retry, type RpcReply } from './rpc.js';

const TOOL = 'reservar_vaga';
const ARGS = { turma_id: 'html-01', email: 'aluno@exemplo.com' };
const YES = { confirmar: { action: 'accept', content: { confirmar: true } } };
const REFUSED = {
  code: -32_602,
  message: 'Invalid or expired requestState',
  data: { reason: 'invalid_request_state' },
};

let server: HttpServer;
beforeEach(async () => {
  server = await startHttp('servidor.mjs');
});
afterEach(() => server.stop());

const call = (retry?: Retry | string, args: unknown = ARGS, tool = TOOL) => callTool(server.url, tool, args, retry);

async function askedState(args: unknown = ARGS, tool = TOOL): Promise<string> {
  const { result } = await call({}, args, tool);
  expect(result?.resultType).toBe('input_required');
  return result?.requestState ?? '';
}

/** Books one place for somebody else. That 2 are left afterwards proves that nothing had been booked before. */
async function expectNothingBooked(): Promise<void> {
  const other = { ...ARGS, email: 'outra@exemplo.com' };
  const booked = await call({ inputResponses: YES, requestState: await askedState(other) }, other);
  expect(textOf(booked)).toBe('reservado: html-01 para outra@exemplo.com (restam 2)');
}

describe('node kit/servidor.mjs --http, raw JSON-RPC', () => {
  it('a plain retry books exactly one', async () => {
    const booked = await call({ inputResponses: YES, requestState: await askedState() });
    expect(textOf(booked)).toBe('reservado: html-01 para aluno@exemplo.com (restam 2)');
    const again = await call({ inputResponses: YES, requestState: await askedState() });
    expect(textOf(again)).toBe('reservado: html-01 para aluno@exemplo.com (restam 1)');
  });

  it('the accepted second round sent twice at once and once later books one, and answers the same text', async () => {
    const retry = { inputResponses: YES, requestState: await askedState() };
    const replies = await Promise.all([call(retry), call(retry)]);
    replies.push(await call(retry));
    for (const reply of replies) {
      expect(reply).toEqual(replies[0]);
      expect(textOf(reply)).toBe('reservado: html-01 para aluno@exemplo.com (restam 2)');
    }
    const next = await call({ inputResponses: YES, requestState: await askedState() });
    expect(textOf(next)).toBe('reservado: html-01 para aluno@exemplo.com (restam 1)');
  });

  it('the second round sent fifty times at once books one', async () => {
    const retry = { inputResponses: YES, requestState: await askedState() };
    const replies = await Promise.all(Array.from({ length: 50 }, () => call(retry)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(textOf(replies[0] as RpcReply)).toBe('reservado: html-01 para aluno@exemplo.com (restam 2)');
  });

  it('a decline after the accept is refused, and the booking stands', async () => {
    const requestState = await askedState();
    const accepted = await call({ inputResponses: YES, requestState });
    for (const answer of [
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { confirmar: false } },
    ]) {
      const refused = await call({ inputResponses: { confirmar: answer }, requestState });
      expect(refused.error).toEqual(REFUSED);
    }
    expect(await call({ inputResponses: YES, requestState })).toEqual(accepted);
    const next = await call({ inputResponses: YES, requestState: await askedState() });
    expect(textOf(next)).toBe('reservado: html-01 para aluno@exemplo.com (restam 1)');
  });

  it('an accept after the decline is refused, and nothing is booked', async () => {
    const requestState = await askedState();
    const declined = await call({ inputResponses: { confirmar: { action: 'decline' } }, requestState });
    expect(textOf(declined)).toBe('reserva cancelada pelo usuário');
    expect((await call({ inputResponses: YES, requestState })).error).toEqual(REFUSED);
    await expectNothingBooked();
  });

  it('an accept and a decline at once: one of them counts', async () => {
    const requestState = await askedState();
    const send = (answer: unknown) => call({ inputResponses: { confirmar: answer }, requestState });
    const [yes, no] = await Promise.all([send(YES.confirmar), send({ action: 'decline' })]);
    const refused = [yes, no].filter(({ error }) => error?.code === -32_602);
    expect(refused).toHaveLength(1);
    const next = await call({ inputResponses: YES, requestState: await askedState() });
    expect(textOf(next)).toContain(refused[0] === no ? '(restam 1)' : '(restam 2)');
  });

  it('F23 an answer in the first call books nothing: the person is asked', async () => {
    const { result } = await call({ inputResponses: YES });
    expect(result?.resultType).toBe('input_required');
    expect(Object.keys(result?.inputRequests ?? {})).toEqual(['confirmar']);
    await expectNothingBooked();
  });

  it.each(['__proto__', 'constructor', 'toString'])('F34 an answer under %s books nothing', async (key) => {
    const smuggled = `"inputResponses":{${JSON.stringify(key)}:${JSON.stringify(YES)}}`;
    expect((await call(smuggled)).result?.resultType).toBe('input_required');
    const state = `,"requestState":${JSON.stringify(await askedState())}`;
    expect((await call(`${smuggled}${state}`)).result?.resultType).toBe('input_required');
    await expectNothingBooked();
  });

  it('F35 a state of another tool is refused and books nothing', async () => {
    await call({ inputResponses: YES, requestState: await askedState() });
    const elsewhere = await askedState(ARGS, 'cancelar_reserva');
    expect((await call({ inputResponses: YES, requestState: elsewhere })).error).toEqual(REFUSED);
    const moved = await call({ inputResponses: YES, requestState: await askedState() }, ARGS, 'cancelar_reserva');
    expect(moved.error).toEqual(REFUSED);
    const left = await call({ inputResponses: YES, requestState: await askedState() });
    expect(textOf(left)).toBe('reservado: html-01 para aluno@exemplo.com (restam 1)');
  });

  it('F35 a state for other arguments is refused and books nothing', async () => {
    const requestState = await askedState();
    const moved = await call({ inputResponses: YES, requestState }, { ...ARGS, email: 'intruso@exemplo.com' });
    expect(moved.error).toEqual(REFUSED);
    await expectNothingBooked();
  });

  it('F36 the same arguments in another order are the same arguments', async () => {
    const reordered = { email: ARGS.email, turma_id: ARGS.turma_id };
    const booked = await call({ inputResponses: YES, requestState: await askedState() }, reordered);
    expect(textOf(booked)).toBe('reservado: html-01 para aluno@exemplo.com (restam 2)');
  });

  it('F31 F32 a state with any one character changed is refused and books nothing', async () => {
    const state = await askedState();
    const changed = Array.from(state, (character, at) => {
      const other = character === 'A' ? 'B' : 'A';
      return `${state.slice(0, at)}${other}${state.slice(at + 1)}`;
    });
    const neighbours = Array.from(
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=. ',
      (character) => {
        return `${state.slice(0, -1)}${character}`;
      },
    ).filter((candidate) => candidate !== state);
    const longer = ['=', ' ', '\n', '.'].map((character) => `${state}${character}`);
    const outcomes = await Promise.all(
      [...changed, ...neighbours, ...longer].map((requestState) => call({ inputResponses: YES, requestState })),
    );
    expect(outcomes.length).toBeGreaterThan(state.length + 60);
    expect(outcomes.filter(({ error }) => error?.code !== -32_602)).toEqual([]);
    expect(new Set(outcomes.map(({ error }) => JSON.stringify(error)))).toEqual(new Set([JSON.stringify(REFUSED)]));

    const control = await call({ inputResponses: YES, requestState: state });
    expect(textOf(control)).toBe('reservado: html-01 para aluno@exemplo.com (restam 2)');
  });

  it('decline, cancel and an accepted no are not a yes', async () => {
    for (const answer of [
      { action: 'decline' },
      { action: 'cancel', content: null },
      { action: 'accept', content: { confirmar: false } },
    ]) {
      const ended = await call({ inputResponses: { confirmar: answer }, requestState: await askedState() });
      expect(textOf(ended)).toBe('reserva cancelada pelo usuário');
      expect(ended.result?.isError).toBe(true);
    }
    await expectNothingBooked();
  });

  it('F15 F21 a yes that is a text, and an action that does not exist, are asked again', async () => {
    for (const answer of [
      { action: 'accept', content: { confirmar: 'true' } },
      { action: 'ok', content: { confirmar: true } },
      { confirmar: true },
    ]) {
      const again = await call({ inputResponses: { confirmar: answer }, requestState: await askedState() });
      expect(again.result?.resultType).toBe('input_required');
    }
    await expectNothingBooked();
  });

  it('refuses unknown and full classes without asking', async () => {
    const unknown = await call({}, { ...ARGS, turma_id: 'css-09' });
    expect([textOf(unknown), unknown.result?.isError]).toEqual(['turma css-09 não existe', true]);
    for (let place = 0; place < 3; place += 1) {
      await call({ inputResponses: YES, requestState: await askedState() });
    }
    const full = await call();
    expect([textOf(full), full.result?.isError]).toEqual(['turma html-01 sem vagas', true]);
  });

  it('refuses another Host and another Origin, and serves nothing but /mcp and /', async () => {
    const rebound = await callTool(server.url, TOOL, ARGS, {}, { host: 'evil.example:80' });
    const foreign = await callTool(server.url, TOOL, ARGS, {}, { origin: 'https://evil.example' });
    const opaque = await callTool(server.url, TOOL, ARGS, {}, { origin: 'null' });
    expect([rebound.status, foreign.status, opaque.status]).toEqual([403, 403, 403]);
    const local = await callTool(server.url, TOOL, ARGS, {}, { origin: 'http://localhost:5173' });
    expect(local.result?.resultType).toBe('input_required');
    expect(await post(new URL('/otra', server.url), '{}')).toEqual({ status: 404 });
  });
});

describe('cancelar_reserva', () => {
  const WHY = { motivo: { action: 'accept', content: { motivo: 'mudei de turno' } } };
  const cancel = (retry?: Retry) => call(retry, ARGS, 'cancelar_reserva');

  it('asks why, then asks to confirm with the reason in the text, and frees the place once', async () => {
    await call({ inputResponses: YES, requestState: await askedState() });
    const first = await cancel();
    expect(Object.keys(first.result?.inputRequests ?? {})).toEqual(['motivo']);
    const second = await cancel({ inputResponses: WHY, requestState: first.result?.requestState ?? '' });
    expect(second.result?.inputRequests).toMatchObject({
      confirmar: { params: { message: 'Cancelar a vaga de aluno@exemplo.com? Motivo: mudei de turno' } },
    });
    const retry = { inputResponses: YES, requestState: second.result?.requestState ?? '' };
    expect(textOf(await cancel(retry))).toBe('cancelada: html-01 para aluno@exemplo.com (restam 3)');
    expect(textOf(await cancel(retry)), 'the same request sent twice').toBe(
      'cancelada: html-01 para aluno@exemplo.com (restam 3)',
    );
    await expectNothingBooked();
  });

  it('keeps the booking when either answer is not a yes', async () => {
    await call({ inputResponses: YES, requestState: await askedState() });
    const first = await cancel();
    const state = first.result?.requestState ?? '';
    const stopped = await cancel({ inputResponses: { motivo: { action: 'cancel' } }, requestState: state });
    expect([textOf(stopped), stopped.result?.isError]).toEqual(['cancelamento interrompido', true]);
    const other = (await cancel()).result?.requestState ?? '';
    const second = await cancel({ inputResponses: WHY, requestState: other });
    const kept = await cancel({
      inputResponses: { confirmar: { action: 'decline' } },
      requestState: second.result?.requestState ?? '',
    });
    expect([textOf(kept), kept.result?.isError]).toEqual(['reserva mantida', true]);
    const next = await call({ inputResponses: YES, requestState: await askedState() });
    expect(textOf(next)).toBe('reservado: html-01 para aluno@exemplo.com (restam 1)');
  });

  it('has nothing to cancel where nothing is booked', async () => {
    const none = await cancel();
    expect([textOf(none), none.result?.isError]).toEqual(['aluno@exemplo.com não tem reserva em html-01', true]);
  });
});
