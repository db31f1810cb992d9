/** A form with more fields than this is refused: nobody can answer it, and a list of fields is cheaper to check than to read. */
export const MAX_PROPERTIES = 64;

/** A choice with more options than this is refused. */
export const MAX_OPTIONS = 1000;

/** A text longer than this, in UTF-16 code units, is refused before anything else looks at it. */
export const MAX_TEXT = 65_536;

const WHOLE_NUMBER = /^(?:0|[1-9]\d*)$/;

/** Names that an object of JavaScript puts before all others and in the order of their numbers, whatever order they were given in. */
export const isNumberName = (name: string): boolean => WHOLE_NUMBER.test(name);
