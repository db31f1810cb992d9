import { fail, text, type Rounds } from 'vuelta';
import * as z from 'zod';

const Name = z.object({ name: z.string() });
const Ok = z.object({ ok: z.boolean() });

const userText = (message: string) => ({ role: 'user' as const, content: { type: 'text' as const, text: message } });
const question = (message: string, maxTokens: number) => ({ messages: [userText(message)], maxTokens });

/** The tools and the prompt that the `input-required-result-*` scenarios ask for by name. */
export function registerAsking(rounds: Rounds): void {
  registerSingleAsks(rounds);
  registerSeveralAsks(rounds);
  rounds.prompt(
    'test_input_required_result_prompt',
    { description: 'A prompt that asks for context' },
    async (_, ask) => {
      const answer = await ask.form('user_context', {
        message: 'What context should the prompt use?',
        schema: z.object({ context: z.string() }),
      });
      const context = answer.action === 'accept' ? answer.content.context : 'no context';
      return { messages: [userText(`Write about: ${context}`)] };
    },
  );
}

function registerSingleAsks(rounds: Rounds): void {
  const elicitation = {
    description: 'Asks for a name',
    // Two scenarios answer in the first call and want the answer used: the permissive reading, which this tool opts in to.
    unsolicited: 'accept',
  } as const;
  rounds.tool('test_input_required_result_elicitation', elicitation, async (_, ask) => {
    const answer = await ask.form('user_name', { message: 'What is your name?', schema: Name });
    return answer.action === 'accept' ? text(`Hello, ${answer.content.name}!`) : fail('Nobody to greet.');
  });
  rounds.tool('test_input_required_result_sampling', { description: 'Asks the model' }, async (_, ask) => {
    const { content } = await ask.sample('capital_question', question('What is the capital of France?', 100));
    return text(`The model said: ${JSON.stringify(content)}`);
  });
  rounds.tool('test_input_required_result_list_roots', { description: 'Asks for the roots' }, async (_, ask) => {
    const roots = await ask.roots('client_roots');
    return text(`Roots: ${roots.map(({ uri }) => uri).join(', ')}`);
  });
  rounds.tool('test_input_required_result_request_state', { description: 'Needs its state back' }, async (_, ask) => {
    const answer = await ask.form('confirm', { message: 'Please confirm', schema: Ok });
    return answer.action === 'accept' ? text('state-ok') : fail('Not confirmed.');
  });
  rounds.tool(
    'test_input_required_result_tampered_state',
    { description: 'Refuses a changed state' },
    async (_, ask) => {
      const answer = await ask.form('confirm', { message: 'Please confirm', schema: Ok });
      return answer.action === 'accept' ? text('confirmed') : fail('Not confirmed.');
    },
  );
}

function registerSeveralAsks(rounds: Rounds): void {
  rounds.tool(
    'test_input_required_result_multiple_inputs',
    { description: 'Three asks in one round' },
    async (_, ask) => {
      const [name, greeting, roots] = await Promise.all([
        ask.form('user_name', { message: 'What is your name?', schema: Name }),
        ask.sample('greeting', question('Generate a greeting', 50)),
        ask.roots('client_roots'),
      ]);
      return text(JSON.stringify({ name: name.action, greeting: greeting.role, roots: roots.length }));
    },
  );
  rounds.tool(
    'test_input_required_result_multi_round',
    { description: 'Two asks, one after the other' },
    async (_, ask) => {
      const name = await ask.form('step1', { message: 'Step 1: What is your name?', schema: Name });
      if (name.action !== 'accept') return fail('Stopped at step 1.');
      const color = await ask.form('step2', {
        message: 'Step 2: What is your favorite color?',
        schema: z.object({ color: z.string() }),
      });
      if (color.action !== 'accept') return fail('Stopped at step 2.');
      return text(`${name.content.name} likes ${color.content.color}.`);
    },
  );
  rounds.tool(
    'test_input_required_result_capabilities',
    { description: 'Asks what the client can' },
    async (_, ask) => {
      const [greeting, ok] = await Promise.all([
        ask.supports('sampling') ? ask.sample('greeting', question('Generate a greeting', 50)) : undefined,
        ask.supports('form') ? ask.form('confirm', { message: 'Please confirm', schema: Ok }) : undefined,
      ]);
      return text(JSON.stringify({ greeting: greeting?.role, ok: ok?.action }));
    },
  );
}
