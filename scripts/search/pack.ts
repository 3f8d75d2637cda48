import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { packWeights, spaceOf } from '../../src/catalog/search/weights.ts';
import { type Example, toRows, vocabularyOf } from './train.ts';
import type { Net, NetTask } from './train-net.ts';

/** The weights of features in so many steps to either side of 0, at so many deviations; those of classes. */
const reach = { into: { steps: 5, deviations: 3.2 }, out: { steps: 127, deviations: 5 } };
/** One network for each; they differ by where they began and are right together more often than either alone. */
const usualSeeds = [9, 10, 11, 12];

/** Weights in steps of the same size, those far out cut off. */
function inSteps(weights: Float32Array, { steps: most, deviations }: { steps: number; deviations: number }) {
  let squares = 0;
  let count = 0;
  for (const weight of weights) {
    if (weight === 0) continue;
    squares += weight * weight;
    count += 1;
  }
  const step = (deviations * Math.sqrt(squares / Math.max(1, count))) / most;
  const inWhole = new Int8Array(weights.length);
  // some millions of them, nearly all 0
  for (let at = 0; at < weights.length; at += 1) {
    const weight = weights[at] as number;
    if (weight !== 0) inWhole[at] = Math.max(-most, Math.min(most, Math.round(weight / step)));
  }
  return { step, steps: inWhole };
}

/** Learns a network in a thread of its own. */
function trained(task: NetTask): Promise<Net> {
  return new Promise((resolve, reject) => {
    const program = `import('tsx/esm/api').then(({ tsImport }) => tsImport('./net-worker.ts', '${import.meta.url}'))`;
    const worker = new Worker(program, { eval: true, workerData: task });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** Learns each network, as many at a time as there are processors. */
async function trainedNets(tasks: readonly NetTask[]): Promise<readonly Net[]> {
  const nets: Net[] = [];
  const waiting = [...tasks.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) nets[next[0]] = await trained(next[1]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return nets;
}

/** Learns the networks from the examples and packs them; the same examples give the same bytes. */
export async function learnWeights(
  examples: readonly Example[],
  classes: readonly string[],
  bank: string,
  seeds: readonly number[] = usualSeeds,
): Promise<Buffer> {
  const { words, common } = vocabularyOf(examples);
  const space = spaceOf(words.slice(0, common));
  const rows = toRows(examples, space);
  const learned = await trainedNets(seeds.map((seed) => ({ rows, space, classes: classes.length, seed })));
  const nets = learned.map(({ width, bias, ...net }) => {
    const into = inSteps(net.into, reach.into);
    const out = inSteps(net.out, reach.out);
    return {
      header: {
        width,
        steps: { into: into.step, out: out.step },
        bias: [...bias].map((value) => Number(value.toFixed(4))),
      },
      tables: { into: into.steps, out: out.steps },
    };
  });
  return packWeights(
    { bank, classes, words: words.join(' '), common, nets: nets.map(({ header }) => header) },
    nets.map(({ tables }) => tables),
  );
}
