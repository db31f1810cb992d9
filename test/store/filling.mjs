// Fills a memory store with rounds and steps, and says how much memory it counts and how much the heap has grown by.
import { memoryStore } from 'vuelta/store';

const MAX_BYTES = 64 * 1024 * 1024;
const text = { narrow: 'x'.repeat(1000), wide: 'ж'.repeat(1000), short: '' }[process.argv[2]];
const later = Date.now() + 3_600_000;

async function fill(store) {
  for (let flow = 0; store.filled < 0.99; flow += 1) {
    const id = crypto.randomUUID().replaceAll('-', '');
    const claim = {
      flow: id,
      round: 1,
      fingerprint: (id + id).slice(0, 43),
      owner: crypto.randomUUID(),
      leaseMs: 15_000,
      expiresAt: later,
    };
    await store.claim(claim);
    await store.beginStep(id, 'once charge', later, { owner: crypto.randomUUID(), leaseMs: 15_000 });
    await store.endStep(id, 'once charge', JSON.stringify([text + flow]), later);
    await store.settle(claim, JSON.stringify({ text, flow }), later);
  }
}

const store = memoryStore({ maxBytes: MAX_BYTES });
gc();
const before = process.memoryUsage().heapUsed;
await fill(store);
gc();
console.log(
  JSON.stringify({ counted: Math.round(store.filled * MAX_BYTES), taken: process.memoryUsage().heapUsed - before }),
);
