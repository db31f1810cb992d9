import { MODERN, REVISIONS } from '../../protocol/revision.js';
import { ASK_KINDS } from '../../protocol/kinds.js';
import type { PanelCapabilities, PanelSettings, PanelView } from '../view.js';
import { post } from './api.js';
import { el, formEnd, newId, onSubmit, type Part, say } from './element.js';
import { words } from './words/language.js';

const option = (input: HTMLInputElement, text: string): HTMLElement => el('label', { class: 'option' }, input, text);

const inputs = () => {
  const name = newId();
  return {
    revisions: REVISIONS.map((value) => ({ value, input: el('input', { type: 'radio', name }) })),
    capabilities: ASK_KINDS.map((name) => ({ name, input: el('input', { type: 'checkbox' }) })),
  };
};

/** What this client is: the revision that it speaks and what it declares. */
export function settings(): Part<PanelView> {
  const { revisions, capabilities } = inputs();
  const { element: end, problem } = formEnd(el('button', { type: 'submit' }, words.apply));
  const revisionOptions = revisions.map(({ value, input }) => option(input, value));
  const capabilityOptions = capabilities.map(({ name, input }) => option(input, words.declared[name]));
  const form = el(
    'form',
    { class: 'settings' },
    el(
      'fieldset',
      { class: 'field' },
      el('legend', {}, words.revision),
      el('div', { class: 'options row' }, ...revisionOptions),
    ),
    el(
      'fieldset',
      { class: 'field' },
      el('legend', {}, words.declares),
      el('div', { class: 'options' }, ...capabilityOptions),
    ),
    end,
    el('p', { class: 'hint' }, words.applyHint),
  );
  const summary = el('summary', {}, el('h2', {}, words.settings));
  let touched = false;

  const chosen = (): PanelSettings => ({
    revision: revisions.find(({ input }) => input.checked)?.value ?? MODERN,
    capabilities: Object.fromEntries(
      capabilities.map(({ name, input }) => [name, input.checked]),
    ) as unknown as PanelCapabilities,
  });
  form.addEventListener('change', () => (touched = true));
  onSubmit(form, async () => {
    say(problem, '');
    const reply = await post('api/settings', chosen());
    touched = !reply.ok;
    if (!reply.ok) say(problem, reply.error || words.lost);
  });

  return {
    element: el('details', { class: 'card' }, summary, form),
    update({ settings: { revision, capabilities: declared } }) {
      if (touched) return;
      for (const { value, input } of revisions) input.checked = value === revision;
      for (const { name, input } of capabilities) input.checked = declared[name];
    },
  };
}
