import { accept, type Answer, cancel, decline } from '../../client/answers/answers.js';
import { type Ask, describeAsk } from '../../protocol/ask.js';
import { checkForm } from '../../client/answers/check.js';
import { readable } from '../../client/answers/foreign.js';
import type { Port } from '../../client/ports/port.js';
import { printable } from '../../shown/line.js';
import { VueltaError } from '../../errors.js';
import type { FormSchema, FormValue } from '../../form/index.js';
import type { SameAnswer } from './options.js';

/**
 * What somebody who only says yes would send: defaults, and true where yes or no has none. The only field of a form is the
 * question itself, and there yes is true whatever the default.
 */
function contentOf({ properties }: FormSchema): Record<string, FormValue> {
  const fields = Object.entries(properties);
  const content: Record<string, FormValue> = {};
  for (const [name, { type, default: usual }] of fields) {
    if (type === 'boolean' && (usual === undefined || fields.length === 1)) content[name] = true;
  }
  return content;
}

function sayYes(ask: Ask, mask: (text: string) => string): Answer | undefined {
  if (ask.kind === 'url') return accept();
  if (ask.requestedSchema === undefined) return undefined;
  const content = contentOf(readable(ask.requestedSchema));
  const fitted = checkForm(ask.requestedSchema, content);
  if ('content' in fitted) return accept(content);
  const reasons = fitted.issues.map(({ path, message }) => printable(path === '' ? message : `${path}: ${message}`));
  throw new VueltaError(
    'ask_unanswered',
    `--yes is no answer to ${describeAsk(ask, mask)}: ${reasons.join('; ')}. It takes defaults and says yes; it makes nothing up. ` +
      `Give the content with --answer ${printable(ask.key)}='{…}' or an answer file.`,
  );
}

/** The same answer to every form and address. `mask` hides earlier answers in what an error says of an ask. */
export function sameAnswer(name: SameAnswer, mask: (text: string) => string): Port {
  const answer = { yes: (ask: Ask) => sayYes(ask, mask), decline, cancel }[name];
  return {
    name: `--${name}`,
    capabilities: { elicitation: { form: {}, url: {} } },
    put: async ({ ask }) => (ask.kind === 'form' || ask.kind === 'url' ? answer(ask) : undefined),
  };
}
