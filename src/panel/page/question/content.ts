import type { FormIssue } from '../../../form/index.js';
import type { QuestionView } from '../../view.js';
import { addressBlock } from '../address.js';
import { el, newId, say } from '../element.js';
import { drawFields, type Filled } from '../field/fields.js';
import { reason, texts, words } from '../words/language.js';

export interface QuestionContent {
  readonly elements: readonly HTMLElement[];
  /** What the button that accepts says. */
  readonly accept: string;
  fill(): Filled;
  refuse(issues: readonly FormIssue[]): readonly string[];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const nothing =
  (content: Readonly<Record<string, unknown>> = {}): QuestionContent['fill'] =>
  () => ({ ok: true, content });

const tell = (issues: readonly FormIssue[]): string[] => issues.map(({ message }) => message);

function formContent({ schema }: QuestionView): QuestionContent {
  const fields = drawFields(schema ?? { properties: {} });
  const accept = fields.size === 0 ? capital(texts.accept) : words.send;
  return { elements: fields.elements, accept, fill: () => fields.fill(), refuse: (issues) => fields.refuse(issues) };
}

function addressContent({ url }: QuestionView): QuestionContent {
  const elements = url === undefined ? [el('p', {}, words.noAddress)] : addressBlock(url);
  return { elements, accept: capital(texts.done), fill: nothing(), refuse: tell };
}

/** A text area that is the whole answer. */
function areaContent(label: string, hint: string, read: (typed: string) => object): QuestionContent {
  const [id, hintId, errorId] = [newId(), newId(), newId()];
  const area = el('textarea', { id, rows: '5', dir: 'auto', 'aria-describedby': `${hintId} ${errorId}` });
  const error = el('p', { class: 'field-error', id: errorId, hidden: true });
  const note = el('p', { class: 'hint', id: hintId }, hint);
  const element = el('div', { class: 'field' }, el('label', { for: id }, label), note, area, error);
  return {
    elements: [element],
    accept: words.send,
    fill: () => ({ ok: true, content: { ...read(area.value) } }),
    refuse(issues) {
      error.hidden = issues.length === 0;
      area.setAttribute('aria-invalid', String(issues.length > 0));
      say(error, issues.map(({ message }) => reason(message)).join(' '));
      area.focus();
      return [];
    },
  };
}

const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** How each kind of question is filled in. */
export function contentOf(question: QuestionView): QuestionContent {
  switch (question.kind) {
    case 'form':
      return formContent(question);
    case 'url':
      return addressContent(question);
    case 'sampling':
      return areaContent(words.samplingReply, words.samplingAsk, (text) => ({ text }));
    case 'roots':
      return areaContent(words.rootsReply, `${words.rootsAsk} ${words.rootsHint}`, (typed) => ({
        roots: linesOf(typed),
      }));
  }
}
