import { contentWords, pairBuckets, pairsOf } from '../../src/catalog/search/features.ts';
import { featureValues } from '../../src/catalog/search/weights.ts';

/** A text that stands for classes, with how much it counts. */
export interface Example {
  readonly words: readonly string[];
  readonly classes: readonly number[];
  readonly weight: number;
}

export interface Model {
  /** Words in the order of their rows; the rows of pairs follow. */
  readonly words: readonly string[];
  readonly classes: number;
  readonly rows: Float32Array;
}

interface Row {
  readonly features: readonly number[];
  /** Of each feature; together of length 1. */
  readonly values: readonly number[];
  readonly classes: readonly number[];
  readonly weight: number;
}

export const trainOptions = {
  epochs: 15,
  rate: 0.5,
  decay: 5e-4,
  pairValue: featureValues.pair,
  markValue: featureValues.mark,
};

/** Generator of numbers from 0 to 1 that is the same at every run (mulberry32). */
function sameNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, at) => at);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
  return order;
}

/** Weights under training, with the sums of squared slopes that AdaGrad divides by. */
interface State {
  readonly classes: number;
  readonly weights: Float32Array;
  readonly squares: Float32Array;
  /** Scores of one row, then their slopes. */
  readonly scores: Float64Array;
}

function score({ classes, weights, scores }: State, { features, values }: Row): void {
  scores.fill(0);
  features.forEach((feature, at) => {
    const value = values[at] ?? 0;
    const from = feature * classes;
    for (let k = 0; k < classes; k += 1) scores[k] = (scores[k] as number) + value * (weights[from + k] as number);
  });
}

function step({ classes, weights, squares, scores }: State, row: Row, { rate, decay }: typeof trainOptions): void {
  row.features.forEach((feature, at) => {
    const value = (row.values[at] ?? 0) * row.weight;
    const from = feature * classes;
    for (let k = from; k < from + classes; k += 1) {
      const slope = (scores[k - from] as number) * value + decay * (weights[k] as number);
      const square = (squares[k] as number) + slope * slope;
      squares[k] = square;
      weights[k] = (weights[k] as number) - (rate * slope) / Math.sqrt(square);
    }
  });
}

/**
 * Weights of a linear classifier over words and pairs of words: multinomial logistic regression by stochastic gradient
 * with AdaGrad. The same examples give the same weights.
 */
export function train(examples: readonly Example[], classes: number, options = trainOptions): Model {
  const ids = new Map<string, number>();
  for (const { words } of examples) for (const word of contentWords(words)) if (!ids.has(word)) ids.set(word, ids.size);
  const words = [...ids.keys()];
  const valueOfFeature = (feature: number) =>
    feature >= ids.size ? options.pairValue : (words[feature] as string).startsWith('#') ? options.markValue : 1;
  const rows = examples.map((example): Row => {
    const features = featuresOf(example.words, ids);
    const norm = Math.sqrt(features.reduce((sum, feature) => sum + valueOfFeature(feature) ** 2, 0)) || 1;
    return { ...example, features, values: features.map((feature) => valueOfFeature(feature) / norm) };
  });
  const weights = new Float32Array((ids.size + pairBuckets) * classes);
  const squares = new Float32Array(weights.length).fill(1e-2);
  const state: State = { classes, weights, squares, scores: new Float64Array(classes) };
  const random = sameNumbers(1);
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    for (const at of shuffled(rows.length, random)) {
      const row = rows[at] as Row;
      score(state, row);
      toSlopes(state.scores, row.classes);
      step(state, row, options);
    }
  }
  return { words, classes, rows: weights };
}

/** Rows of the words that are known, and of the pairs. */
export function featuresOf(words: readonly string[], ids: ReadonlyMap<string, number>): readonly number[] {
  const content = contentWords(words);
  const known = content.flatMap((word) => ids.get(word) ?? []);
  return [...new Set([...known, ...pairsOf(content).map((pair) => ids.size + pair)])];
}

/** Scores become probabilities, less those that the example has: its classes share what they hold. */
function toSlopes(scores: Float64Array, classes: readonly number[]): void {
  const top = Math.max(...scores);
  let sum = 0;
  for (let k = 0; k < scores.length; k += 1) {
    const value = Math.exp((scores[k] as number) - top);
    scores[k] = value;
    sum += value;
  }
  for (let k = 0; k < scores.length; k += 1) scores[k] = (scores[k] as number) / sum;
  const held = classes.reduce((total, k) => total + (scores[k] as number), 0) || 1e-9;
  for (const k of classes) scores[k] = (scores[k] as number) - (scores[k] as number) / held;
}
