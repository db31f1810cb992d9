/** What nobody sees, and what turns the direction of a text or commands a terminal. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Nothing beyond this many times the limit is looked at. */
const LOOK = 2;

/** A text from the wire or of the author, for an operator: with nothing in it that is not seen, and not longer than `limit`. */
export function shown(text: string, limit: number): string {
  const spelled = text.slice(0, limit * LOOK).replace(UNSEEN, spell);
  if (spelled.length <= limit && text.length <= limit * LOOK) return spelled;
  return `${spelled.slice(0, limit).replace(/[\ud800-\udbff]$/, '')}…`;
}

function spell(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
