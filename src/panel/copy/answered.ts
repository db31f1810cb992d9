import type { Ask, Round } from '../../client/index.js';
import { isObject, type JsonObject } from '../../json.js';
import { shownLine } from '../../shown/terminal.js';
import { exampleContent } from '../../form/example.js';
import { contentToWire, readable } from '../../client/answers/foreign.js';

/** An ask that was answered, and how. With what only where the page itself has said it again. */
export interface Answered {
  readonly round: number;
  readonly ask: Ask;
  readonly action: string;
  readonly content?: Readonly<JsonObject>;
}

/** What was answered in a call, in the order of the asks. */
export function answeredIn(rounds: readonly Round[]): Answered[] {
  return rounds.flatMap(({ number, asks, answers }) =>
    asks.flatMap((ask) => {
      const action = Object.hasOwn(answers, ask.key) ? answers[ask.key]?.action : undefined;
      return action === undefined ? [] : [{ round: number, ask, action }];
    }),
  );
}

function contentIn(told: readonly unknown[], { round, ask }: Answered): Readonly<JsonObject> | undefined {
  const key = shownLine(ask.key);
  const found = told.filter(isObject).find((one) => one['round'] === round && one['key'] === key);
  return isObject(found?.['content']) ? found['content'] : undefined;
}

/** The accepted forms with what the page remembers of them; it knows keys as they are shown. */
export function withContents(answered: readonly Answered[], told: readonly unknown[]): Answered[] {
  return answered.map((one) => {
    const content = one.action === 'accept' && one.ask.kind === 'form' ? contentIn(told, one) : undefined;
    return { ...one, ...(content !== undefined && { content }) };
  });
}

/** Whether a made-up value stands for what was answered. */
export const isMadeUp = ({ ask, action, content }: Answered): boolean => {
  if (ask.kind === 'sampling' || ask.kind === 'roots') return true;
  return ask.kind === 'form' && action === 'accept' && content === undefined;
};

/** Stands for an answer; these are a part of what an answer file may say. */
export type Placeholder =
  | 'accept'
  | 'decline'
  | 'cancel'
  | { readonly action: 'accept'; readonly content: Readonly<JsonObject> }
  | { readonly result: Readonly<JsonObject> };

/** An answer of the same kind, made from the question alone. */
export function placeholderFor({ ask, action, content }: Answered): Placeholder {
  if (ask.kind === 'sampling') {
    return { result: { role: 'assistant', content: { type: 'text', text: 'example' }, model: 'example' } };
  }
  if (ask.kind === 'roots') return { result: { roots: [{ uri: 'file:///example' }] } };
  if (action === 'decline' || action === 'cancel') return action;
  if (ask.kind === 'url' || ask.requestedSchema === undefined) return 'accept';
  const schema = ask.requestedSchema;
  return { action: 'accept', content: content ?? contentToWire(schema, exampleContent(readable(schema))) };
}
