import { MODERN } from '../../protocol/revision.js';
import { encodeHeader } from '../../protocol/headers.js';
import { harmless } from '../../shown/line.js';
import type { Sent, Step } from '../walk/steps.js';
import { bodyOf, type Needs } from './body.js';
import { comment, quote, TAKE_STATE, variable } from './shell.js';

/** A longer body says nothing to a reader. */
const LONGEST_BODY = 6_000;

/** The requests that show a fault, as lines for bash or zsh. */
export interface Reproduction {
  readonly lines: readonly string[];
  /** Variables that the reader sets first, each with what it holds. */
  readonly needs: ReadonlyMap<string, string>;
}

function userOf({ as }: Sent, needs: Needs): string[] {
  if (as === undefined) return [];
  const name = as === 'own' ? 'TOKEN' : 'OTHER_TOKEN';
  needs.set(name, as === 'own' ? 'the token of the user' : 'the token of the other user');
  return [`"Authorization: Bearer $${name}"`];
}

const titleOf = ({ label }: Step): string => comment(label.replace(/,$/, ''));

/** The headers of the revision, those of this request, and those whose values the reader sets. */
function headersOf(sent: Sent, secret: readonly string[], needs: Needs): string[] {
  const { name = sent.params['uri'] } = sent.params;
  const shown = {
    'MCP-Protocol-Version': MODERN,
    'Mcp-Method': sent.method,
    ...(typeof name === 'string' && { 'Mcp-Name': encodeHeader(name) }),
    ...sent.headers,
  };
  const given = Object.entries(shown).map(([header, value]) => quote(harmless(`${header}: ${value}`)));
  const hidden = secret.map((header) => {
    const holder = variable('', header.toUpperCase());
    needs.set(holder, `the value of the header ${header}`);
    return `${quote(`${header}: `)}"$${holder}"`;
  });
  return [...given, ...hidden, ...userOf(sent, needs)];
}

/** The lines for one request, or a comment in place of one that has no such lines. */
function curlOf(step: Step, secret: readonly string[], needs: Needs): [string, string, string] | string {
  const { sent, revision } = step;
  if (revision !== undefined)
    return `# ${titleOf(step)}: on ${revision}, where a call stays open while the server asks`;
  const body = bodyOf(sent, needs);
  if (body.length > LONGEST_BODY) return `# ${titleOf(step)}: a body of ${body.length} characters, not shown`;
  const headers = headersOf(sent, secret, needs).map((header) => `-H ${header}`);
  return [
    `curl -sS "$URL" -w '\\n' -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\`,
    `  ${headers.join(' ')} \\`,
    `  -d '${body}'`,
  ];
}

/**
 * Turns evidence into `curl` lines, from round 1 on. Each state is taken out of the response that gave it; answers that the author
 * of the case gave are variables.
 *
 * @param secret names of headers that every request carries, and whose values are not shown.
 */
export function reproduce(evidence: readonly Step[], secret: readonly string[] = []): Reproduction {
  const used = new Set(evidence.flatMap(({ sent }) => sent.state?.of ?? []));
  const needs: Needs = new Map();
  const lines = evidence.flatMap((step) => {
    const curl = curlOf(step, secret, needs);
    if (typeof curl === 'string') return [curl];
    const [request, headers, body] = curl;
    const title = `# ${titleOf(step)}`;
    if (!used.has(step.number)) return [title, request, headers, body];
    return [title, `STATE${step.number}=$(${request}`, headers, `${body} | tee /dev/stderr | ${TAKE_STATE})`];
  });
  return { lines, needs };
}
