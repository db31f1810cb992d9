import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, text, type AnyAsks } from 'vuelta';
import * as z from 'zod';

const vuelta = createVuelta({ keys: process.env['VUELTA_KEYS'] });

const quoted: string[] = [];
const charged: string[] = [];
const mailed: string[] = [];
export const world = { quoted, charged, mailed };

async function quote(item: string): Promise<number> {
  quoted.push(item);
  return 40 + quoted.length;
}
async function charge(euros: number, key: string): Promise<string> {
  charged.push(`${euros} ${key}`);
  return `receipt-${charged.length}`;
}

export function createServer(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  const rounds = vuelta.attach(server);

  // #region tool
  const Address = z.object({ street: z.string().min(3), city: z.string().min(2) });

  rounds.tool('buy', { inputSchema: z.object({ item: z.string() }) }, async ({ item }, ask) => {
    const address = await ask.form('address', {
      message: `Where shall "${item}" go?`,
      schema: Address,
      decline: fail('Nothing was bought.'),
      cancel: text('The purchase is on hold; ask again when you are ready.'),
    });
    const euros = await ask.memo('price', () => quote(item)); // the same in every round
    const { confirmed } = await ask.confirm('pay', `Pay ${euros} € for "${item}" to ${address.city}?`);
    if (!confirmed) return fail('Nothing was bought.');
    const receipt = await ask.once('charge', ({ idempotencyKey }) => charge(euros, idempotencyKey));
    ask.onCommit(() => mailed.push(receipt)); // only if the call ends well
    return text(`bought: ${item}, ${receipt}`);
  });
  // #endregion

  // #region together
  rounds.tool('plan', {}, async (_args, ask) => {
    const [day, size] = await Promise.all([
      ask.choose('day', { message: 'Which day?', options: ['monday', 'friday'] }),
      ask.choose('size', { message: 'Which size?', options: ['small', 'large'] }),
    ]);
    if (day.action !== 'accept' || size.action !== 'accept') return fail('Nothing was planned.');
    return text(`${size.content} on ${day.content}`);
  });
  // #endregion

  // #region helpers
  const isAdult = async (ask: AnyAsks) => (await ask.confirm('adult', 'Are you 18 or older?')).confirmed;
  const accepts = async (ask: AnyAsks) => (await ask.confirm('terms', 'Do you accept the terms?')).confirmed;

  rounds.tool('join', {}, async (_args, ask) => {
    const adult = isAdult(ask);
    const accepted = accepts(ask); // both in one round
    return (await adult) && (await accepted) ? text('Welcome.') : fail('Nobody was added.');
  });
  // #endregion
  return server;
}
