import { refuseAddress } from '../../protocol/address.js';
import type { QuestionView } from '../view.js';
import { el, told } from './element.js';
import { texts, words } from './words/language.js';

type Address = NonNullable<QuestionView['url']>;

function spelled({ href, host }: Address): HTMLElement {
  const at = href.indexOf(`//${host}`) + 2;
  if (at < 2) return el('p', { class: 'address' }, href);
  return el('p', { class: 'address' }, href.slice(0, at), el('strong', {}, host), href.slice(at + host.length));
}

/** What is odd about the address, in the words of the page; what those do not cover as the panel says it. */
function warningsOf({ href, reads, warning }: Address): HTMLElement[] {
  const own = [reads !== undefined && texts.punycode(reads), href.startsWith('http:') && words.unencrypted];
  const said = own.filter((text) => text !== false);
  const all = said.length > 0 || warning === undefined ? said : [warning];
  return all.map((text) => el('p', { class: 'warning' }, text));
}

/**
 * A link that a person may follow; nothing follows it by itself. `undefined` for an address that must not be one:
 * `javascript:` and its like never get into an `href`.
 */
function linkTo(href: string): HTMLAnchorElement | undefined {
  if (refuseAddress(href) !== undefined) return undefined;
  const link = el('a', { class: 'button', target: '_blank', rel: 'noopener noreferrer' }, words.openLink);
  link.href = href;
  link.append(el('span', { class: 'unseen' }, ` (${words.newTab})`));
  return link;
}

/** An address to be visited by hand. Nothing here opens it. */
export function addressBlock(address: Address): readonly HTMLElement[] {
  const link = linkTo(address.href);
  return [
    el('p', { class: 'facts' }, `${texts.host}: `, told(address.host, 'host')),
    spelled(address),
    ...warningsOf(address),
    el('p', { class: 'hint' }, texts.openYourself),
    el('p', {}, link ?? words.noAddress),
  ];
}
