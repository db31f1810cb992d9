import type { Texts } from './texts.js';

const characters = (amount: number): string => (amount === 1 ? '1 more character' : `${amount} more characters`);

export const en: Texts = {
  lang: 'en',
  asks: (who, target) => `${who} asks, in ${target}:`,
  fields: 'It asks for:',
  required: 'required',
  optional: 'optional',
  preset: (value) => `Enter takes: ${value}`,
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
  },
  range: (minimum, maximum) => {
    if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
    if (minimum !== undefined) return `at least ${minimum}`;
    return maximum === undefined ? undefined : `at most ${maximum}`;
  },
  yes: 'Yes',
  no: 'No',
  leaveOut: '(leave out)',
  answer: 'answer',
  accept: 'accept',
  done: 'done, I have finished there',
  decline: 'decline',
  cancel: 'cancel',
  start: 'Enter answers, n declines, q cancels',
  startAccept: 'Enter accepts, n declines, q cancels',
  startAddress: 'Enter when you have finished there, n declines, q cancels',
  startAgain: 'Press Enter alone, or type n or q',
  address: 'Address',
  host: 'Host',
  openYourself: 'Nothing is opened for you: look at the host, then open the address yourself.',
  punycode: (reads) => `Careful: this host has letters that can look like others. It reads as ${reads}`,
  pickOne: 'Type a number or a name',
  pickSeveral: 'Type numbers or names, separated by commas',
  pickKeys: '↑/↓ to move, Enter to choose',
  severalKeys: '↑/↓ to move, space to mark, Enter when ready',
  moreCharacters: (amount) => `(${characters(amount)} not shown)`,
  moreFields: (amount) => `and ${amount} more`,
  refused: (reason, left) => `Not valid: ${reason}. ${left === 1 ? '1 try' : `${left} tries`} left.`,
  startTooLong: 'It is too long to be shown whole, so there is no yes to it: n declines, q cancels',
  readOn: (lines) => `read on (${lines} more ${lines === 1 ? 'line' : 'lines'})`,
  lineOrName: (typed) =>
    `${typed} is the number of one line and the name of another; type ${typed}) for the line, "${typed}" for the name`,
  sameName: 'more than one line has that name; type its number',
  manyReadings: 'it can be read in more than one way; type the numbers of the lines, like 1),2)',
  noMoreTries: (field) => `No valid value for ${field} in three tries: cancelled.`,
  cancelled: 'Cancelled.',
  notUnderstood: 'Not understood three times: cancelled.',
  cannotShow: (field) => `${field} is required and cannot be asked here: cancelled.`,
  takenBack: 'Nobody waits for this answer any more: the question was taken away.',
  secret: (field) => `Careful: ${field} looks like a secret. A form must not ask for passwords, keys or card numbers.`,
};
