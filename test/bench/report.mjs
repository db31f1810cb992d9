const ms = (value) => `${value.toFixed(3)} ms`;
const us = (value) => `${value.toFixed(1)} µs`;
const times = (value) => value.toFixed(2);
const percent = (value) => `${(value * 100).toFixed(1)} %`;
/** A ratio, with a mark where the two halves of its row disagree. */
const ratioText = ({ ratio, unsteady }, digits = 2) => `${ratio.toFixed(digits)}${unsteady ? UNSTEADY : ''}`;
const UNSTEADY = ' ?';

/** The results as a table: what, ours, the SDK's, how they compare, what we aim at. */
export function report(results) {
  const {
    flows,
    plain,
    codec,
    import_ms: imports,
    flows_lean_sdk: lean,
    growth,
    machine,
    two_legs_cheap_signing: cheap,
  } = results;
  const rows = [['', 'vuelta', 'SDK by hand', 'ratio', 'aim']];
  for (const [name, flow] of Object.entries(flows)) {
    rows.push([
      `${name}-leg flow`,
      ms(flow.vuelta_ms),
      ms(flow.sdk_ms),
      ratioText(flow),
      name === 'two' ? '≤ 0.85' : '≤ 0.90',
    ]);
  }
  for (const [name, flow] of Object.entries(lean)) {
    rows.push([
      `${name}-leg flow, SDK without conversion`,
      ms(flow.vuelta_ms),
      ms(flow.sdk_ms),
      ratioText(flow),
      name === 'two' ? '≤ 1.00' : '',
    ]);
  }
  const cheapRow = (label, row, aim) => rows.push([label, ms(row.vuelta_ms), ms(row.sdk_ms), ratioText(row), aim]);
  cheapRow('two-leg flow, SDK with cheap signing', cheap.converted, '≤ 0.85');
  cheapRow('two-leg flow, both of these', cheap.lean, '≤ 1.00');
  rows.push(
    ['plain tool', ms(plain.vuelta_ms), ms(plain.sdk_ms), ratioText(plain, 3), '≤ 1.03'],
    ['seal / mint', us(codec.seal_us), us(codec.mint_us), `${codec.seal_speedup.toFixed(1)} × faster`, '≥ 4 ×'],
    ['open / verify', us(codec.open_us), us(codec.verify_us), `${codec.open_speedup.toFixed(1)} × faster`, '≥ 4 ×'],
    ['import', ms(imports.vuelta), ms(imports.sdk), `+${(imports.vuelta - imports.sdk).toFixed(1)} ms`, '≤ +10 ms'],
  );
  return [
    ...machineLines(machine),
    '',
    ...align(rows),
    `${UNSTEADY.trim()}: the two halves of the row disagreed by more than 5 points, both times`,
    '',
    ...shareLines(results.cpu_share),
    '',
    ...storeLines(results),
    '',
    ...growthLines(growth),
  ].join('\n');
}

function machineLines({ node, platform, processor, processors, load_before, load_after, own_cpu_s, busy, steal }) {
  const load = `load ${times(load_before)} before, ${times(load_after)} after`;
  const seen = busy === undefined ? '' : `, processors busy ${percent(busy)}, stolen ${percent(steal)}`;
  return [
    `${node}, ${platform}, ${processors} × ${processor}`,
    `${load}${seen}, this process ${own_cpu_s.toFixed(0)} s of CPU`,
  ];
}

/** Whose code the processor ran: the profiler's samples, which other work on the machine hardly changes. */
function shareLines({ two, plain }) {
  const rows = [['share of the processor', 'ours', 'SDK', 'zod', 'node', 'client', 'garbage', 'aim']];
  const row = (label, part, aim) => {
    const { ours, sdk, zod, node, client, garbage } = part;
    const others = [sdk, zod, node, client, garbage].map(percent);
    rows.push([label, `${percent(ours)}${part.unsteady ? UNSTEADY : ''}`, ...others, aim]);
  };
  row('two-leg flow', two, '≤ 12 %');
  row('plain tool', plain, '≤ 2 %');
  const folders = ({ folders }) =>
    Object.entries(folders)
      .map(([name, share]) => `${name} ${percent(share)}`)
      .join(', ');
  return [...align(rows), `ours, two-leg flow: ${folders(two)}`];
}

/** What single use costs by store, and requests a second by the number of processes. */
function storeLines({ single_use: single, redis_round_trips: trips, http }) {
  const stores = [['single use', 'retry', 'to none', 'flow', 'to none']];
  for (const [name, row] of Object.entries(single)) {
    const flow = ratioText({ ratio: row.flow_ratio, unsteady: row.unsteady });
    const cells = [ms(row.retry_ms), times(row.ratio), ms(row.flow_ms), flow];
    stores.push([name === 'none' ? 'without' : `single use, ${name}`, ...cells]);
  }
  const perSecond = [['', 'vuelta', 'SDK unprotected', 'ratio']];
  for (const row of http) {
    const { processes, vuelta_rps: ours, sdk_rps: theirs } = row;
    const label = `http, ${processes} ${processes === 1 ? 'process, memory' : 'processes, Redis'}`;
    perSecond.push([label, `${ours.toFixed(0)}/s`, `${theirs.toFixed(0)}/s`, ratioText(row)]);
  }
  const commands = `Redis commands: ${trips.first} a first round, ${trips.retry} a retry`;
  return [...align(stores), commands, '', ...align(perSecond)];
}

function growthLines({ legs, state_bytes: bytes, leg_us: time }) {
  const last = legs.at(-1);
  return [
    `state: ${bytes.at_zero.toFixed(0)} bytes + ${bytes.per_answer.toFixed(1)} an answer (r² ${bytes.r2.toFixed(4)}), ` +
      `${last.state_bytes} after ${last.answers} answers; by hand ${last.sdk_state_bytes}`,
    `leg:   ${time.at_zero.toFixed(0)} µs + ${time.per_answer.toFixed(1)} µs an answer (r² ${time.r2.toFixed(4)})`,
  ];
}

function align(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('   ')
      .trimEnd(),
  );
}
