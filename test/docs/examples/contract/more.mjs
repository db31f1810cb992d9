import { defineContract } from 'vuelta/contract';
import { bookings } from './database.mjs';

// #region more
export default defineContract({
  failOn: 'advice', // 'SHOULD' by default
  roundTimeoutMs: 3_000, // how long a response may take; 10 000 by default
  expiresAfterMs: 600_000, // how long the server's states are good
  reset: () => bookings.clear(), // before each check, where the server cannot be opened again
  skip: ['forms.size'],
  cases: [
    {
      name: 'book as ana',
      tool: 'book',
      args: (fresh) => ({ id: `class-${fresh}` }), // made again for each check
      answers: (ask) =>
        ask.key === 'confirm' ? { action: 'accept', content: { confirm: true } } : { action: 'accept' },
      probe: { tool: 'show_class', args: ({ id }) => ({ id }), read: (text) => JSON.parse(text).places },
      tokens: { own: process.env.ANA_TOKEN ?? 'ana', other: process.env.EVA_TOKEN ?? 'eva' },
    },
  ],
});
// #endregion
