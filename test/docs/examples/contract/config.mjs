// #region config
import { accept } from 'vuelta/client';
import { defineContract } from 'vuelta/contract';

export default defineContract({
  cases: [
    {
      tool: 'book',
      args: { id: 'monday' },
      answers: { confirm: accept({ confirm: true }) },
      probe: { tool: 'count_bookings' },
    },
  ],
});
// #endregion
