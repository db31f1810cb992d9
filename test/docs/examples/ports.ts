// #region terminal
import { connect, portAnswers, type Target, terminal, readText } from 'vuelta/client';

export async function book(target: Target): Promise<string> {
  const controller = new AbortController();
  const port = terminal({ onInterrupt: () => controller.abort() });
  const harness = await connect(target, { capabilities: port.capabilities });
  try {
    const answers = portAnswers(port);
    return readText(await harness.call('book', { email: 'ana@example.com' }, { answers, signal: controller.signal }));
  } finally {
    await port.close?.();
    await harness.close();
  }
}
// #endregion

// #region chain
import { answers, chain, type Port, readAnswerFile } from 'vuelta/client';

export async function fileThenPerson(path: string): Promise<Port> {
  return chain(answers(await readAnswerFile(path)), terminal());
}
// #endregion

// #region autonomous
import { autonomous, type CallOutcome } from 'vuelta/client';

export async function alone(target: Target): Promise<CallOutcome> {
  const port = autonomous({ onAsk: ({ ask }) => console.error(`${ask.server.name} asked, and nobody is here`) });
  await using harness = await connect(target, { capabilities: port.capabilities });
  return await harness.call('book', { email: 'ana@example.com' }, { answers: portAnswers(port) });
}
// #endregion

// #region own
import { accept, cancel, decline, type Question } from 'vuelta/client';

/** A chat window of yours. */
interface Chat {
  ask(text: string, signal: AbortSignal): Promise<'yes' | 'no' | 'closed'>;
}

export function chatPort(chat: Chat): Port {
  return {
    name: 'chat',
    capabilities: { elicitation: { form: {} } },
    async put({ ask, target, signal }: Question) {
      const [name, ...more] = Object.keys(ask.requestedSchema?.properties ?? {});
      if (name === undefined || more.length > 0) return undefined; // nothing to say: the next port of a chain is asked
      const said = await chat.ask(`${ask.server.name} asks, in ${target}: ${ask.message}`, signal);
      if (said === 'closed') return cancel(); // not a no
      return said === 'yes' ? accept({ [name]: true }) : decline();
    },
  };
}
// #endregion
