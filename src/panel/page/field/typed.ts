import { el, told } from '../element.js';
import { EMPTY, type Field, type Plan, type Reading, readTyped } from './field.js';
import { labelled } from './frame.js';
import { words } from '../words/language.js';

const INPUT_MODES: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  integer: 'numeric',
  number: 'decimal',
};

/** From this length on a text may have lines. */
const LONG_TEXT = 300;

type Control = HTMLInputElement | HTMLTextAreaElement;

function isLong({ kind, property, preset }: Plan): boolean {
  if (kind !== 'text' || property.type !== 'string') return false;
  const length = 'maxLength' in property ? property.maxLength : undefined;
  return (length ?? 0) >= LONG_TEXT || String(preset ?? '').includes('\n');
}

function controlFor(plan: Plan): Control {
  const value = plan.preset === undefined ? '' : String(plan.preset);
  if (isLong(plan)) return el('textarea', { rows: '4', dir: 'auto' }, value);
  const { kind } = plan;
  const mode = INPUT_MODES[kind];
  // A minus sign is not on every numeric keyboard.
  const isNegative = 'minimum' in plan.property && (plan.property.minimum ?? 0) < 0;
  return el('input', {
    type: kind === 'date' ? 'date' : 'text',
    autocomplete: 'off',
    spellcheck: kind === 'text' ? undefined : 'false',
    inputmode: isNegative ? undefined : mode,
    dir: kind === 'text' ? 'auto' : undefined,
    value,
  });
}

/** A date that is only half typed is not nothing. */
function read(plan: Plan, control: Control): Reading {
  // What we filled in ourselves is the default, however it may be read.
  if (plan.preset !== undefined && control.value === String(plan.preset)) return { kind: 'value', value: plan.preset };
  if (control.validity.badInput) return { kind: 'refused', message: 'must be a date, like 2026-07-28' };
  return readTyped(plan, control.value);
}

let isPressed = false;
let waiting: (() => void)[] = [];

function release(): void {
  isPressed = false;
  const late = waiting;
  waiting = [];
  // The click comes after the release.
  setTimeout(() => {
    for (const run of late) run();
  });
}

addEventListener('pointerdown', () => (isPressed = true), true);
addEventListener('pointerup', release, true);
addEventListener('pointercancel', release, true);

/**
 * Runs what changes the layout when no button is held down. Pressing a button takes the focus from a field: an error that
 * appeared at once would move the button away from under the pointer, and the click would be lost.
 */
function whenReleased(run: () => void): void {
  if (isPressed) waiting.push(run);
  else run();
}

/** A field into which a person types: text, a format, or a number. */
export function typedField(plan: Plan): Field {
  const control = controlFor(plan);
  const { element, refuse } = labelled(plan, control);
  control.addEventListener('change', () => {
    whenReleased(() => {
      const reading = read(plan, control);
      refuse(reading.kind === 'refused' ? reading.message : undefined);
    });
  });
  return { plan, element, refuse, read: () => read(plan, control), focus: () => control.focus() };
}

function readJson(typed: string): Reading {
  if (typed.trim() === '') return EMPTY;
  try {
    return { kind: 'value', value: JSON.parse(typed) };
  } catch {
    return { kind: 'refused', message: words.mustBeJson };
  }
}

/** A field that cannot be drawn: its value is written as JSON. One that may be left out is folded away. */
export function jsonField(plan: Plan): Field {
  const preset = plan.property.default as unknown;
  const text = preset === undefined ? '' : JSON.stringify(preset, null, 2);
  const control = el('textarea', { rows: '3', spellcheck: 'false', class: 'code' }, text);
  const { element: inner, refuse } = labelled(plan, control);
  const folded = !plan.required && text === '';
  const summary = el('summary', {}, told(plan.label), ` (${words.json})`);
  const element = folded ? el('details', { class: 'folded' }, summary, inner) : inner;
  const unfold = (): void => {
    if (element instanceof HTMLDetailsElement) element.open = true;
  };
  return {
    plan,
    element,
    read: () => readJson(control.value),
    refuse(message) {
      if (message !== undefined) unfold();
      refuse(message);
    },
    focus() {
      unfold();
      control.focus();
    },
  };
}
