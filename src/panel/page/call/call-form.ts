import type { FormProperty } from '../../../form/index.js';
import { isObject } from '../../../json.js';
import type { Callable } from '../../view.js';
import { post } from '../api.js';
import { el, formEnd, newId, onSubmit, say, told } from '../element.js';
import { type Drawable, drawFields, type Fields } from '../field/fields.js';
import { words } from '../words/language.js';

/** The arguments of something that can be called. It is drawn once for each description of it. */
export interface CallForm {
  readonly element: HTMLElement;
  readonly heading: HTMLElement;
}

/** The fields of a schema; `undefined` for one that is no flat list of properties: its arguments are written as JSON. */
function drawableOf(schema: unknown): Drawable | undefined {
  if (!isObject(schema)) return undefined;
  const { properties = {}, required = [], additionalProperties, $ref, anyOf, oneOf, allOf } = schema;
  if ([$ref, anyOf, oneOf, allOf].some((part) => part !== undefined) || !isObject(properties)) return undefined;
  // A map: its names are the caller's.
  if (Object.keys(properties).length === 0 && isObject(additionalProperties)) return undefined;
  const fields = Object.entries(properties).map(([name, property]): [string, FormProperty] => [
    name,
    (isObject(property) ? property : {}) as unknown as FormProperty,
  ]);
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return { properties: Object.fromEntries(fields), required: names };
}

function promptFields(args: (Callable & { kind: 'prompt' })['args']): Drawable {
  const fields = args.map(({ name, description }): [string, FormProperty] => [name, { type: 'string', description }]);
  return {
    properties: Object.fromEntries(fields),
    required: args.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** All arguments in one JSON object, for what cannot be drawn field by field. */
function wholeAsJson(): Fields {
  const label = 'arguments';
  const property = { title: words.args, default: {} } as unknown as FormProperty;
  const fields = drawFields({ properties: { [label]: property }, required: [label] });
  return {
    ...fields,
    fill() {
      const filled = fields.fill();
      if (!filled.ok) return filled;
      const whole = filled.content[label];
      if (isObject(whole)) return { ok: true, content: whole };
      fields.refuse([{ path: label, message: words.mustBeObject }]);
      return { ok: false, refused: 1 };
    },
  };
}

function fieldsOf(callable: Callable): Fields {
  if (callable.kind === 'resource') return drawFields({ properties: {} });
  if (callable.kind === 'prompt') return drawFields(promptFields(callable.args));
  const drawable = drawableOf(callable.inputSchema);
  return drawable === undefined ? wholeAsJson() : drawFields(drawable);
}

export const titleOf = ({ name, title }: Callable): string => title ?? name;

function headOf(callable: Callable): { readonly heading: HTMLElement; readonly nodes: readonly HTMLElement[] } {
  const { name, title, description } = callable;
  const heading = el('h3', { id: newId(), tabindex: '-1' }, told(titleOf(callable)));
  const code = title !== undefined && title !== name && el('p', { class: 'facts' }, told(name, 'code'));
  const about = description !== undefined && el('p', { class: 'description', dir: 'auto' }, description);
  return { heading, nodes: [heading, code, about].filter((node) => node !== false) };
}

/** What happens when the panel has begun a call; `from` is the form. */
export type OnCall = (id: string, from: HTMLElement) => void;

export function callForm(callable: Callable, onCall: OnCall): CallForm {
  const { heading, nodes } = headOf(callable);
  const fields = fieldsOf(callable);
  const button = el('button', { type: 'submit', class: 'primary' }, words.call);
  const { element: end, problem } = formEnd(button);
  const form = el(
    'form',
    { novalidate: true, autocomplete: 'off', class: 'call-form', 'aria-labelledby': heading.id },
    ...nodes,
    ...(fields.size === 0 ? [el('p', { class: 'hint' }, words.noArguments)] : fields.elements),
    end,
  );
  onSubmit(form, async () => {
    if (button.ariaDisabled === 'true') return;
    const filled = fields.fill();
    say(problem, filled.ok ? '' : words.checkFields(filled.refused));
    if (!filled.ok) return;
    button.ariaDisabled = 'true';
    form.ariaBusy = 'true';
    const { kind, name } = callable;
    const reply = await post('api/call', { kind, name, args: filled.content });
    button.ariaDisabled = null;
    form.ariaBusy = null;
    if (reply.ok) onCall((reply.body as { readonly call: string }).call, form);
    else say(problem, reply.error || words.lost);
  });
  return { element: form, heading };
}
