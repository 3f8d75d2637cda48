import { type Features, featuresOf, type Space } from '../../src/catalog/search/features.ts';

/** A text that stands for classes, with how much it counts. */
export interface Example {
  readonly words: readonly string[];
  readonly classes: readonly number[];
  readonly weight: number;
}

/** An example as a model reads it. */
export interface Row extends Features {
  readonly classes: readonly number[];
  readonly weight: number;
}

/** Words of the examples, the commonest first, and how many of them stand in at least two examples. */
export function vocabularyOf(examples: readonly Example[]): { words: readonly string[]; common: number } {
  const counts = new Map<string, number>();
  for (const { words } of examples) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return { words: sorted.map(([word]) => word), common: sorted.filter(([, count]) => count > 1).length };
}

export const toRows = (examples: readonly Example[], space: Space): readonly Row[] =>
  examples.map(({ words, classes, weight }) => ({ ...featuresOf(words, space), classes, weight }));

/** Generator of numbers from 0 to 1 that is the same at every run (mulberry32). */
export function sameNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** The numbers below a count in an order of chance. */
export function shuffled(count: number, random: () => number): number[] {
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
export function toSlopes(scores: Float32Array, classes: readonly number[], smooth: number): void {
  let top = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > top) top = score;
  let sum = 0;
  for (let k = 0; k < scores.length; k += 1) {
    const value = Math.exp((scores[k] as number) - top);
    scores[k] = value;
    sum += value;
  }
  for (let k = 0; k < scores.length; k += 1) scores[k] = (scores[k] as number) / sum;
  const held = classes.map((k) => scores[k] as number);
  const whole = held.reduce((total, share) => total + share, 0) || 1e-9;
  for (let k = 0; k < scores.length; k += 1) scores[k] = (scores[k] as number) - smooth / scores.length;
  for (const [at, k] of classes.entries())
    scores[k] = (scores[k] as number) - ((1 - smooth) * (held[at] as number)) / whole;
}
