import { fromJsonSchema, specTypeSchemas } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import {
  checkContent,
  fillDefaults,
  FormError,
  lintForm,
  parseText,
  toForm,
  type FormSchema,
  type FormValue,
} from '../../src/form/index.js';
import { forAll } from '../random.js';
import { anything, formOf, sampleOf, textOf } from './random.js';

const RUNS = 400;
const SEED = 20_260_728;

const eachRun = (run: (random: () => number) => void): void => forAll(RUNS, SEED, ({ next }) => run(next));

describe('any form of the grammar', () => {
  it('passes the lint, and the schema of the revision with nothing stripped', () => {
    eachRun((random) => {
      const { schema } = formOf(random);
      expect(lintForm(schema)).toEqual([]);
      for (const property of Object.values(schema.properties)) {
        const parsed = specTypeSchemas.PrimitiveSchemaDefinition['~standard'].validate(property);
        expect(parsed).toEqual({ value: property });
      }
    });
  });

  it('is the same after it was made a form, however often', () => {
    eachRun((random) => {
      const { schema } = formOf(random);
      const once = toForm(schema).wire;
      expect(once).toEqual(schema);
      expect(JSON.stringify(toForm(once).wire)).toBe(JSON.stringify(once));
    });
  });

  it('accepts an answer that fits, unchanged, and again', () => {
    eachRun((random) => {
      const { schema, content } = formOf(random);
      const outcome = checkContent(schema, { ...content, extra: 1 });
      expect(outcome).toEqual({ ok: true, content, wire: content });
      expect(checkContent(schema, JSON.parse(JSON.stringify(content)))).toEqual(outcome);
    });
  });

  it('accepts what is left out exactly when it has a default or is not required', () => {
    eachRun((random) => {
      const { schema, content } = formOf(random);
      const given = Object.fromEntries(Object.entries(content).filter(() => random() < 0.5));
      const missing = Object.keys(schema.properties).filter(
        (name) => !(name in given) && schema.properties[name]?.default === undefined && schema.required?.includes(name),
      );
      const outcome = checkContent(schema, given);
      expect(outcome.ok ? [] : outcome.issues).toEqual(missing.map((path) => ({ path, message: 'is required' })));
      if (outcome.ok) expect(outcome.wire).toEqual(fillDefaults(schema, given));
    });
  });

  it('never throws on an answer, and never repeats it', () => {
    eachRun((random) => {
      const { schema } = formOf(random);
      const secret = `s3cr3t${textOf(random, 6)}`;
      const answers = Object.keys(schema.properties).map((name) => [name, random() < 0.5 ? secret : anything(random)]);
      const outcome = checkContent(schema, random() < 0.1 ? anything(random) : Object.fromEntries(answers));
      const messages = outcome.ok ? [] : outcome.issues.map(({ message }) => message);
      expect(messages.join()).not.toContain('s3cr3t');
    });
  });
});

describe('any answer', () => {
  it('is judged as the JSON Schema validator of the SDK judges it, but for unsafe whole numbers', () => {
    const verdicts = { accepted: 0, refused: 0 };
    eachRun((random) => {
      const { schema, content } = formOf(random);
      const changed = Object.entries(content).map(([name, value]) => {
        if (random() < 0.7) return [name, value];
        return [name, random() < 0.4 ? anything(random) : sampleOf(random).value];
      });
      const answer = JSON.parse(JSON.stringify(Object.fromEntries(changed))) as Record<string, FormValue>;
      const unsafe = Object.values(answer).some((value) => Number.isInteger(value) && !Number.isSafeInteger(value));
      if (unsafe) return;
      const validator = fromJsonSchema(schema as Parameters<typeof fromJsonSchema>[0]);
      const theirs = validator['~standard'].validate(fillDefaults(schema, answer));
      const accepted = !('issues' in theirs) || theirs.issues === undefined;
      expect(checkContent(schema, answer).ok, JSON.stringify({ schema, answer })).toBe(accepted);
      verdicts[accepted ? 'accepted' : 'refused'] += 1;
    });
    expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(RUNS / 8);
  });
});

describe('any text for any field', () => {
  it('F16 is read as a value that the check accepts, or refused in words without it', () => {
    eachRun((random) => {
      const { property } = sampleOf(random);
      const text =
        random() < 0.5
          ? textOf(random, 1 + Math.floor(random() * 6))
          : `${Math.floor(random() * 100)}${random() < 0.5 ? '' : 'xyz'}`;
      const outcome = parseText(property, text);
      const checked = checkContent(
        { type: 'object', properties: { f: property } },
        outcome.ok ? { f: outcome.value } : {},
      );
      if (outcome.ok) expect(checked).toMatchObject({ ok: true, content: { f: outcome.value } });
      else expect(outcome.message).toMatch(/^(must|each choice|can be read as)/);
    });
  });

  it('F16 reads back what a value looks like', () => {
    eachRun((random) => {
      const { property, value } = sampleOf(random);
      const text = Array.isArray(value) ? value.join(',') : String(value);
      expect(parseText(property, text)).toEqual({ ok: true, value });
    });
  });
});

describe('anything for a schema', () => {
  it('is linted without throwing, and refused with a FormError or made a form', () => {
    let refused = 0;
    eachRun((random) => {
      const broken = {
        type: 'object',
        properties: { f0: anything(random), f1: anything(random, 3) },
        required: anything(random, 1),
      };
      const faults = lintForm(broken);
      try {
        expect(lintForm(toForm(broken as FormSchema).wire)).toEqual([]);
      } catch (error) {
        expect(error).toBeInstanceOf(FormError);
        expect(faults.length).toBeGreaterThan(0);
        refused += 1;
      }
    });
    expect(refused).toBeGreaterThan(RUNS / 2);
  });
});
