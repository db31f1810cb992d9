import { McpServer } from '@modelcontextprotocol/server';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVuelta, text } from '../../../src/index.js';
import { call, launch, open, press, type Sight } from './chrome.js';

const vuelta = createVuelta({ keys: `k:${Buffer.alloc(32, 7).toString('base64url')}` });

const titled = (...names: string[]) => names.map((name) => ({ const: name, title: name.toUpperCase() }));
const many = Array.from({ length: 20 }, (_, at) => `city ${at}`);

const FORM = {
  type: 'object' as const,
  properties: {
    text: { type: 'string' as const, title: 'Text', maxLength: 1 },
    given: { type: 'string' as const, title: 'Given', default: 'as it is' },
    email: { type: 'string' as const, title: 'Email', format: 'email' as const },
    day: { type: 'string' as const, title: 'Day', format: 'date' as const },
    moment: { type: 'string' as const, title: 'Moment', format: 'date-time' as const },
    page: { type: 'string' as const, title: 'Page', format: 'uri' as const },
    price: { type: 'number' as const, title: 'Price', minimum: 0, maximum: 9.5 },
    seats: { type: 'integer' as const, title: 'Seats', minimum: 1, default: 2 },
    agree: { type: 'boolean' as const, title: 'Agree', default: true },
    maybe: { type: 'boolean' as const, title: 'Maybe' },
    one: { type: 'string' as const, title: 'One', enum: ['a', 'b'] },
    named: { type: 'string' as const, title: 'Named', oneOf: titled('x', 'y'), default: 'y' },
    city: { type: 'string' as const, title: 'City', enum: many },
    some: {
      type: 'array' as const,
      title: 'Some',
      items: { type: 'string' as const, enum: ['p', 'q', 'r'] },
      maxItems: 2,
    },
    tags: { type: 'array' as const, title: 'Tags', items: { anyOf: titled('m', 'n') }, default: ['n'] },
    apiKey: { type: 'string' as const, title: 'API key' },
  },
  required: ['agree', 'one'],
};

function createServer(): McpServer {
  const server = new McpServer({ name: 'fields', version: '1' });
  const rounds = vuelta.attach(server);
  rounds.tool('ask', {}, async (_args, ask) => {
    const answer = await ask.form('all', { message: 'All kinds', schema: FORM });
    return text(JSON.stringify(answer));
  });
  rounds.tool('several', {}, async (_args, ask) => {
    const { some } = FORM.properties;
    const schema = { type: 'object' as const, properties: { some }, required: ['some'] };
    return text(JSON.stringify(await ask.form('several', { message: 'Which?', schema })));
  });
  rounds.tool('nothing', {}, async (_args, ask) => {
    const schema = { type: 'object' as const, properties: {} };
    return text(JSON.stringify(await ask.form('bare', { message: 'Just this?', schema })));
  });
  return server;
}

let browser: Browser;
let sight: Sight;
beforeAll(async () => {
  browser = await launch();
});
const visit = async (): Promise<void> => {
  sight = await open({ target: { target: createServer }, browser });
};
const leave = async (): Promise<void> => sight[Symbol.asyncDispose]();

async function ask(tool = 'ask'): Promise<Locator> {
  await call(sight.page, tool);
  await sight.question.waitFor();
  return sight.question;
}

const field = (label: string) => sight.question.getByLabel(label);

async function answered(): Promise<{ action: string; content?: Record<string, unknown> }> {
  await press(sight.page, sight.question.getByRole('button', { name: 'Answer' }));
  const said = sight.page.locator('.ending > .said');
  await said.waitFor();
  return JSON.parse((await said.textContent()) ?? '') as { action: string };
}

/** The error that a field tells to a screen reader too. */
async function errorOf(control: Locator): Promise<string | null> {
  const ids = ((await control.getAttribute('aria-describedby')) ?? '').split(' ');
  const error = sight.page.locator(ids.map((id) => `#${id}`).join(', ')).and(sight.page.locator('.field-error'));
  return (await error.isVisible()) ? error.textContent() : null;
}

describe('the form grammar', () => {
  beforeEach(visit);
  afterEach(leave);

  it('F15 what is left alone is sent with its defaults, and the rest is left out', async () => {
    const question = await ask();
    await question.getByRole('radiogroup', { name: 'One' }).getByRole('radio', { name: 'a', exact: true }).check();
    expect(await answered()).toEqual({
      action: 'accept',
      content: { given: 'as it is', seats: 2, agree: true, one: 'a', named: 'y', tags: ['n'] },
    });
  });

  it('every kind can be filled in', async () => {
    const question = await ask();
    // F18: one character is one code point.
    await field('Text').fill('🙂');
    await field('Email').fill('ana@example.com');
    await field('Day').fill('2026-07-28');
    await field('Moment').fill('2026-07-28T15:00:00Z');
    await field('Page').fill('https://example.com/page');
    await field('Price').fill('1.5');
    await field('Seats').fill('3.0');
    await question.getByRole('radiogroup', { name: 'Agree' }).getByRole('radio', { name: 'No' }).check();
    await question.getByRole('radiogroup', { name: 'Maybe' }).getByRole('radio', { name: 'Yes' }).check();
    await question.getByRole('radiogroup', { name: 'One' }).getByRole('radio', { name: 'b', exact: true }).check();
    await question.getByRole('radiogroup', { name: 'Named' }).getByRole('radio', { name: 'X' }).check();
    await field('City').selectOption('city 13');
    const some = question.getByRole('group', { name: 'Some' });
    for (const name of ['p', 'r']) await some.getByRole('checkbox', { name }).check();
    await question.getByRole('group', { name: 'Tags' }).getByRole('checkbox', { name: 'N' }).uncheck();
    expect(await answered()).toEqual({
      action: 'accept',
      content: {
        text: '🙂',
        given: 'as it is',
        email: 'ana@example.com',
        day: '2026-07-28',
        moment: '2026-07-28T15:00:00Z',
        page: 'https://example.com/page',
        price: 1.5,
        seats: 3,
        agree: false,
        maybe: true,
        one: 'b',
        named: 'x',
        city: 'city 13',
        some: ['p', 'r'],
        tags: [],
      },
    });
  });

  it('F08 too many choices are refused beside them', async () => {
    const question = await ask();
    const some = question.getByRole('group', { name: 'Some' });
    for (const name of ['p', 'q', 'r']) await some.getByRole('checkbox', { name }).check();
    await question.getByRole('button', { name: 'Answer' }).click();
    await question.getByText('2 fields need another look.').waitFor();
    expect(await errorOf(some)).toBe('must have at most 2 choices');
  });

  it('several choices that are required need one of them', async () => {
    const question = await ask('several');
    await press(sight.page, question.getByRole('button', { name: 'Answer' }));
    await question.getByText('One field needs another look.').waitFor();
    const some = question.getByRole('group', { name: 'Some' });
    expect(await errorOf(some)).toBe('is required');
    await some.getByRole('checkbox', { name: 'q' }).check();
    expect(await answered()).toEqual({ action: 'accept', content: { some: ['q'] } });
  });

  it('a half typed date is not taken for none', async () => {
    const question = await ask();
    await question.getByRole('radiogroup', { name: 'One' }).getByRole('radio', { name: 'a', exact: true }).check();
    await field('Day').focus();
    await sight.page.keyboard.type('28');
    await question.getByRole('button', { name: 'Answer' }).click();
    await question.getByText('One field needs another look.').waitFor();
    expect(await errorOf(field('Day'))).toBe('must be a date, like 2026-07-28');
  });

  it('F17 nothing is chosen that the person has not chosen', async () => {
    const question = await ask();
    const one = question.getByRole('radiogroup', { name: 'One' });
    expect(await one.getByRole('radio', { checked: true }).count()).toBe(0);
    expect(
      await question
        .getByRole('radiogroup', { name: 'Maybe' })
        .getByRole('radio', { checked: true })
        .evaluate((radio) => radio.parentElement?.textContent),
    ).toBe('(leave out)');
    expect(await field('City').evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.text)).toBe(
      '(leave out)',
    );
  });

  it('F49 a field that asks for a secret says so', async () => {
    await ask();
    await sight.question.getByText('Careful: API key looks like a secret.').waitFor();
  });

  it('F07 a form without fields still has three ways out', async () => {
    const question = await ask('nothing');
    expect(await question.getByRole('button').allTextContents()).toEqual(['Accept', 'Decline', 'Cancel']);
    await press(sight.page, question.getByRole('button', { name: 'Accept' }));
    await sight.page.locator('.ending > .said', { hasText: '"accept"' }).waitFor();
  });
});

describe('one form, in which one field after the other is filled in wrong', () => {
  beforeAll(async () => {
    await visit();
    await ask();
  });
  afterAll(leave);

  it.each([
    ['Text', 'ab', 'must have at most 1 character'],
    ['Email', 'ana@', 'must be an email address, like name@example.com'],
    ['Moment', '2026-07-28', 'must be a date and time with its offset, like 2026-07-28T15:00:00Z'],
    ['Page', 'example', 'must be a full address, like https://example.com/page'],
    ['Price', '9.51', 'must be at most 9.5'],
    ['Price', '1,5x', 'must be a number'],
    ['Seats', '1.000', 'can be read as 1000 or as 1: write one of the two'],
    ['Seats', '42xyz', 'must be a whole number'],
    ['Seats', '0', 'must be at least 1'],
  ])('F16 %s refuses %s while typing and on submit alike', async (label, typed, why) => {
    const { question } = sight;
    const control = field(label);
    await control.fill(typed);
    await control.blur();
    expect(await errorOf(control)).toBe(why);
    await question.getByRole('radiogroup', { name: 'One' }).getByRole('radio', { name: 'a', exact: true }).check();
    await question.getByRole('button', { name: 'Answer' }).click();
    await question.getByText('One field needs another look.').waitFor();
    expect(await errorOf(control)).toBe(why);
    expect(await control.getAttribute('aria-invalid')).toBe('true');
    expect(await control.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await control.inputValue()).toBe(typed);
    await control.fill('');
    await control.blur();
    expect(await errorOf(control)).toBeNull();
  });
});
