// #region test
import { describe, it } from 'node:test';
import { accept } from 'vuelta/client';
import { contractTests } from 'vuelta/contract';
import { createServer } from './server.mjs';

const answers = { confirm: accept({ confirm: true }) };
contractTests(
  { describe, it },
  { target: createServer, cases: [{ tool: 'book', args: { id: 'a' }, answers, probe: { tool: 'count_bookings' } }] },
);
// #endregion
