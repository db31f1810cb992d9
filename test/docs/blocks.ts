/** A fenced block of a Markdown page. */
export interface Block {
  readonly language: string;
  /** Where its text comes from, from `file=PATH` or `file=PATH#REGION` behind the language. */
  readonly file: string | undefined;
  readonly region: string | undefined;
  readonly text: string;
  readonly line: number;
}

const FENCE = /^(?<indent> *)(?<fence>`{3,})(?<info>[^\n]*)\n(?<text>[\s\S]*?)^\k<indent>\k<fence> *$/gmu;

export function fencedBlocks(page: string): Block[] {
  return [...page.matchAll(FENCE)].map((match) => {
    const { indent = '', info = '', text = '' } = match.groups ?? {};
    const [language = '', ...attributes] = info.trim().split(/\s+/u);
    const source = attributes.find((attribute) => attribute.startsWith('file='))?.slice('file='.length);
    const [file, region] = source?.split('#') ?? [];
    const line = page.slice(0, match.index).split('\n').length;
    return { language, file, region, text: dedent(text, indent), line };
  });
}

/** The text of a file, or of the region between `#region NAME` and the next `#endregion`, without its common indent. */
export function regionOf(source: string, region: string | undefined): string | undefined {
  if (region === undefined) return source;
  const lines = source.split('\n');
  const start = lines.findIndex((line) => line.trim().endsWith(`#region ${region}`));
  if (start === -1) return undefined;
  const length = lines.slice(start + 1).findIndex((line) => line.includes('#endregion'));
  const body = lines.slice(start + 1, start + 1 + length);
  const indents = body.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  return body.map((line) => line.slice(Math.min(...indents))).join('\n');
}

function dedent(text: string, indent: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n');
}
