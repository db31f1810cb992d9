import { relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { cutAt } from '../../invisible-characters.js';
import { harmless } from '../../shown/line.js';
import { harmlessJson } from '../../shown/json.js';
import type { ContractCase } from '../../contract/case/case.js';
import { Interruption } from '../interruption.js';
import { KIT } from '../packages.js';
import type { TargetWords } from '../target.js';

export interface Plan {
  readonly target: string;
  readonly cases: readonly ContractCase[];
  /** How many checks there are; `undefined` when each case is called once, to see whether it asks. */
  readonly checks?: number;
}

const MOST_CASES = 20;
const LONGEST = 200;

/** Counted on servers with one question: half of the checks call once, the others up to six times. */
const CALLS_A_CHECK = 2;

function argumentsOf({ args, resource }: ContractCase): string {
  if (resource !== undefined || args === undefined) return '';
  if (typeof args === 'function') return ' with arguments made for each check';
  const json = harmlessJson(JSON.stringify(args));
  return json.length > LONGEST ? ` ${cutAt(json, LONGEST)}…` : ` ${json}`;
}

function probeOf({ probe }: ContractCase): string {
  if (probe === undefined || typeof probe === 'function') return '';
  return `, and ${'tool' in probe ? probe.tool : `the command ${probe.command[0]}`} to see what it did`;
}

function describe(of: ContractCase): string {
  const name = of.tool ?? (of.prompt === undefined ? `resource ${of.resource ?? ''}` : `prompt ${of.prompt}`);
  const before = of.before === undefined ? '' : ', after what its "before" does';
  const server = of.server === undefined ? '' : `, if the server is ${of.server}`;
  return harmless(`  ${name}${argumentsOf(of)}${before}${probeOf(of)}${server}`);
}

/** What a run does to a server, before it does it, for people. */
export function describePlan({ target, cases, checks }: Plan): string {
  const head =
    checks === undefined
      ? `vuelta: nobody says what to call on ${target}. Each of these is called once, for real, to see which ask; what asks nothing does its work:`
      : `vuelta: ${checks} ${checks === 1 ? 'check calls' : 'checks call'} ${target} for real, about ${checks * CALLS_A_CHECK} times, and some of the calls get a yes and do what they are for:`;
  const more = cases.length - MOST_CASES;
  return `${[harmless(head), ...cases.slice(0, MOST_CASES).map(describe), ...(more > 0 ? [`  and ${more} more`] : [])].join('\n')}\n`;
}

const isInKit = (path: string): boolean => !relative(KIT, resolve(path)).startsWith('..');

/** The servers of the kit hold nothing that anybody could miss. */
export function isKit(words: TargetWords | undefined): boolean {
  if (words?.kind === 'module') return isInKit(words.path);
  return words?.kind === 'command' && words.args.some((arg) => !arg.startsWith('-') && isInKit(arg));
}

/** Whether somebody is there who can say no. */
const isAttended = (): boolean =>
  process.stdin.isTTY && process.stderr.isTTY && ['', 'false'].includes(process.env['CI'] ?? '');

/** Waits for Enter; throws `Interruption` on Ctrl-C. Where nobody is there, or stdin ends, it begins. */
export async function waitForEnter(): Promise<void> {
  if (!isAttended()) return;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    await new Promise<void>((begin, stop) => {
      reader.once('SIGINT', () => stop(new Interruption()));
      reader.once('close', begin);
      void reader.question('Enter begins, Ctrl-C stops. --yes begins at once. ').then(() => begin(), stop);
    });
  } finally {
    reader.close();
  }
}
