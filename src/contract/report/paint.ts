/** Puts colour on a text, or nothing. */
export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow', (text: string) => string>>;

const between = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`;

const COLOURS: Paint = {
  bold: between(1, 22),
  dim: between(2, 22),
  red: between(31, 39),
  green: between(32, 39),
  yellow: between(33, 39),
};

const same = (text: string): string => text;
const PLAIN: Paint = { bold: same, dim: same, red: same, green: same, yellow: same };

export const paint = (wanted: boolean): Paint => (wanted ? COLOURS : PLAIN);
