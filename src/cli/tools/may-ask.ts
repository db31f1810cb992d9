import type { Tool } from '@modelcontextprotocol/client';
import type { Ask, FirstRound, Harness } from '../../client/index.js';
import { printable } from '../../shown/line.js';
import { exampleArguments } from '../../contract/case/arguments.js';
import { VueltaError } from '../../errors.js';

/**
 * Whether a tool asks. `asks` and `quiet` were seen in a first round; the others are what its annotations make of it, and any
 * tool may ask whatever they say (MCP 2026-07-28, server/tools, annotations).
 */
export interface MayAsk {
  readonly verdict: 'asks' | 'quiet' | 'likely' | 'possible' | 'unlikely';
  readonly why: string;
  /** What it asked in the first round. */
  readonly asks?: readonly Pick<Ask, 'key' | 'kind' | 'message'>[];
}

const isReadOnly = ({ annotations }: Tool): boolean => annotations?.readOnlyHint === true;

/** What the annotations of a tool make likely. */
export function fromAnnotations(tool: Tool): MayAsk {
  if (isReadOnly(tool)) return { verdict: 'unlikely', why: 'it says that it only reads' };
  if (tool.annotations?.destructiveHint === true) {
    return { verdict: 'likely', why: 'it says that it may destroy something' };
  }
  return { verdict: 'possible', why: 'it does not say that it only reads' };
}

function fromFirst(first: FirstRound, guess: MayAsk): MayAsk {
  switch (first.kind) {
    case 'input_required': {
      const asks = first.asks.map(({ key, kind, message }) => ({
        key,
        kind,
        ...(message !== undefined && { message }),
      }));
      return { verdict: 'asks', why: 'it asked in a first round', asks };
    }
    case 'capability':
      return { verdict: 'asks', why: 'it wants to ask something that was not declared' };
    case 'complete': {
      if (first.raw['isError'] !== true) return { verdict: 'quiet', why: 'it asked nothing in a first round' };
      return { ...guess, why: `${guess.why}; a first round with made-up arguments ended with an isError result` };
    }
    case 'error':
      return { ...guess, why: `${guess.why}; a first round was refused with error ${first.code}` };
  }
}

/** Tries one first round of a tool that says that it only reads, with arguments made from its schema. Nobody answers. */
export async function probe(harness: Harness, tool: Tool): Promise<MayAsk> {
  const guess = fromAnnotations(tool);
  if (!isReadOnly(tool)) return { ...guess, why: `${guess.why}, so it was not tried` };
  const made = exampleArguments(tool.inputSchema);
  if (made.args === undefined) {
    return { ...guess, why: `${guess.why}; not tried, no value can be made for '${printable(made.path)}'` };
  }
  try {
    return fromFirst(await harness.firstRound(tool.name, made.args), guess);
  } catch (error) {
    if (!(error instanceof VueltaError) || error.code === 'connection_lost') throw error;
    return { ...guess, why: `${guess.why}; a first round failed with ${error.code}` };
  }
}
