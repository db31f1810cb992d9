/** NUL ends a text for some drivers, and a lone surrogate has no UTF-8 form: both would come back as something else. */
const INEXACT = /[\0\p{Surrogate}]/u;

/** A text that every driver gives back character for character. Different texts have different forms. */
export function exact(text: string): string {
  return text.startsWith('"') || INEXACT.test(text) ? JSON.stringify(text) : text;
}

/** The text that {@link exact} was given. */
export function fromExact(stored: string): string {
  return stored.startsWith('"') ? (JSON.parse(stored) as string) : stored;
}

/** A name as part of a key: letters, digits and `_.~-` as they are, any other UTF-16 unit as `%` and four hexadecimal digits. */
export function keyPart(name: string): string {
  return name.replaceAll(/[^\w.~-]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
