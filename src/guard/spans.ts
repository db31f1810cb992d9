import type { Result } from '@modelcontextprotocol/server';
import type { Entered } from './entry.js';
import type { Passage } from './request.js';

export interface RoundSpan {
  readonly traceparent: string | undefined;
  ran(): void;
}

const NONE: RoundSpan = { traceparent: undefined, ran: () => undefined };

export class Spans {
  readonly on: boolean = false;
  entry<T>(_passing: Passage, work: () => Promise<T>): Promise<T> {
    return work();
  }
  round(_passing: Passage, _entered: Entered, work: (span: RoundSpan) => Promise<Result>): Promise<Result> {
    return work(NONE);
  }
}
