const ms = (value) => `${value.toFixed(3)} ms`;
const us = (value) => `${value.toFixed(1)} µs`;
const times = (value) => value.toFixed(2);

/** The results as a table: what, ours, the SDK's, how they compare, what we aim at. */
export function report(results) {
  const { flows, plain, codec, import_ms: imports, flows_lean_sdk: lean, growth, machine } = results;
  const rows = [['', 'vuelta', 'SDK by hand', 'ratio', 'aim']];
  for (const [name, flow] of Object.entries(flows)) {
    rows.push([`${name}-leg flow`, ms(flow.vuelta_ms), ms(flow.sdk_ms), times(flow.ratio), '≤ 0.90']);
  }
  for (const [name, flow] of Object.entries(lean)) {
    rows.push([`${name}-leg flow, SDK without conversion`, ms(flow.vuelta_ms), ms(flow.sdk_ms), times(flow.ratio), '']);
  }
  rows.push(
    ['plain tool', ms(plain.vuelta_ms), ms(plain.sdk_ms), plain.ratio.toFixed(3), '≤ 1.03'],
    ['seal / mint', us(codec.seal_us), us(codec.mint_us), `${codec.seal_speedup.toFixed(1)} × faster`, '≥ 4 ×'],
    ['open / verify', us(codec.open_us), us(codec.verify_us), `${codec.open_speedup.toFixed(1)} × faster`, '≥ 4 ×'],
    ['import', ms(imports.vuelta), ms(imports.sdk), `+${(imports.vuelta - imports.sdk).toFixed(1)} ms`, '≤ +10 ms'],
  );
  return [
    `${machine.node}, ${machine.platform}`,
    '',
    ...align(rows),
    '',
    ...storeLines(results),
    '',
    ...growthLines(growth),
  ].join('\n');
}

/** What single use costs by store, and requests a second by the number of processes. */
function storeLines({ single_use: single, redis_round_trips: trips, http }) {
  const stores = [['single use', 'retry', 'to none', 'flow', 'to none']];
  for (const [name, row] of Object.entries(single)) {
    const cells = [ms(row.retry_ms), times(row.ratio), ms(row.flow_ms), times(row.flow_ratio)];
    stores.push([name === 'none' ? 'without' : `single use, ${name}`, ...cells]);
  }
  const perSecond = [['', 'vuelta', 'SDK unprotected', 'ratio']];
  for (const { processes, vuelta_rps: ours, sdk_rps: theirs, ratio } of http) {
    const label = `http, ${processes} ${processes === 1 ? 'process, memory' : 'processes, Redis'}`;
    perSecond.push([label, `${ours.toFixed(0)}/s`, `${theirs.toFixed(0)}/s`, times(ratio)]);
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
