import type { CallView } from '../view.js';

/** A part of what is shown of one call. It is made once; an update changes only what has changed. */
export interface Part {
  readonly element: HTMLElement;
  update(call: CallView): void;
}
