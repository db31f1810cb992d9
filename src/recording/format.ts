import { escapeUnseen, prettyJson } from '../shown/json.js';
import type { Recording } from './recording.js';

const HEADER = ` A recording of Vuelta. Edit what you like.
 <id 1>, <time 1>: a value that differs from run to run; the same one has the same number.
 <answer KEY.FIELD>: the server repeats what was answered. <any>: whatever the server says here.
`;

/** A character as YAML 1.2 escapes it. */
function yamlEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? String.raw`\U${code.padStart(8, '0')}` : String.raw`\u${code.padStart(4, '0')}`;
}

/** What nobody sees, and what a CI that prints the file would obey. Only a double-quoted scalar has escapes. */
const needsEscapes = (text: string): boolean => /^\s*::/mu.test(text) || escapeUnseen(text, yamlEscape) !== text;

/**
 * The text of a recording, for a file that people read and edit; YAML unless told otherwise.
 *
 * @example
 * ```ts
 * await writeFile('book.yaml', await formatRecording(recording));
 * ```
 */
export async function formatRecording(
  recording: Recording,
  options: { readonly format?: 'yaml' | 'json' } = {},
): Promise<string> {
  const { format = 'yaml' } = options;
  if (format === 'json') return `${prettyJson(recording)}\n`;
  if (format !== 'yaml') throw new RangeError("format must be 'yaml' or 'json'.");
  const { Document, visit } = await import('yaml');
  const document = new Document(recording, { aliasDuplicateObjects: false });
  document.commentBefore = HEADER.trimEnd();
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'string' && needsEscapes(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  // What is escaped here stands in double-quoted scalars only: nothing of it is left anywhere else.
  return escapeUnseen(document.toString({ lineWidth: 0, singleQuote: true }), yamlEscape);
}
