import { createHash } from 'node:crypto';

/** A number from 0 to 1, without 1, that is the same for the same labels: what happens first changes no other draw. */
export function draw(...labels) {
  const digest = createHash('sha256').update(JSON.stringify(labels)).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/** One of the names, each as often as its weight says. */
export function pick(weights, ...labels) {
  const entries = Object.entries(weights);
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  let left = draw(...labels) * total;
  for (const [name, weight] of entries) {
    left -= weight;
    if (left < 0) return name;
  }
  return entries[0][0];
}
