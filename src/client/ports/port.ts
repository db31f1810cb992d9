import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { Answer } from '../answers/answers.js';
import type { Ask } from '../../protocol/ask.js';
import type { Revision } from '../../protocol/revision.js';

/** One ask on its way to a person. */
export interface Question {
  /** Who asks is `ask.server`, and a port always shows it; the message, the form or the address are in the ask too. */
  readonly ask: Ask;
  /** What was called: the name of the tool or prompt, or `resource`. */
  readonly target: string;
  /** The round that asks, from 1. */
  readonly round: number;
  /** On 2025-11-25 the key of an ask is a guess; a port that answers by key must know. */
  readonly revision: Revision;
  /** Aborts when nobody waits for the answer any more; the port then takes the question away. */
  readonly signal: AbortSignal;
}

/**
 * Where an ask reaches a person (MCP 2026-07-28, client/elicitation): a terminal, a page, an answer file, a script, or nobody.
 *
 * A port gets one question at a time, whole: one that can show a form shows it, one that cannot goes field by field. It never
 * gets an address that a person must not follow. What it answers goes to the server and nowhere else: not into a log, an error
 * or an event.
 */
export interface Port {
  /** For messages: `terminal`, `answers`, `panel`, `autonomous`. */
  readonly name: string;
  /** What a client that has this port may declare. */
  readonly capabilities: ClientCapabilities;
  /** Puts the question and waits. `undefined`: this port has nothing to say to it, and the next one of a chain is asked. */
  put(question: Question): Promise<Answer | undefined>;
  close?(): void | Promise<void>;
}
