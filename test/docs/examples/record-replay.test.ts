import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect, readAnswerFile, scriptedAnswers } from 'vuelta/client';
import { formatRecording, readRecording, recordCall, replayCall } from 'vuelta/contract';
import { createServer } from './multi-step.js';

const file = (name: string): string => join(import.meta.dirname, name);
const script = async () => scriptedAnswers(await readAnswerFile(file('answers.yaml')));

it('records', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vuelta-record-'));
  const path = join(folder, 'buy.yaml');
  const answers = await script();
  // #region record
  await using harness = await connect(createServer);
  const recording = await recordCall(harness, { tool: 'buy', args: { item: 'lamp' }, answers });
  await writeFile(path, await formatRecording(recording));
  // #endregion
  expect(await readFile(path, 'utf8')).toBe(await readFile(file('buy.yaml'), 'utf8'));

  const again = await replayCall(harness, recording, { answers: await script() });
  expect(again.same ? '' : again.sentence).toBe(
    `Round 2, asks.pay.message: the recording has "Pay 41 € for \\"lamp\\" to <answer address.city>?", ` +
      `and the server sent "Pay 42 € for \\"lamp\\" to <answer address.city>?".`,
  );
  const edited = (await readFile(path, 'utf8'))
    .replace('Pay 41 €', 'Pay <any> €')
    .replace('receipt-1', 'receipt-<any>');
  await writeFile(path, edited);
  const answersAgain = await script();
  // #region replay
  const result = await replayCall(harness, await readRecording(path), { answers: answersAgain });
  expect(result).toEqual({ same: true });
  // #endregion
  await rm(folder, { recursive: true });
});
