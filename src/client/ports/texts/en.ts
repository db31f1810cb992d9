import type { Control } from '../../../form/control.js';
import type { Lang } from './lang.js';

const characters = (amount: number): string => (amount === 1 ? '1 more character' : `${amount} more characters`);

/** Everything that a port for people says itself. What it is given is already safe to show. */
export const en = {
  lang: 'en' as Lang,
  /** The heading: who asks, and in which tool or prompt. */
  asks: (who: string, target: string) => `${who} asks, in ${target}:`,
  /** Over the list of fields. */
  fields: 'It asks for:',
  required: 'required',
  optional: 'optional',
  preset: (value: string) => `Enter takes: ${value}`,
  kind: {
    text: 'text',
    email: 'email address',
    uri: 'full address, like https://example.com/page',
    date: 'date, like 2026-07-28',
    'date-time': 'date and time, like 2026-07-28T15:00:00Z',
    number: 'number',
    integer: 'whole number',
    yesNo: 'yes or no',
    choice: 'one choice',
    several: 'several choices',
  } satisfies Record<Control, string>,
  range: (minimum: number | undefined, maximum: number | undefined): string | undefined => {
    if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
    if (minimum !== undefined) return `at least ${minimum}`;
    return maximum === undefined ? undefined : `at most ${maximum}`;
  },
  yes: 'Yes',
  no: 'No',
  leaveOut: '(leave out)',
  answer: 'answer',
  /** For a form without fields, where nothing is to be filled in. */
  accept: 'accept',
  done: 'done, I have finished there',
  decline: 'decline',
  cancel: 'cancel',
  /** How to answer, where whole lines are typed. */
  start: 'Enter answers, n declines, q cancels',
  startAccept: 'Enter accepts, n declines, q cancels',
  startAddress: 'Enter when you have finished there, n declines, q cancels',
  startAgain: 'Press Enter alone, or type n or q',
  address: 'Address',
  host: 'Host',
  openYourself: 'Nothing is opened for you: look at the host, then open the address yourself.',
  /** The host has letters that may look like others; `reads` is what a browser may show. */
  punycode: (reads: string) => `Careful: this host has letters that can look like others. It reads as ${reads}`,
  pickOne: 'Type a number or a name',
  pickSeveral: 'Type numbers or names, separated by commas',
  pickKeys: '↑/↓ to move, Enter to choose',
  severalKeys: '↑/↓ to move, space to mark, Enter when ready',
  moreCharacters: (amount: number) => `(${characters(amount)} not shown)`,
  moreFields: (amount: number) => `and ${amount} more`,
  /** Fields of another server that cannot be asked here. */
  leftOut: (fields: string) => `Not asked here, and left out: ${fields}`,
  matching: (pattern: string) => `matching ${pattern}`,
  /** What a field of another server says and nothing here can check. */
  notChecked: (words: string) => `not checked here: ${words}`,
  refused: (reason: string, left: number) => `Not valid: ${reason}. ${left === 1 ? '1 try' : `${left} tries`} left.`,
  /** In place of `start` for a question that cannot be shown to its end. */
  startTooLong: 'It is too long to be shown whole, so there is no yes to it: n declines, q cancels',
  /** Between two screens of a long question. */
  readOn: (lines: number) => `read on (${lines} more ${lines === 1 ? 'line' : 'lines'})`,
  /** What was typed is the number of one line of a list and the name of another. */
  lineOrName: (typed: string) =>
    `${typed} is the number of one line and the name of another; type ${typed}) for the line, "${typed}" for the name`,
  sameName: 'more than one line has that name; type its number',
  manyReadings: 'it can be read in more than one way; type the numbers of the lines, like 1),2)',
  noMoreTries: (field: string) => `No valid value for ${field} in three tries: cancelled.`,
  cancelled: 'Cancelled.',
  notUnderstood: 'Not understood three times: cancelled.',
  cannotShow: (field: string) => `${field} is required and cannot be asked here: cancelled.`,
  takenBack: 'Nobody waits for this answer any more: the question was taken away.',
  /** A value is a secret by its name; forms must not ask for those. */
  secret: (field: string) =>
    `Careful: ${field} looks like a secret. A form must not ask for passwords, keys or card numbers.`,
};

/** The same in any of the languages. */
export type Texts = typeof en;
