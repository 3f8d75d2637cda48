import { packWeights, spaceOf } from '../../src/catalog/search/weights.ts';
import { type Example, toRows, vocabularyOf } from './train.ts';
import { trainNet } from './train-net.ts';

/** The weights of features in so many steps to either side of 0, at so many deviations; those of classes. */
const reach = { into: { steps: 5, deviations: 3.2 }, out: { steps: 127, deviations: 5 } };
/** One network for each; they differ by where they began and are right together more often than either alone. */
const twoSeeds = [9, 10];

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
  return {
    step,
    steps: Int8Array.from(weights, (weight) => Math.max(-most, Math.min(most, Math.round(weight / step)))),
  };
}

/** Learns the networks from the examples and packs them; the same examples give the same bytes. */
export function learnWeights(
  examples: readonly Example[],
  classes: readonly string[],
  bank: string,
  seeds: readonly number[] = twoSeeds,
): Buffer {
  const { words, common } = vocabularyOf(examples);
  const space = spaceOf(words.slice(0, common));
  const rows = toRows(examples, space);
  const nets = seeds.map((seed) => {
    const { width, bias, ...net } = trainNet(rows, space, classes.length, seed);
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
