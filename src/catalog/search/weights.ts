import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { dataFolder } from '../../kernel/data-file.ts';
import { contentWords, pairBuckets, pairsOf } from './features.ts';
import { spellingOf } from './spelling.ts';

/** File of the weights below `data/`, written by `scripts/learn-search.ts`. */
export const weightsFile = 'search-weights.bin';

/** Values of a pair of words and of a mark (`#place`) beside a word's 1. */
export const featureValues = { pair: 0.4, mark: 0.5 };

export interface WeightsHeader {
  /** SHA-256 of what was learned from. */
  readonly bank: string;
  /** Names of tools, with underscores, and kinds of questions outside. */
  readonly classes: readonly string[];
  /** Words, in the order of their rows; the rows of the buckets of pairs follow. */
  readonly words: string;
  /** What one step of a weight is worth. */
  readonly step: number;
}

/** How well each class fits a question. */
export interface Fit {
  /** Class and its share of all, in percent of 1, highest first. */
  readonly shares: readonly (readonly [name: string, share: number])[];
  /** Words of the question that were learned, marks not counted. */
  readonly known: number;
}

export interface Weights {
  readonly header: WeightsHeader;
  fit(words: readonly string[]): Fit;
}

/** Header and rows in one file, compressed with Brotli: 4 bytes of length, JSON, then for each row a count and as many pairs of class and signed step. */
export function packWeights(header: WeightsHeader, rows: readonly (readonly (readonly [number, number])[])[]): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const whole = Buffer.concat([
    length,
    json,
    ...rows.map((row) => Buffer.from([row.length, ...row.flatMap(([name, step]) => [name, step & 0xff])])),
  ]);
  return brotliCompressSync(whole);
}

export function readWeights(file = join(dataFolder(), weightsFile)): Weights {
  return unpackWeights(readFileSync(file));
}

/** The weights of a file's bytes; the rows stay packed. */
export function unpackWeights(packed: Buffer): Weights {
  const bytes = brotliDecompressSync(packed);
  const start = 4 + bytes.readUInt32LE(0);
  const header = JSON.parse(bytes.toString('utf8', 4, start)) as WeightsHeader;
  const words = header.words.split(' ');
  const ids = new Map(words.map((word, at) => [word, at]));
  const offsets = new Uint32Array(words.length + pairBuckets);
  let at = start;
  for (let row = 0; row < offsets.length; row += 1) {
    offsets[row] = at;
    at += 1 + 2 * (bytes[at] as number);
  }
  const correct = spellingOf(words);

  /** Adds one row's weights times a value to the scores. */
  const add = (scores: Float64Array, row: number, value: number) => {
    let from = offsets[row] as number;
    const end = from + 1 + 2 * (bytes[from] as number);
    for (from += 1; from < end; from += 2) {
      const name = bytes[from] as number;
      scores[name] = (scores[name] as number) + value * bytes.readInt8(from + 1);
    }
  };
  return {
    header,
    fit(given) {
      const content = contentWords(given).map((word) => (ids.has(word) ? word : (correct(word) ?? word)));
      const features = new Map<number, number>();
      for (const word of content) {
        const id = ids.get(word);
        if (id !== undefined) features.set(id, word.startsWith('#') ? featureValues.mark : 1);
      }
      const known = content.filter((word) => ids.has(word) && !word.startsWith('#')).length;
      for (const pair of pairsOf(content)) features.set(words.length + pair, featureValues.pair);
      const norm = Math.sqrt([...features.values()].reduce((sum, value) => sum + value * value, 0)) || 1;
      const scores = new Float64Array(header.classes.length);
      for (const [row, value] of features) add(scores, row, (value / norm) * header.step);
      return { shares: sharesOf(scores, header.classes), known };
    },
  };
}

function sharesOf(scores: Float64Array, names: readonly string[]): [string, number][] {
  const top = Math.max(...scores);
  const powers = [...scores].map((score) => Math.exp(score - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return names.map((name, at): [string, number] => [name, (powers[at] ?? 0) / sum]).sort(([, a], [, b]) => b - a);
}
