import { call, leg } from './call.mjs';
import { benchCodec } from './codec.mjs';
import { FLOWS } from './flows.mjs';
import { benchGrowth } from './growth.mjs';
import { benchImport } from './importing.mjs';
import { ratioOf, steadily, taken } from './interleave.mjs';
import { watchMachine } from './machine.mjs';
import { leanSdkFlow, quickLeanSdkFlow, quickSdkFlow, sdkFlow, sdkPlain } from './sdk.mjs';
import { benchShare } from './sharing.mjs';
import { benchSingleUse } from './single-use.mjs';
import { benchThroughput } from './throughput.mjs';
import { vueltaFlow, vueltaPlain } from './vuelta.mjs';

/** How often everything is repeated: enough for medians that hold still, and only enough to see that it runs. */
export const FULL = {
  flow: { turns: 250, warmup: 200, again: true },
  plain: { turns: 2500, warmup: 1000, again: true },
  share: { turns: 8000, warmup: 2000, again: true },
  codec: { turns: 200, warmup: 40 },
  imports: 12,
  growth: { answers: 32, turns: 100 },
  singleUse: { turns: 400, warmup: 200, again: true },
  throughput: { processes: [1, 2, 3], flows: 400, clients: 16, turns: 2, again: true },
};
export const SMOKE = {
  flow: { turns: 1, warmup: 0 },
  plain: { turns: 1, warmup: 0 },
  share: { turns: 100, warmup: 0 },
  codec: { turns: 1, warmup: 0 },
  imports: 1,
  growth: { answers: 6, turns: 1 },
  singleUse: { turns: 1, warmup: 0 },
  throughput: { processes: [1, 2], flows: 4, clients: 2, turns: 1 },
};

/** Runs every comparison, one after the other, in this process; the imports, the shares and the servers of HTTP have processes of their own. */
export async function bench(scale, onStep = () => undefined) {
  const machine = watchMachine();
  const flows = {};
  const lean = {};
  for (const [name, rounds] of Object.entries(FLOWS)) {
    onStep(`flow: ${name} legs`);
    flows[name] = await benchFlow(rounds, sdkFlow, scale.flow);
    lean[name] = await benchFlow(rounds, leanSdkFlow, scale.flow);
  }
  onStep('flow: two legs, cheap signing');
  const cheap = {
    converted: await benchFlow(FLOWS.two, quickSdkFlow, scale.flow),
    lean: await benchFlow(FLOWS.two, quickLeanSdkFlow, scale.flow),
  };
  onStep('plain tool');
  const plain = await benchPlain(scale.plain);
  onStep('share of the processor');
  const cpu_share = await benchShare(scale.share);
  onStep('codec');
  const codec = await benchCodec(scale.codec);
  onStep('growth');
  const growth = await benchGrowth(scale.growth.answers, scale.growth.turns);
  onStep('single use');
  const singleUse = await benchSingleUse(scale.singleUse);
  onStep('throughput');
  const http = await benchThroughput(scale.throughput);
  onStep('import');
  const imports = benchImport(scale.imports);
  return {
    flows,
    plain,
    cpu_share,
    codec,
    import_ms: imports,
    flows_lean_sdk: lean,
    two_legs_cheap_signing: cheap,
    growth,
    ...singleUse,
    http,
    machine: machine(),
  };
}

async function benchFlow(rounds, byHand, scale) {
  const guarded = vueltaFlow(rounds);
  const bare = byHand(rounds);
  return compared({ vuelta: () => call(guarded, rounds), sdk: () => call(bare, rounds) }, scale);
}

async function benchPlain(scale) {
  const guarded = vueltaPlain();
  const bare = sdkPlain();
  return compared({ vuelta: () => leg(guarded), sdk: () => leg(bare) }, scale);
}

async function compared(contenders, scale) {
  const measure = async () => {
    const { vuelta, sdk } = await taken(contenders, scale);
    return ratioOf(vuelta, sdk);
  };
  const { ours, theirs, ratio, unsteady } = await steadily(measure, scale.again);
  return { vuelta_ms: ours, sdk_ms: theirs, ratio, unsteady };
}
