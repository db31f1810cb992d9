import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checkContent, toForm, type Form, type StandardSchema } from '../../src/form/index.js';

const valibot = (field: v.GenericSchema): StandardSchema => toStandardJsonSchema(v.object({ field }));
const zod = (field: z.ZodType): StandardSchema => z.object({ field });

/** Why the schema refuses what the wire lets through. */
async function refusal(form: Form, field: string): Promise<string> {
  expect(checkContent(form.wire, { field }).ok).toBe(true);
  const outcome = await form.validate({ field });
  return outcome.ok ? '' : (outcome.issues[0]?.message ?? '');
}

describe('F72 a text that the wire takes and the schema does not', () => {
  it.each<[string, StandardSchema, string, string]>([
    ['zod datetime', zod(z.iso.datetime()), '2026-10-01T14:53:00+02:00', '2026-07-28T15:00:00Z'],
    [
      'zod datetime, milliseconds',
      zod(z.iso.datetime({ precision: 3 })),
      '2026-10-01T14:53:00Z',
      '2026-07-28T15:00:00.000Z',
    ],
    ['zod datetime, tenths', zod(z.iso.datetime({ precision: 1 })), '2026-10-01T14:53:00Z', '2026-07-28T15:00:00.0Z'],
    [
      'zod datetime, offset and milliseconds',
      zod(z.iso.datetime({ precision: 3, offset: true })),
      '2026-10-01T14:53:00Z',
      '2026-07-28T15:00:00.000+02:00',
    ],
    ['zod time, hundredths', zod(z.iso.time({ precision: 2 })), '15:00', '15:00:00.00'],
    ['zod datetime, minutes', zod(z.iso.datetime({ precision: -1 })), '2026-10-01T14:53:00Z', '2026-07-28T15:00Z'],
    ['zod local datetime', zod(z.iso.datetime({ local: true })), '2026-10-01T14:53:00+02:00', '2026-07-28T15:00:00Z'],
    ['zod time', zod(z.iso.time()), '3 pm', '15:00'],
    ['zod duration', zod(z.iso.duration()), '3 days', 'P3DT4H'],
    ['zod email', zod(z.email()), 'o!brien@example.com', 'name@example.com'],
    ['zod uuid', zod(z.uuid()), 'abc', '3b241101-e2bb-4255-8caf-4136c566a962'],
    ['zod uuid 7', zod(z.uuidv7()), 'abc', '01890a5d-ac96-774b-bcce-b302099a8057'],
    ['zod ulid', zod(z.ulid()), 'abc', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['zod cuid', zod(z.cuid()), 'abc', 'cjld2cjxh0000qzrmn831i7rn'],
    ['zod nanoid', zod(z.nanoid()), 'abc', 'V1StGXR8_Z5jdHi6B-myT'],
    ['zod emoji', zod(z.emoji()), 'smile', '🙂'],
    ['zod ipv4', zod(z.ipv4()), '300.1.1.1', '192.0.2.1'],
    ['zod ipv6', zod(z.ipv6()), '300.1.1.1', '2001:db8::1'],
    ['zod mac', zod(z.mac()), 'abc', '00:1A:2B:3C:4D:5E'],
    ['zod base64', zod(z.base64()), 'a', 'aGVsbG8='],
    ['zod e164', zod(z.e164()), '0171 234567', '+15555550123'],
    ['zod jwt', zod(z.jwt()), 'abc', 'eyJ….eyJ….c2ln…'],
    ['valibot local time', valibot(v.pipe(v.string(), v.isoDateTime())), '2026-10-01T14:53:00Z', '2026-07-28T15:00'],
    ['valibot time', valibot(v.pipe(v.string(), v.isoTime())), '3 pm', '15:00'],
    ['valibot time, seconds', valibot(v.pipe(v.string(), v.isoTimeSecond())), '15:00', '15:00:00'],
    ['valibot week', valibot(v.pipe(v.string(), v.isoWeek())), 'week 31', '2026-W31'],
    ['valibot ipv4', valibot(v.pipe(v.string(), v.ipv4())), 'abc', '192.0.2.1'],
    ['valibot base64', valibot(v.pipe(v.string(), v.base64())), 'a', 'aGVsbG8='],
    ['arktype email', type({ field: 'string.email' }), 'o!brien@example.com', 'name@example.com'],
    ['arktype date', type({ field: 'string.date.iso' }), 'tomorrow', '2026-07-28T15:00:00+02:00'],
    ['arktype uuid', type({ field: 'string.uuid.v4' }), 'abc', '3b241101-e2bb-4255-8caf-4136c566a962'],
  ])('%s is listed as enforced, and asked again with an example', async (_name, schema, given, like) => {
    const form = toForm(schema);
    expect(form.enforced.length).toBeGreaterThan(0);
    expect(await refusal(form, given)).toMatch(/; it must be .+, like /);
    expect(await refusal(form, given)).toContain(`like ${like}`);
    // The example is one: a person who copies its form succeeds.
    if (!like.includes('…')) expect(await form.validate({ field: like })).toMatchObject({ ok: true });
  });

  it('says UTC and Z where only those count', async () => {
    const why = await refusal(toForm(zod(z.iso.datetime())), '2026-10-01T14:53:00+02:00');
    expect(why).toBe(
      'Invalid ISO datetime; it must be a date and time in UTC, ending with Z, like 2026-07-28T15:00:00Z',
    );
  });

  it('a format of the library that says what the wire says is not listed', () => {
    expect(toForm(zod(z.iso.date())).enforced).toEqual([]);
  });

  it('a date and time without an offset goes out as text: no answer could be both', async () => {
    const form = toForm(valibot(v.pipe(v.string(), v.isoDateTime())));
    expect(form.wire.properties['field']).toEqual({ type: 'string' });
    expect(form.enforced).toEqual(['properties.field.format']);
    expect(await form.validate({ field: '2026-10-01T14:53' })).toMatchObject({ ok: true });
    const stamp = toForm(valibot(v.pipe(v.string(), v.isoTimestamp())));
    expect(stamp.wire.properties['field']).toEqual({ type: 'string', format: 'date-time' });
  });

  it('an expression of the author that is met is not blamed for another rule', async () => {
    const form = toForm(zod(z.iso.datetime().refine(() => false, 'That hour is taken')));
    expect(await refusal(form, '2026-10-01T14:53:00Z')).toBe('That hour is taken');
    expect(await refusal(toForm(zod(z.string().regex(/^[A-Z]{3}$/))), 'abc')).not.toContain('like');
  });

  it('an expression that asks for one character is not taken for the format that has it', async () => {
    for (const rule of [
      z.string().includes('@'),
      z.string().regex(/-/),
      z.string().regex(/^.{20,}$/),
      z.string().regex(/^\d{4}/),
    ])
      expect(await refusal(toForm(zod(rule)), 'abc')).not.toContain('like');
  });

  it.each<[string, z.ZodType, string, string]>([
    [
      'a format of the author',
      z.stringFormat('postcode', /^\d{4} [A-Z]{2}$/),
      'abc',
      'Invalid postcode; it must match ^\\d{4} [A-Z]{2}$',
    ],
    ['a template', z.templateLiteral(['T-', z.int()]), 'abc', 'Invalid input; it must match ^T-'],
    [
      'a scheme',
      z.url({ protocol: /^https$/ }),
      'ftp://example.com/a',
      'Invalid URL; it must be an address such as https://example.com/page',
    ],
    [
      'another scheme',
      z.url({ protocol: /^ftp$/ }),
      'https://example.com',
      'Invalid URL; it must be an address such as ftp://example.com/a',
    ],
    ['a host that no example here has', z.url({ hostname: /^acme\.test$/ }), 'https://example.com', 'Invalid URL'],
  ])('%s is said where the library says nothing', async (_name, field, given, why) => {
    expect(await refusal(toForm(zod(field)), given)).toContain(why);
  });

  it.each<[z.ZodType, number, string]>([
    [z.number().gt(0), 0, 'must be more than 0'],
    [z.number().lt(9), 9, 'must be less than 9'],
    [
      z
        .number()
        .multipleOf(0.5)
        .refine((value) => value !== 1.5, 'Not 1.5'),
      1.5,
      'does not meet the rules of this field',
    ],
  ])('a bound that is the answer itself is said all the same', async (field, given, why) => {
    const outcome = await toForm(zod(field)).validate({ field: given });
    expect(outcome).toMatchObject({ ok: false, issues: [{ path: 'field', message: why }] });
  });
});
