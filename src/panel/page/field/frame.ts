import { el, newId, say, told } from '../element.js';
import type { Plan } from './field.js';
import { reason, texts } from '../words/language.js';
import { visible } from '../../../invisible-characters.js';

/** What surrounds a control: its label, what the server says about it, the hint, and the error beside it. */
export interface Frame {
  readonly element: HTMLElement;
  /** For `aria-describedby`. */
  readonly describedBy: string;
  readonly refuse: (message: string | undefined) => void;
}

const labelOf = ({ label, required }: Plan): (HTMLElement | string)[] => [
  told(label),
  ' ',
  el('small', {}, required ? texts.required : texts.optional),
];

interface Notes {
  readonly nodes: readonly HTMLElement[];
  readonly error: HTMLElement;
  readonly describedBy: string;
}

function notesOf({ description, hint, warning }: Plan): Notes {
  const error = el('p', { class: 'field-error', id: newId(), hidden: true });
  const described = [
    description !== '' && el('p', { class: 'description', id: newId(), dir: 'auto' }, description),
    hint !== '' && el('p', { class: 'hint', id: newId() }, hint),
    warning !== undefined && el('p', { class: 'warning', id: newId() }, warning),
  ].filter((note) => note !== false);
  return { nodes: described, error, describedBy: [...described, error].map(({ id }) => id).join(' ') };
}

function refuseIn(error: HTMLElement, mark: (refused: boolean) => void, message: string | undefined): void {
  error.hidden = message === undefined;
  say(error, message === undefined ? '' : visible(reason(message)));
  mark(message !== undefined);
}

const markOf = (control: HTMLElement) => (refused: boolean) => {
  if (refused) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
};

/** For one control with a label of its own. */
export function labelled(plan: Plan, control: HTMLElement): Frame {
  const { nodes, error, describedBy } = notesOf(plan);
  control.id = newId();
  control.setAttribute('aria-describedby', describedBy);
  if (plan.required) control.setAttribute('aria-required', 'true');
  const label = el('label', { for: control.id }, ...labelOf(plan));
  const element = el('div', { class: 'field' }, label, ...nodes, control, error);
  return { element, describedBy, refuse: (message) => refuseIn(error, markOf(control), message) };
}

/** For a group of controls that together are one field. */
export function grouped(plan: Plan, role: 'group' | 'radiogroup', options: HTMLElement): Frame {
  const { nodes, error, describedBy } = notesOf(plan);
  const isRadio = role === 'radiogroup';
  const attributes = { class: 'field', 'aria-describedby': describedBy, ...(isRadio && { role }) };
  const element = el('fieldset', attributes, el('legend', {}, ...labelOf(plan)), ...nodes, options, error);
  if (isRadio && plan.required) element.setAttribute('aria-required', 'true');
  const mark = isRadio ? markOf(element) : (): void => {};
  return { element, describedBy, refuse: (message) => refuseIn(error, mark, message) };
}
