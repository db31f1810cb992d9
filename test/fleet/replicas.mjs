import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { killChild, startChild } from '../services/children.mjs';

const START_MS = 30_000;
const LAST_LINES = 20;
/** A round that only repeats its outcome takes less. */
const HELD_MS = 40;

/** One process of the booking server, on another port after each start. */
class Replica {
  /** Where it serves; undefined while it does not. */
  url;
  /** The requests with answers that are with it, each as the time when it came: rounds that it runs, or waits for. */
  work = new Set();
  child;
}

/** Several processes of one server file, over HTTP. */
export class Replicas {
  /** How often each event was told on stderr. */
  events = new Map();
  /** How many have ended without being killed. */
  fell = 0;
  #file;
  #env;
  #all;
  #turn = 0;
  #starting = new Set();
  #lastLines = [];
  #stopped = false;

  constructor({ file, env, count }) {
    this.#file = file;
    this.#env = env;
    this.#all = Array.from({ length: count }, () => new Replica());
  }

  async start() {
    await Promise.all(this.#all.map((replica) => this.#run(replica)));
  }

  /** The next one in turn, whether it lives or not. */
  next() {
    this.#turn = (this.#turn + 1) % this.#all.length;
    return this.#all[this.#turn];
  }

  /** One that is in the middle of most rounds, or none when none is. */
  busiest() {
    const now = performance.now();
    const held = ({ work }) => [...work].filter(({ since }) => now - since > HELD_MS).length;
    const busy = this.#all.filter((replica) => replica.url !== undefined && held(replica) > 0);
    return busy.sort((one, other) => held(other) - held(one))[0];
  }

  /** Any that lives. */
  living() {
    return this.#all.find(({ url }) => url !== undefined);
  }

  /** SIGKILL now, and another process after a while. */
  async kill(replica, downMs) {
    const { child } = replica;
    replica.url = undefined;
    replica.child = undefined;
    await killChild(child);
    const starting = pause(downMs).then(() => (this.#stopped ? undefined : this.#run(replica)));
    this.#starting.add(starting);
    starting.finally(() => this.#starting.delete(starting)).catch(() => undefined);
  }

  /** Resolves once every replica that was killed is back, or has fallen. */
  async whole() {
    await Promise.allSettled(this.#starting);
  }

  async stop() {
    this.#stopped = true;
    await Promise.allSettled(this.#all.map(({ child }) => child && this.#end(child)));
  }

  /** What the replicas said last, for when something went wrong. */
  get lastLines() {
    return this.#lastLines;
  }

  async #end(child) {
    child.removeAllListeners('exit');
    await killChild(child);
  }

  async #run(replica) {
    const child = startChild(process.execPath, [this.#file, '--http', '0'], ['ignore', 'ignore', 'pipe'], this.#env);
    replica.child = child;
    const served = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => {
        if (replica.child === child) this.#fellOver(replica);
        reject(new Error(`${this.#file} ended before it served:\n${this.#lastLines.join('\n')}`));
      });
      createInterface({ input: child.stderr }).on('line', (line) => {
        if (line.startsWith('http://')) resolve(line);
        else this.#heard(line);
      });
    });
    const late = pause(START_MS, undefined, { ref: false });
    const url = await Promise.race([served, late]);
    if (url === undefined) {
      await killChild(child);
      throw new Error(`${this.#file} did not serve within ${START_MS} ms`);
    }
    if (replica.child === child) replica.url = url;
  }

  #fellOver(replica) {
    replica.url = undefined;
    this.fell += 1;
  }

  #heard(line) {
    const event = /^\[reservas\] (\w+)/.exec(line)?.[1];
    if (event !== undefined) this.events.set(event, (this.events.get(event) ?? 0) + 1);
    if (event !== 'repeated') this.#lastLines = [...this.#lastLines, line].slice(-LAST_LINES);
  }
}
