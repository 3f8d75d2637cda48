import type { Space } from '../../src/catalog/search/features.ts';
import { rowsIn } from '../../src/catalog/search/features.ts';
import { packWeights, spacesOf } from '../../src/catalog/search/weights.ts';
import { type Example, toRows, trainLinear, vocabularyOf } from './train.ts';
import { trainNet } from './train-net.ts';

/** Linear weights of fewer steps are left out: they take most of the room and decide nothing. */
const least = 5;
/** The network's weights in so many steps to either side of 0, at so many deviations. */
const reach = { steps: 5, deviations: 3.2 };

/** The largest weights take all 127 steps. */
function linearSteps(weights: Float32Array, classes: number, space: Space) {
  let top = 0;
  for (const weight of weights) if (Math.abs(weight) > top) top = Math.abs(weight);
  const step = top / 127;
  const rows = Array.from({ length: rowsIn(space) }, (_, row) => {
    const kept: [number, number][] = [];
    for (let at = 0; at < classes; at += 1) {
      const steps = Math.round((weights[row * classes + at] as number) / step);
      if (Math.abs(steps) >= least) kept.push([at, steps]);
    }
    return kept;
  });
  return { step, rows };
}

/** Weights in steps of the same size, those far out cut off. */
function netSteps(weights: Float32Array, most: number, deviations: number) {
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

/** Learns both models from the examples and packs them; the same examples give the same bytes. */
export function learnWeights(examples: readonly Example[], classes: readonly string[], bank: string): Buffer {
  const { words, common } = vocabularyOf(examples);
  const spaces = spacesOf(words, common);
  const linear = linearSteps(
    trainLinear(toRows(examples, spaces.linear), spaces.linear, classes.length),
    classes.length,
    spaces.linear,
  );
  const { width, bias, ...net } = trainNet(toRows(examples, spaces.net), spaces.net, classes.length);
  const into = netSteps(net.into, reach.steps, reach.deviations);
  const out = netSteps(net.out, 127, 5);
  return packWeights(
    {
      bank,
      classes,
      words: words.join(' '),
      common,
      steps: { linear: linear.step, into: into.step, out: out.step },
      width,
      bias: [...bias].map((value) => Number(value.toFixed(4))),
    },
    { linear: linear.rows, into: into.steps, out: out.steps },
  );
}
