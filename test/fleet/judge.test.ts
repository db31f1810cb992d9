import { describe, expect, it } from 'vitest';

interface Ledger {
  note(place: string, reply: { status: number; body: string }): void;
  readonly wrongs: readonly string[];
}
interface Plan {
  readonly number: number;
  readonly email: string;
  readonly places: number;
  readonly ending: 'accept' | 'decline' | 'cancel';
  readonly answers: readonly unknown[];
}
interface Outcome {
  readonly text: string;
  readonly rounds: number;
  readonly questions: readonly string[];
}
type Row = Record<string, string | number>;
type Counts = Record<string, number>;
interface Modules {
  readonly Ledger: new () => Ledger;
  readonly planFlow: (seed: string, number: number) => Plan;
  readonly audit: (flows: readonly { plan: Plan; outcome?: Outcome }[], bookings: Row[], ledger: Ledger) => Counts;
  readonly failuresOf: (run: unknown, control: unknown, options: Counts) => readonly string[];
}

const files = ['ledger', 'plan', 'audit', 'table'].map((name) => new URL(`${name}.mjs`, import.meta.url).href);
const modules = await Promise.all(files.map((file) => import(file) as Promise<object>));
const { Ledger, planFlow, audit, failuresOf } = Object.assign({}, ...modules) as Modules;

const plans = Array.from({ length: 40 }, (_, number) => planFlow('judge', number));

function bookingOf({ email, places }: Plan): Row {
  return {
    localizador: email.replace(/\D/gu, '').padStart(10, '0'),
    correo: email,
    plazas: places,
    precio: 20,
    intentos: 1,
  };
}

function outcomeOf(plan: Plan): Outcome {
  const { email, places, ending, answers } = plan;
  const texts = {
    accept: `Reservado: ${places} plazas por 20 € para ${email}. Localizador ${bookingOf(plan)['localizador'] ?? ''}.`,
    decline: 'No se ha reservado nada.',
    cancel: 'La reserva queda para otro momento.',
  };
  const questions = [`¿Reservar ${places} plazas por 20 € para ${email}?`];
  return { text: texts[ending], rounds: answers.length + 1, questions };
}

const flows = plans.map((plan) => ({ plan, outcome: outcomeOf(plan) }));
const bookings = plans.filter(({ ending }) => ending === 'accept').map(bookingOf);

function judge(counts: Counts, control: Counts = { duplicates: 1 }): readonly string[] {
  const replicas = { fell: 0, events: new Map([['taken_over', 1]]) };
  return failuresOf({ killed: 20, restarted: 1, replicas, ...counts }, control, { kills: 20, restarts: 1 });
}

const at = (index: number, ending: Plan['ending']): Plan =>
  plans.filter((plan) => plan.ending === ending)[index] as Plan;

describe('the judge of the fleet', () => {
  it('passes a run in which everything is as the people said', () => {
    const counts = audit(flows, bookings, new Ledger());
    expect(counts).toMatchObject({ duplicates: 0, refusedBooked: 0, lost: 0, wrong: 0, bookings: counts['accepted'] });
    expect(judge(counts)).toEqual([]);
  });

  it.each([
    ['a booking twice', [...bookings, { ...bookingOf(at(0, 'accept')), localizador: 'ffffffffff' }], /1 duplicates/],
    ['a booking that is missing', bookings.slice(1), /accepted flows/],
    ['a booking of somebody who declined', [...bookings.slice(1), bookingOf(at(0, 'decline'))], /1 declined/],
    ['a booking of somebody who closed the question', [...bookings, bookingOf(at(0, 'cancel'))], /1 declined/],
    ['a booking at another price', bookings.map((row) => ({ ...row, precio: 21 })), /wrong outcomes/],
  ])('fails a run with %s', (_what, rows, why) => {
    expect(judge(audit(flows, rows, new Ledger())).join()).toMatch(why);
  });

  it.each([
    ['a flow that never ended', undefined, /1 lost/],
    ['a yes that was told as a no', { text: 'No se ha reservado nada.' }, /1 wrong/],
    ['the booking of somebody else', { text: outcomeOf(at(1, 'accept')).text }, /1 wrong/],
    ['another price than the one that was asked', { questions: ['¿Reservar 1 plazas por 19 €?'] }, /1 wrong/],
    ['a round too many', { rounds: 9 }, /1 wrong/],
  ])('fails a run with %s', (_what, change, why) => {
    const plan = at(0, 'accept');
    const changed = change === undefined ? { plan } : { plan, outcome: { ...outcomeOf(plan), ...change } };
    const others = flows.filter((flow) => flow.plan !== plan);
    expect(judge(audit([changed, ...others], bookings, new Ledger())).join()).toMatch(why);
  });

  it('fails a run without the harm that it was to do, and a control run without duplicates', () => {
    const counts = audit(flows, bookings, new Ledger());
    expect(judge({ ...counts, killed: 19 })).toEqual(['only 19 of 20 replicas were killed']);
    expect(judge({ ...counts, restarted: 0 })).toEqual(['Redis was restarted 0 times instead of 1']);
    expect(judge(counts, { duplicates: 0 }).join()).toMatch(/cannot see duplicates/);
  });
});

describe('the ledger of the fleet', () => {
  const reply = (message: object) => ({ status: 200, body: JSON.stringify(message) });
  const ended = (text: string) => reply({ id: 2, result: { content: [{ text }] } });
  const asked = (state: string, key = 'a') =>
    reply({ result: { resultType: 'input_required', requestState: state, inputRequests: { [key]: {} } } });
  const refused = (reason: string) => reply({ error: { code: -32_603, data: { reason } } });

  it.each([
    ['the same bytes', '1/2', [ended('a'), ended('a')], 0],
    ['another text', '1/2', [ended('a'), ended('b')], 1],
    ['another state of the next round', '1/2', [asked('s'), asked('t')], 1],
    ['a refusal after an outcome', '1/2', [ended('a'), refused('invalid_request_state')], 1],
    [
      'an error that says to send it again',
      '1/2',
      [refused('store_unavailable'), ended('a'), refused('lease_lost')],
      0,
    ],
    ['a response that is none', '1/2', [ended('a'), { status: 502, body: '' }], 0],
    ['another flow from a first request', '1/1', [asked('s'), asked('t')], 0],
    ['another question from a first request', '1/1', [asked('s'), asked('t', 'b')], 1],
  ])('%s', (_what, place, replies, wrong) => {
    const ledger = new Ledger();
    for (const one of replies) ledger.note(place, one);
    expect(ledger.wrongs).toHaveLength(wrong);
  });
});

describe('the plan of the fleet', () => {
  it('follows from the seed, and has all kinds of people', () => {
    expect(plans).toEqual(plans.map(({ number }) => planFlow('judge', number)));
    expect(planFlow('another', 0)).not.toEqual(planFlow('judge', 0));
    expect(new Set(plans.map(({ ending, answers }) => `${ending} ${answers.length}`)).size).toBe(6);
  });
});
