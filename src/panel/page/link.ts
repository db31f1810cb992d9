import { refuseAddress } from '../../protocol/address.js';
import { words } from './words/language.js';
import { el } from './element.js';

/**
 * A link that a person may follow; nothing follows it by itself. `undefined` for an address that must not be one:
 * `javascript:` and its like never get into an `href`.
 */
export function linkTo(href: string): HTMLAnchorElement | undefined {
  if (refuseAddress(href) !== undefined) return undefined;
  const link = el('a', { class: 'button', target: '_blank', rel: 'noopener noreferrer' }, words.openLink);
  link.href = href;
  link.append(el('span', { class: 'unseen' }, ` (${words.newTab})`));
  return link;
}
