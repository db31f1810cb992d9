import type { FormValue } from '../../../form/index.js';
import { choicesOf } from '../../../form/control.js';
import { el, newId, told } from '../element.js';
import { EMPTY, type Field, type Plan, type Reading } from './field.js';
import { grouped, labelled } from './frame.js';
import { texts, words } from '../words/language.js';
import { visible } from '../../../invisible-characters.js';

/** With more options than this one choice is a list that opens. */
const MAX_RADIOS = 7;

interface Option {
  readonly value: FormValue | undefined;
  readonly title: string;
}

const valueOf = (value: FormValue | undefined): Reading => (value === undefined ? EMPTY : { kind: 'value', value });

function optionsIn({ kind, property, required, preset }: Plan): Option[] {
  const options: Option[] =
    kind === 'yesNo'
      ? [
          { value: true, title: texts.yes },
          { value: false, title: texts.no },
        ]
      : choicesOf(property).map(({ const: value, title }) => ({
          value,
          title: title || value,
        }));
  // What is left out takes the default, so with one there is nothing to leave out.
  return required || preset !== undefined ? options : [...options, { value: undefined, title: texts.leaveOut }];
}

function choiceLine(input: HTMLInputElement, title: string): HTMLElement {
  return el('label', { class: 'option' }, input, told(visible(title)));
}

/** One choice, all of it in sight. Nothing is chosen beforehand but a default, or to leave the field out. */
function radioField(plan: Plan, options: readonly Option[]): Field {
  const name = newId();
  const inputs = options.map(({ value }) =>
    el('input', { type: 'radio', name, checked: value === plan.preset && (value !== undefined || !plan.required) }),
  );
  const lines = inputs.map((input, at) => choiceLine(input, options[at]?.title ?? ''));
  const frame = grouped(plan, 'radiogroup', el('div', { class: 'options' }, ...lines));
  const chosen = (): number => inputs.findIndex((input) => input.checked);
  frame.element.addEventListener('change', () => frame.refuse(undefined));
  return {
    plan,
    element: frame.element,
    refuse: frame.refuse,
    read: () => valueOf(options[chosen()]?.value),
    focus: () => inputs[Math.max(0, chosen())]?.focus(),
  };
}

function selectField(plan: Plan, options: readonly Option[]): Field {
  const needsChoice = plan.required && plan.preset === undefined;
  const listed = needsChoice ? [{ value: undefined, title: words.choose }, ...options] : options;
  const select = el('select', {}, ...listed.map(({ title }) => el('option', {}, visible(title))));
  select.selectedIndex = Math.max(
    0,
    listed.findIndex(({ value }) => value === plan.preset),
  );
  const { element, refuse } = labelled(plan, select);
  select.addEventListener('change', () => refuse(undefined));
  return {
    plan,
    element,
    refuse,
    read: () => valueOf(listed[select.selectedIndex]?.value),
    focus: () => select.focus(),
  };
}

export function choiceField(plan: Plan): Field {
  const options = optionsIn(plan);
  return options.length > MAX_RADIOS ? selectField(plan, options) : radioField(plan, options);
}

/** Several choices. None of them, where there is no default to take back, leaves the field out. */
export function severalField(plan: Plan): Field {
  const options = choicesOf(plan.property);
  const preset = Array.isArray(plan.preset) ? plan.preset : [];
  const inputs = options.map((option) => el('input', { type: 'checkbox', checked: preset.includes(option.const) }));
  const lines = inputs.map((input, at) => choiceLine(input, options[at]?.title || (options[at]?.const ?? '')));
  const frame = grouped(plan, 'group', el('div', { class: 'options' }, ...lines));
  frame.element.addEventListener('change', () => frame.refuse(undefined));
  const isLeftOut = plan.preset === undefined;
  const chosen = (): string[] => options.filter((_, at) => inputs[at]?.checked).map((option) => option.const);
  return {
    plan,
    element: frame.element,
    refuse: frame.refuse,
    read: () => (isLeftOut && chosen().length === 0 ? EMPTY : valueOf(chosen())),
    focus: () => inputs[0]?.focus(),
  };
}
