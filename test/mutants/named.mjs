// Mutants that must die, written by hand: each takes one of the rules away that the package stands for. An edit whose text is not in the file
// exactly once is an error: whoever changes that code changes the mutant with it.

const SEALER = 'src/state/sealer.ts';
const BIND = 'src/state/bind.ts';
const STEPS = 'src/ask/steps/steps.ts';
const SESSION = 'src/ask/session.ts';
const ANSWERS = 'src/guard/question/answers.ts';
const ATTEMPT = 'src/guard/claim/attempt.ts';
const CLAIMS = 'src/guard/claim/claims.ts';
const MEMORY = 'src/store/memory.ts';
const SQLITE = 'src/store/sqlite-store.ts';
const REDIS = 'src/store/redis-scripts.ts';

const BINDING = ['test/state/sealer.test.ts', 'test/guard/binding.test.ts', 'test/guard/principal.test.ts'];
const ONCE = ['test/ask/once.test.ts', 'test/ask/steps.test.ts', 'test/guard/lost-lease.test.ts'];
const QUESTION = ['test/ask/answers.test.ts', 'test/ask/replay.test.ts'];
const WITHHELD = ['test/fleet/withheld.test.ts'];
const REPEATED = ['test/guard/single-use.test.ts', 'test/guard/replicas.test.ts'];

const AT = "['at', use, audience, method, target]";

export const NAMED = [
  mutant('place: not compared', BINDING, SEALER, [
    `  if (!sameText(String(sealed.at), expected.at)) return 'place';\n`,
    '',
  ]),
  mutant('place: without the method', BINDING, BIND, [AT, "['at', use, audience, target]"]),
  mutant('place: without the target', BINDING, BIND, [AT, "['at', use, audience, method]"]),
  mutant('audience: not in the tag', BINDING, BIND, [AT, "['at', use, method, target]"]),
  mutant('arguments: not compared', BINDING, SEALER, [
    `  if (!sameText(String(sealed.args), expected.args)) return 'arguments';\n`,
    '',
  ]),
  mutant('principal: not compared', BINDING, SEALER, [
    `  if (!sameText(String(sealed.who), expected.who)) return 'principal';\n`,
    '',
  ]),
  mutant('expiry: not compared', ['test/state/sealer.test.ts', 'test/guard/expiry.test.ts'], SEALER, [
    `    if (!(payload.exp > now)) return { ok: false, reason: 'expired', body: payload.body };\n`,
    '',
  ]),
  mutant('expiry: a state of the future opens', ['test/state/sealer.test.ts'], SEALER, [
    `    if (!(payload.iat <= now + this.#skewSeconds)) return { ok: false, reason: 'future' };\n`,
    '',
  ]),

  mutant('digest: an earlier answer counts for any question', QUESTION, SESSION, ['kept[0] === digest', 'true']),
  mutant('digest: the last answer counts for any question', QUESTION, SESSION, [
    'asked !== undefined && digestOf(asked) === digest',
    'asked !== undefined',
  ]),
  mutant('digest: two questions under one key', [...QUESTION, 'test/ask/gathering.test.ts'], SESSION, [
    'if (earlier.digest !== digest) throw',
    'if (earlier.digest === undefined) throw',
  ]),
  mutant(
    'digest: the last of the form, whatever the message',
    ['test/guard/digest.test.ts'],
    'src/guard/question/ask.ts',
    ['known !== undefined && known.message === message', 'known !== undefined'],
  ),
  mutant('digest: of the kind only', QUESTION, 'src/guard/question/ask.ts', [
    'primitives.hash(canonical(params))',
    'primitives.hash(canonical({}))',
  ]),

  mutant('fingerprint: not compared in this process', REPEATED, ATTEMPT, [
    '    if (!isSame && (await this.#claimed)) throw new Replayed();\n',
    '',
  ]),
  mutant('fingerprint: without the answers', REPEATED, CLAIMS, [' ${textOf(flow.answers)}`', '`']),
  mutant('fingerprint: without the secret of the state', ['test/guard/records.test.ts'], CLAIMS, [
    '${state.slice(-SECRET_LENGTH)} ',
    '',
  ]),
  mutant('fingerprint: not compared in memory', ['test/store/memory.test.ts'], MEMORY, [
    `    if (found.fingerprint !== fingerprint) return { kind: 'conflict' };\n`,
    '',
  ]),
  mutant('fingerprint: not compared in SQLite', ['test/store/sqlite.test.ts'], SQLITE, [
    `      if (found.fingerprint !== exact(fingerprint)) return { kind: 'conflict' };\n`,
    '',
  ]),
  mutant('fingerprint: not compared in Redis', ['test/store/redis.test.ts'], REDIS, [
    `if round[1] ~= ARGV[1] then return { 'conflict' } end\n`,
    '',
  ]),

  mutant('prototype: an inherited name was asked', ['test/guard/answers.test.ts'], ANSWERS, [
    'Object.hasOwn(asked, key) ? asked[key] : undefined',
    'asked[key]',
  ]),
  mutant('prototype: __proto__ is a key', ['test/guard/answers.test.ts', 'test/guard/solicited.test.ts'], ANSWERS, [
    `(!acceptAll || key === '__proto__')`,
    '!acceptAll',
  ]),
  mutant('prototype: what was kept has one', ['test/guard/answers.test.ts', 'test/guard/solicited.test.ts'], ANSWERS, [
    'const kept = Object.create(null) as Record<string, unknown>;',
    'const kept: Record<string, unknown> = {};',
  ]),

  mutant('lease: not confirmed before an effect', ONCE, STEPS, [
    'if (held !== undefined && !(await this.#stored(held.confirm())))',
    'if (held === null)',
  ]),
  mutant('lease: that of the step is not confirmed', ['test/guard/one-effect.test.ts'], STEPS, [
    'of [flow.marks.held, step])',
    'of [flow.marks.held])',
  ]),
  mutant('lease: not confirmed before the commit', [...ONCE, 'test/ask/commit.test.ts'], STEPS, [
    '    await this.#assertMayStart();\n    for (const hook',
    '    for (const hook',
  ]),
  mutant('lease: never in doubt', ['test/guard/lost-lease.test.ts'], 'src/guard/claim/lease.ts', [
    'if (!this.#lost && performance.now() >= this.#sureUntil) await this.#renew(this.#terms.leaseMs);\n',
    '\n',
  ]),

  mutant('intent: the effect starts beside it', [...ONCE, 'test/guard/store-faults.test.ts'], STEPS, [
    'const found = await this.#begin(record);',
    "const early = act({ idempotencyKey: '', signal: this.#signal });\n    const found = await this.#begin(record);",
    'await this.#act(() => act({ idempotencyKey, signal: this.#signal }))',
    'await early',
  ]),
  mutant('intent: not recorded', ONCE, STEPS, [
    'const found = await this.#begin(record);',
    'const found = await Promise.resolve({ again: false, confirm: async () => true, giveUp() {}, end: async (text: string) => text });',
  ]),
  mutant('intent: forgotten in memory', ['test/store/memory.test.ts'], MEMORY, [
    '    this.#steps.put(key, { owner: lease?.owner, leaseUntil, text: undefined, ...life, until: expiresAt });\n',
    '',
  ]),
  mutant('intent: forgotten in SQLite', ['test/store/sqlite.test.ts'], SQLITE, [
    '      this.#statements.putStep.run(...place, owner, leaseUntil, null, until);\n',
    '',
  ]),
  mutant('intent: forgotten in Redis', ['test/store/redis.test.ts'], REDIS, [
    `redis.call('HSET', KEYS[1], 'b', '1', 'o', ARGV[2], 'l', string.format('%.0f', now + ARGV[3]))\n`,
    '',
  ]),

  mutant('size: a state of any size is opened', ['test/state/sealer.test.ts', 'test/state/tamper.test.ts'], SEALER, [
    `    if (state.length > this.maxStateBytes) return { ok: false, reason: 'oversized' };\n`,
    '',
  ]),
  mutant('size: a state of any size is sealed', ['test/state/sealer.test.ts'], SEALER, [
    'if (state.length <= this.maxStateBytes) return state;',
    'if (state.length >= 0) return state;',
  ]),

  mutant('order: a question goes out that could not be settled', WITHHELD, ATTEMPT, [
    'if (isInputRequiredResult(result)) {',
    'if (result === undefined) {',
  ]),
  mutant('order: a question goes out before it is settled', WITHHELD, ATTEMPT, [
    'isOurs = await this.#round.settle(outcome);',
    'this.#round.settle(outcome).catch(() => undefined);\n      isOurs = true;',
  ]),
];

/** `texts`: what is there and what stands there instead, in turn. */
function mutant(name, tests, file, texts) {
  const edits = texts.flatMap((from, index) => (index % 2 === 0 ? [{ from, to: texts[index + 1] }] : []));
  return {
    name,
    file,
    tests: [tests],
    edit: (source) => edits.reduce((text, one) => replaced(text, one, name), source),
  };
}

function replaced(source, { from, to }, name) {
  const parts = source.split(from);
  if (parts.length === 2) return parts.join(to);
  const why = `The mutant "${name}" needs this text once, and it is there ${parts.length - 1} times:\n${from}`;
  throw new Error(`${why}\nThe code has changed: change the mutant in test/mutants/named.mjs with it.`);
}
