import type { Recording } from './recording.js';

const HEADER = ` A recording of Vuelta. Edit what you like.
 <id 1>, <time 1>: a value that differs from run to run; the same one has the same number.
 <answer KEY.FIELD>: the server repeats what was answered. <any>: whatever the server says here.
`;

/** Control characters and bidi overrides of a hostile server must not reach the terminal of who reads the file. */
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const escapeHidden = (text: string): string =>
  text.replace(HIDDEN, (found) =>
    found === '\n' ? found : String.raw`\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

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
  if (format === 'json') return `${escapeHidden(JSON.stringify(recording, null, 2))}\n`;
  if (format !== 'yaml') throw new RangeError("format must be 'yaml' or 'json'.");
  const { Document, visit } = await import('yaml');
  const document = new Document(recording, { aliasDuplicateObjects: false });
  document.commentBefore = HEADER.trimEnd();
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value !== 'string') return;
      const unsafe = node.value.replaceAll('\n', '');
      if (unsafe.search(HIDDEN) !== -1) node.type = 'QUOTE_DOUBLE';
    },
  });
  return escapeHidden(document.toString({ lineWidth: 0, singleQuote: true }));
}
