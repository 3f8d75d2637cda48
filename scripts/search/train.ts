import { type Features, featuresOf, rowsIn } from '../../src/catalog/search/features.ts';
import { packModel, spaceOf } from '../../src/catalog/search/model.ts';

/** A text that stands for classes, with how much it counts. */
export interface Example {
  readonly words: readonly string[];
  readonly classes: readonly number[];
  readonly weight: number;
}

interface Row extends Features {
  readonly classes: readonly number[];
  readonly weight: number;
}

const options = { epochs: 4, rate: 2, slowest: 0.1, drop: 0.4, smooth: 0.1, step: 0.25 };
/** Slopes below this move no weight. */
const leastSlope = 2e-3;

/** Words of the examples, the commonest first, and how many of them are in at least two examples. */
function vocabularyOf(examples: readonly Example[]): { words: readonly string[]; common: number } {
  const counts = new Map<string, number>();
  for (const { words } of examples) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return { words: sorted.map(([word]) => word), common: sorted.filter(([, count]) => count > 1).length };
}

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

/** The numbers below a count in an order of chance. */
function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, at) => at);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
  return order;
}

/**
 * Scores become probabilities, less those that the example has: its classes share what they hold. `smooth` of the whole is
 * spread over all classes, so that no example has to be fitted wholly.
 */
function toSlopes(scores: Float32Array, classes: readonly number[], smooth: number): void {
  let top = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > top) top = score;
  let sum = 0;
  for (let k = 0; k < scores.length; k += 1) {
    const value = Math.exp((scores[k] as number) - top);
    scores[k] = value;
    sum += value;
  }
  const held = classes.reduce((total, k) => total + (scores[k] as number), 0);
  const shares = classes.map((k) => (held > 0 ? (scores[k] as number) / held : 1 / classes.length));
  for (let k = 0; k < scores.length; k += 1) scores[k] = (scores[k] as number) / sum - smooth / scores.length;
  for (const [at, k] of classes.entries()) scores[k] = (scores[k] as number) - (1 - smooth) * (shares[at] as number);
}

/** The linear layer under training: a row of classes for each feature, and how far each row was moved (AdaGrad by rows). */
class Layer {
  readonly weights: Float32Array;
  readonly #squares: Float32Array;
  readonly #scores: Float32Array;
  readonly #moving: Int32Array;

  constructor(rows: number, classes: number) {
    this.weights = new Float32Array(rows * classes);
    this.#squares = new Float32Array(rows).fill(1e-3);
    this.#scores = new Float32Array(classes);
    this.#moving = new Int32Array(classes);
  }

  /** One step of an example, by some of its features. */
  learn({ rows, values, classes, weight }: Row, kept: readonly number[], rate: number): void {
    const scores = this.#scores;
    const up = 1 / (1 - options.drop);
    scores.fill(0);
    for (const at of kept) {
      const from = (rows[at] as number) * scores.length;
      const value = (values[at] as number) * up;
      for (let k = 0; k < scores.length; k += 1)
        scores[k] = (scores[k] as number) + (this.weights[from + k] as number) * value;
    }
    toSlopes(scores, classes, options.smooth);
    let count = 0;
    let square = 0;
    for (let k = 0; k < scores.length; k += 1) {
      const slope = scores[k] as number;
      if (Math.abs(slope) <= leastSlope) continue;
      this.#moving[count] = k;
      count += 1;
      square += slope * slope;
    }
    for (const at of kept) this.#move(rows[at] as number, (values[at] as number) * up * weight, square, count, rate);
  }

  #move(row: number, value: number, square: number, count: number, rate: number): void {
    const squares = (this.#squares[row] as number) + square * value * value;
    this.#squares[row] = squares;
    const step = (rate * value) / Math.sqrt(squares);
    const from = row * this.#scores.length;
    for (let n = 0; n < count; n += 1) {
      const k = this.#moving[n] as number;
      this.weights[from + k] = (this.weights[from + k] as number) - step * (this.#scores[k] as number);
    }
  }
}

/** The features of an example that are not left out by chance. */
function keptOf({ rows }: Row, random: () => number): number[] {
  const kept: number[] = [];
  for (let at = 0; at < rows.length; at += 1) if (random() >= options.drop) kept.push(at);
  return kept;
}

/**
 * Learns the linear layer (softmax regression) and packs the model. The same examples give the same bytes on any machine:
 * one seed, and no operation whose rounding is left to the platform.
 */
export function learnModel(examples: readonly Example[], classes: readonly string[], learnedFrom: string): Buffer {
  const { words, common } = vocabularyOf(examples);
  const space = spaceOf(words.slice(0, common));
  const rows = examples.map(({ words: given, ...rest }): Row => ({ ...featuresOf(given, space), ...rest }));
  const layer = new Layer(rowsIn(space), classes.length);
  const random = sameNumbers(7);
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    const rate = options.rate * (1 - (1 - options.slowest) * (epoch / options.epochs));
    for (const at of shuffled(rows.length, random)) {
      const row = rows[at] as Row;
      layer.learn(row, keptOf(row, random), rate);
    }
  }
  const steps = new Int8Array(layer.weights.length);
  for (let at = 0; at < steps.length; at += 1)
    steps[at] = Math.max(-127, Math.min(127, Math.round((layer.weights[at] as number) / options.step)));
  return packModel({ learnedFrom, classes, words: words.join(' '), common, step: options.step }, steps);
}
