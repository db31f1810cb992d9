import { call, leg } from './call.mjs';
import { benchCodec } from './codec.mjs';
import { FLOWS } from './flows.mjs';
import { benchGrowth } from './growth.mjs';
import { benchImport } from './importing.mjs';
import { interleave } from './interleave.mjs';
import { leanSdkFlow, sdkFlow, sdkPlain } from './sdk.mjs';
import { benchSingleUse } from './single-use.mjs';
import { benchThroughput } from './throughput.mjs';
import { vueltaFlow, vueltaPlain } from './vuelta.mjs';

/** How often everything is repeated: enough for medians that hold still, and only enough to see that it runs. */
export const FULL = {
  flow: { turns: 250, warmup: 200 },
  plain: { turns: 2500, warmup: 1000 },
  codec: { turns: 200, warmup: 40 },
  imports: 12,
  growth: { answers: 32, turns: 100 },
  singleUse: { turns: 400, warmup: 200 },
  throughput: { processes: [1, 2, 3], flows: 400, clients: 16, turns: 2 },
};
export const SMOKE = {
  flow: { turns: 1, warmup: 0 },
  plain: { turns: 1, warmup: 0 },
  codec: { turns: 1, warmup: 0 },
  imports: 1,
  growth: { answers: 6, turns: 1 },
  singleUse: { turns: 1, warmup: 0 },
  throughput: { processes: [1, 2], flows: 4, clients: 2, turns: 1 },
};

/** Runs every comparison, one after the other, in this process; only the imports have processes of their own. */
export async function bench(scale, onStep = () => undefined) {
  const flows = {};
  const lean = {};
  for (const [name, rounds] of Object.entries(FLOWS)) {
    onStep(`flow: ${name} legs`);
    flows[name] = await benchFlow(rounds, sdkFlow, scale.flow);
    lean[name] = await benchFlow(rounds, leanSdkFlow, scale.flow);
  }
  onStep('plain tool');
  const plain = await benchPlain(scale.plain);
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
  const machine = { node: process.version, platform: `${process.platform} ${process.arch}` };
  return { flows, plain, codec, import_ms: imports, flows_lean_sdk: lean, growth, ...singleUse, http, machine };
}

async function benchFlow(rounds, byHand, scale) {
  const guarded = vueltaFlow(rounds);
  const bare = byHand(rounds);
  return compared(await interleave({ vuelta: () => call(guarded, rounds), sdk: () => call(bare, rounds) }, scale));
}

async function benchPlain(scale) {
  const guarded = vueltaPlain();
  const bare = sdkPlain();
  return compared(await interleave({ vuelta: () => leg(guarded), sdk: () => leg(bare) }, scale));
}

function compared({ vuelta, sdk }) {
  return { vuelta_ms: vuelta, sdk_ms: sdk, ratio: vuelta / sdk };
}
