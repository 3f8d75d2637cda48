import { rowsIn, type Space } from '../../src/catalog/search/features.ts';
import { type Row, sameNumbers, shuffled, toSlopes } from './train.ts';

/** A network of one hidden layer. */
export interface Net {
  /** Of the hidden layer. */
  readonly width: number;
  /** One row of the width for each feature. */
  readonly into: Float32Array;
  /** One row of classes for each of the width. */
  readonly out: Float32Array;
  readonly bias: Float32Array;
}

const options = { width: 128, epochs: 18, rate: 0.1, slowest: 0.1, dropFeature: 0.5, dropHidden: 0.2, smooth: 0.03 };

/** Weights that are moved by AdaGrad. */
class Moved {
  readonly weights: Float32Array;
  readonly #squares: Float32Array;

  constructor(count: number) {
    this.weights = new Float32Array(count);
    this.#squares = new Float32Array(count).fill(1e-2);
  }

  /** Weights of a run begin about 0. */
  begin(from: number, count: number, spread: number, random: () => number): void {
    for (let k = from; k < from + count; k += 1) this.weights[k] = spread * bell(random);
  }

  /** Moves the named weights of a run by their slopes times a value. */
  moveNamed(from: number, slopes: Float32Array, { at, count }: Named, value: number, rate: number): void {
    for (let n = 0; n < count; n += 1) this.#move(from, at[n] as number, slopes, value, rate);
  }

  /** Moves every weight of a run. */
  move(from: number, slopes: Float32Array, value: number, rate: number): void {
    for (let k = 0; k < slopes.length; k += 1) this.#move(from, k, slopes, value, rate);
  }

  #move(from: number, k: number, slopes: Float32Array, value: number, rate: number): void {
    const slope = (slopes[k] as number) * value;
    const square = (this.#squares[from + k] as number) + slope * slope;
    this.#squares[from + k] = square;
    this.weights[from + k] = (this.weights[from + k] as number) - (rate * slope) / Math.sqrt(square);
  }
}

/** Which of some values are above 0, in order. */
class Named {
  readonly at: Int32Array;
  count = 0;

  constructor(size: number) {
    this.at = new Int32Array(size);
  }

  read(values: Float32Array): void {
    this.count = 0;
    for (let k = 0; k < values.length; k += 1) {
      if ((values[k] as number) <= 0) continue;
      this.at[this.count] = k;
      this.count += 1;
    }
  }
}

/** About a normal distribution with deviation 1. */
function bell(random: () => number): number {
  let sum = -3;
  for (let at = 0; at < 6; at += 1) sum += random();
  return sum * 1.41;
}

/** Adds a run of weights times a value. */
function add(sums: Float32Array, weights: Float32Array, from: number, value: number): void {
  for (let k = 0; k < sums.length; k += 1) sums[k] = (sums[k] as number) + value * (weights[from + k] as number);
}

/** A network under training, and what one example brings at each layer. */
class Learner {
  readonly into: Moved;
  readonly out: Moved;
  readonly bias: Moved;
  readonly #random: () => number;
  readonly #hidden = new Float32Array(options.width);
  readonly #back = new Float32Array(options.width);
  readonly #on = new Named(options.width);
  readonly #scores: Float32Array;

  /** Rows of features that no example has stay 0. */
  constructor(rows: readonly Row[], features: number, classes: number, random: () => number) {
    const { width } = options;
    this.#random = random;
    this.into = new Moved(features * width);
    for (const row of new Set(rows.flatMap((row) => [...row.rows]))) this.into.begin(row * width, width, 0.05, random);
    this.out = new Moved(width * classes);
    this.out.begin(0, width * classes, 0.1, random);
    this.bias = new Moved(classes);
    this.#scores = new Float32Array(classes);
  }

  learn(row: Row, speed: number): void {
    const { width, dropFeature, smooth } = options;
    const kept = row.values.map((value) => (this.#random() < dropFeature ? 0 : value / (1 - dropFeature)));
    this.#forward(row, kept);
    toSlopes(this.#scores, row.classes, smooth);
    this.#throughHidden();
    this.bias.move(0, this.#scores, row.weight, speed);
    for (let f = 0; f < kept.length; f += 1) {
      const value = (kept[f] as number) * row.weight;
      if (value !== 0) this.into.moveNamed((row.rows[f] as number) * width, this.#back, this.#on, value, speed);
    }
    const { at, count } = this.#on;
    for (let n = 0; n < count; n += 1) {
      const k = at[n] as number;
      const value = (this.#hidden[k] as number) * row.weight;
      this.out.move(k * this.#scores.length, this.#scores, value, speed);
    }
  }

  /** Scores of the classes from the features that are kept; hidden values below 0, and some by chance, are off. */
  #forward(row: Row, kept: Float32Array): void {
    const hidden = this.#hidden;
    const { width, dropHidden } = options;
    hidden.fill(0);
    for (let f = 0; f < kept.length; f += 1)
      if (kept[f] !== 0) add(hidden, this.into.weights, (row.rows[f] as number) * width, kept[f] as number);
    for (let k = 0; k < width; k += 1)
      hidden[k] = this.#random() < dropHidden ? 0 : Math.max(0, hidden[k] as number) / (1 - dropHidden);
    this.#on.read(hidden);
    this.#scores.set(this.bias.weights);
    const { at, count } = this.#on;
    for (let n = 0; n < count; n += 1) {
      const k = at[n] as number;
      add(this.#scores, this.out.weights, k * this.#scores.length, hidden[k] as number);
    }
  }

  /** The slopes of the classes, back through the hidden values that are on. */
  #throughHidden(): void {
    const slopes = this.#scores;
    const { weights } = this.out;
    for (let n = 0; n < this.#on.count; n += 1) {
      const k = this.#on.at[n] as number;
      const from = k * slopes.length;
      let sum = 0;
      for (let at = 0; at < slopes.length; at += 1) sum += (slopes[at] as number) * (weights[from + at] as number);
      this.#back[k] = sum / (1 - options.dropHidden);
    }
  }
}

/** What one network is learned from. */
export interface NetTask {
  readonly rows: readonly Row[];
  readonly space: Space;
  readonly classes: number;
  readonly seed: number;
}

/**
 * A network of one hidden layer by stochastic gradient with AdaGrad; features and hidden values are left out by chance, so
 * that it leans on no single word. The same examples and the same seed give the same network.
 */
export function trainNet({ rows, space, classes, seed }: NetTask): Net {
  const { width, epochs, rate, slowest } = options;
  const random = sameNumbers(seed);
  const learner = new Learner(rows, rowsIn(space), classes, random);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const speed = rate * (1 - (epoch / epochs) * (1 - slowest));
    for (const at of shuffled(rows.length, random)) learner.learn(rows[at] as Row, speed);
  }
  return { width, into: learner.into.weights, out: learner.out.weights, bias: learner.bias.weights };
}
