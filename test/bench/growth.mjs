import { call } from './call.mjs';
import { chain } from './flows.mjs';
import { median } from './interleave.mjs';
import { sdkFlow } from './sdk.mjs';
import { vueltaFlow } from './vuelta.mjs';

/** The states and times of a long flow, by the number of answers that a leg carries and replays. */
export async function benchGrowth(answers, turns) {
  const rounds = chain(answers);
  const vuelta = await legs(vueltaFlow(rounds), rounds, turns);
  const sdk = await legs(sdkFlow(rounds), rounds, 1);
  const rows = vuelta.slice(0, answers).map(({ bytes, ms }, carried) => ({
    answers: carried,
    state_bytes: bytes,
    sdk_state_bytes: sdk[carried].bytes,
    leg_ms: ms,
  }));
  // The first leg carries nothing yet, so it is no point of the lines.
  const carrying = rows.slice(1);
  return {
    state_bytes: line(carrying.map((row) => [row.answers, row.state_bytes])),
    leg_us: line(carrying.map((row) => [row.answers, row.leg_ms * 1000])),
    legs: rows,
  };
}

/** Bytes of the state and median milliseconds of each leg. */
async function legs(handler, rounds, turns) {
  const seen = Array.from({ length: rounds.length + 1 }, () => ({ bytes: 0, times: [] }));
  for (let i = 0; i < turns; i += 1) {
    let number = 0;
    await call(handler, rounds, ({ requestState = '' }, ms) => {
      seen[number].bytes = requestState.length;
      seen[number].times.push(ms);
      number += 1;
    });
  }
  return seen.map(({ bytes, times }) => ({ bytes, ms: median(times) }));
}

/** The straight line that fits best, and how well it does: `r2` is 1 for a perfect fit. */
export function line(points) {
  const mean = (pick) => points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const x = mean((point) => point[0]);
  const y = mean((point) => point[1]);
  const xx = mean((point) => (point[0] - x) ** 2);
  const yy = mean((point) => (point[1] - y) ** 2);
  const xy = mean((point) => (point[0] - x) * (point[1] - y));
  const slope = xy / xx;
  return { at_zero: y - slope * x, per_answer: slope, r2: yy === 0 ? 1 : (xy * xy) / (xx * yy) };
}
