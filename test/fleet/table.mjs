/** The lines of the table: what, in the run, in the control run, what the run has to show. */
export function tableOf(run, control, { kills, restarts }) {
  const row = (what, read, must = '') => [what, ...[run, control].map((one) => String(read(one))), must];
  return [
    ['', 'fleet', 'control', 'must be'],
    row('flows', ({ flows }) => flows.length),
    row('replicas killed', ({ killed }) => killed, `${kills}`),
    row('replicas that fell by themselves', ({ replicas }) => replicas.fell, '0'),
    row('Redis restarts', ({ restarted }) => restarted, `${restarts}`),
    row('requests', ({ driver }) => driver.sent),
    row('  sent again after no answer or a coded error', ({ driver }) => driver.retried),
    row('  sent again after an answer', ({ driver }) => driver.repeated),
    row('  sent twice at once by the client', ({ driver }) => driver.raced),
    row('  sent to two replicas by the proxy', ({ proxy }) => proxy.twice),
    row('  given up by the client', ({ driver }) => driver.hungUp),
    row('responses dropped', ({ proxy }) => proxy.dropped),
    row('rounds answered from the record', ({ replicas }) => told(replicas, 'repeated')),
    row('rounds taken over after a crash', ({ replicas }) => told(replicas, 'taken_over'), '> 0'),
    row('steps run again with the same key', ({ replicas }) => told(replicas, 'step_again')),
    row('second bookings the unique column took', ({ absorbed }) => absorbed),
    row('accepted flows', ({ accepted }) => accepted),
    row('bookings', ({ bookings }) => bookings, '= accepted'),
    row('declined or cancelled flows booked', ({ refusedBooked }) => refusedBooked, '0'),
    row('duplicates', ({ duplicates }) => duplicates, '0, control > 0'),
    row('lost flows', ({ lost }) => lost, '0'),
    row('wrong outcomes', ({ wrong }) => wrong, '0'),
  ];
}

function told({ events }, event) {
  return events.get(event) ?? 0;
}

/** Why the run does not pass; nothing when it does. */
export function failuresOf(run, control, { kills, restarts }) {
  const checks = [
    [run.killed < kills, `only ${run.killed} of ${kills} replicas were killed`],
    [run.replicas.fell > 0, `${run.replicas.fell} replicas fell by themselves`],
    [run.restarted < restarts, `Redis was restarted ${run.restarted} times instead of ${restarts}`],
    [told(run.replicas, 'taken_over') === 0, 'no crash met a round that was running, so no crash was tested'],
    [run.accepted === 0, 'no flow was accepted, so nothing was tested'],
    [run.bookings !== run.accepted, `${run.accepted} accepted flows, ${run.bookings} bookings`],
    [run.refusedBooked > 0, `${run.refusedBooked} declined or cancelled flows were booked`],
    [run.duplicates > 0, `${run.duplicates} duplicates`],
    [run.lost > 0, `${run.lost} lost flows`],
    [run.wrong > 0, `${run.wrong} wrong outcomes`],
    [control.duplicates === 0, 'the harness cannot see duplicates: the control run had none'],
  ];
  return checks.filter(([failed]) => failed).map(([, why]) => why);
}

/** Columns of one width. */
export function align(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const pad = (cell, column) =>
    column === 1 || column === 2 ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
  return rows.map((row) => row.map(pad).join('   ').trimEnd());
}
