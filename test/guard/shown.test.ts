import * as otel from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, describe, expect, it } from 'vitest';
import { shown } from '../../src/guard/events/shown.js';
import { Host, yes } from './server.js';

/** A command to a terminal, a turn of direction, and what nobody sees. */
const HOSTILE = '\u001b[2J\u202E\u200B\uFEFF\u{E0041}\u3164\r\n\u0000x';
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** All texts of a value, however deep. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

describe('F94: names in events and spans', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  otel.trace.setGlobalTracerProvider(provider);
  afterAll(() => otel.trace.disable());

  it.each([HOSTILE, `${HOSTILE}${'a'.repeat(1_000_000)}`, '😀'.repeat(100_000)])(
    'are cut, and what nobody sees in them is spelled out (%#)',
    async (name) => {
      exporter.reset();
      const key = 'k'.repeat(100);
      const host = new Host(
        (server, rounds) => {
          server.registerResource('r', 'note://r', {}, () => ({ contents: [] }));
          rounds.prompt(name, {}, async (_args, ask) => {
            await ask.confirm(key, 'Go?');
            await ask.once(name, () => 1);
            return { messages: [] };
          });
        },
        { telemetry: otel },
      );
      const { state } = await host.send('prompts/get', { name });
      await host.send('prompts/get', { name }, { state, answers: { [key]: yes({ [key]: true }), other: yes() } });
      await host.send('prompts/get', { name }, { state: 'x', answers: {} });
      await host.resource(`note://${'b'.repeat(100_000)}`, { state: 'x' });
      expect(new Set(host.events.map(({ type }) => type))).toContain('step_run');
      expect(new Set(host.events.map(({ type }) => type))).toContain('rejected');
      const spans = exporter.getFinishedSpans();
      expect(spans).toHaveLength(4);
      const seen = [host.events, spans.map(({ name: title, attributes }) => ({ title, attributes }))];
      for (const said of texts(seen)) {
        expect(said.length).toBeLessThan(300);
        expect(said).not.toMatch(UNSEEN);
      }
    },
  );

  it('are cut at their limit, and never through a character', () => {
    expect(shown('a'.repeat(200), 200)).toBe('a'.repeat(200));
    expect(shown('a'.repeat(201), 200)).toBe(`${'a'.repeat(200)}…`);
    expect(shown(`${'a'.repeat(199)}😀`, 200)).toBe(`${'a'.repeat(199)}…`);
    expect(shown('\uD800\n', 200)).toBe('⟨U+D800⟩⟨U+000A⟩');
  });

  it('of everyday servers stay as they are', () => {
    for (const name of ['reservar_vaga', 'não/é', 'file:///a b/ç.txt?x=1#y', '日本', '😀'])
      expect(shown(name, 200)).toBe(name);
  });
});
