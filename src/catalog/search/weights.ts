import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { dataFolder } from '../../kernel/data-file.ts';
import { contentWords, type Features, featuresOf, rowsIn, type Space } from './features.ts';
import { spellingOf } from './spelling.ts';

/** File of the weights below `data/`, written by `scripts/learn-search.ts`. */
export const weightsFile = 'search-weights.bin';

/** What the linear model reads beside words. */
const linearParts = { pairs: 1 << 16, parts: 1 << 16, longest: 5 };
/** What the network reads beside common words; as many buckets as the file has room for. */
const netParts = { pairs: 1 << 14, parts: 1 << 14, longest: 4 };

/** Features of both models; the network knows the common words alone, which come first. */
export function spacesOf(words: readonly string[], common: number): { linear: Space; net: Space } {
  const rows = (count: number) => new Map(words.slice(0, count).map((word, row) => [word, row]));
  return { linear: { words: rows(words.length), ...linearParts }, net: { words: rows(common), ...netParts } };
}

export interface WeightsHeader {
  /** SHA-256 of what was learned from. */
  readonly bank: string;
  /** Names of tools, with underscores, and kinds of questions outside. */
  readonly classes: readonly string[];
  /** Words, the commonest first, and how many of them the network knows. */
  readonly words: string;
  readonly common: number;
  /** What one step of a weight is worth: of the linear model, of the network's features and of its classes. */
  readonly steps: { readonly linear: number; readonly into: number; readonly out: number };
  /** Of the network's hidden layer. */
  readonly width: number;
  readonly bias: readonly number[];
}

/** Weights in whole steps: each row of the linear model as pairs of class and steps, and the network's two tables. */
export interface Steps {
  readonly linear: readonly (readonly (readonly [number, number])[])[];
  readonly into: Int8Array;
  readonly out: Int8Array;
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

/**
 * Header and weights in one file, compressed with Brotli: 4 bytes of length, JSON, the network's two tables, then for each
 * row of the linear model a count, that many classes and that many signed steps.
 */
export function packWeights(header: WeightsHeader, { linear, into, out }: Steps): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const counts = Buffer.from(linear.map((row) => row.length));
  const classes = Buffer.from(linear.flatMap((row) => row.map(([name]) => name)));
  const steps = Buffer.from(linear.flatMap((row) => row.map(([, step]) => step & 0xff)));
  const whole = Buffer.concat([
    length,
    json,
    Buffer.from(into.buffer),
    Buffer.from(out.buffer),
    counts,
    classes,
    steps,
  ]);
  return brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS } });
}

export function readWeights(file = join(dataFolder(), weightsFile)): Weights {
  return unpackWeights(readFileSync(file));
}

/** Adds a run of weights times a value to the sums. */
function add(sums: Float64Array, weights: Int8Array, from: number, value: number): void {
  for (let k = 0; k < sums.length; k += 1) sums[k] = (sums[k] as number) + value * (weights[from + k] as number);
}

type Model = (features: Features) => Float64Array;

/** Scores of the linear model, whose rows stay packed. */
function linearModel(bytes: Buffer, at: number, rows: number, classes: number, step: number): Model {
  const offsets = new Uint32Array(rows + 1);
  for (let row = 0; row < rows; row += 1) offsets[row + 1] = (offsets[row] as number) + (bytes[at + row] as number);
  const names = at + rows;
  const steps = names + (offsets[rows] as number);
  return (features) => {
    const scores = new Float64Array(classes);
    for (const [f, row] of features.rows.entries()) {
      const value = (features.values[f] as number) * step;
      for (let k = offsets[row] as number; k < (offsets[row + 1] as number); k += 1) {
        const name = bytes[names + k] as number;
        scores[name] = (scores[name] as number) + value * bytes.readInt8(steps + k);
      }
    }
    return scores;
  };
}

/** Scores of the network: features to hidden values, of which those above 0 count, to classes. */
function netModel(into: Int8Array, out: Int8Array, { width, bias, steps }: WeightsHeader): Model {
  return (features) => {
    const hidden = new Float64Array(width);
    for (const [f, row] of features.rows.entries())
      add(hidden, into, row * width, (features.values[f] as number) * steps.into);
    const scores = Float64Array.from(bias);
    for (const [k, value] of hidden.entries()) if (value > 0) add(scores, out, k * bias.length, value * steps.out);
    return scores;
  };
}

/** The weights of a file's bytes: two models that were learned apart, each with half a say. */
export function unpackWeights(packed: Buffer): Weights {
  const bytes = brotliDecompressSync(packed);
  const start = 4 + bytes.readUInt32LE(0);
  const header = JSON.parse(bytes.toString('utf8', 4, start)) as WeightsHeader;
  const { classes, width, common } = header;
  const words = header.words.split(' ');
  const spaces = spacesOf(words, common);
  const table = (from: number, length: number) => new Int8Array(bytes.buffer, bytes.byteOffset + from, length);
  const into = table(start, rowsIn(spaces.net) * width);
  const out = table(start + into.length, width * classes.length);
  const net = netModel(into, out, header);
  const linear = linearModel(
    bytes,
    start + into.length + out.length,
    rowsIn(spaces.linear),
    classes.length,
    header.steps.linear,
  );
  const correct = spellingOf(words);
  return {
    header,
    fit(given) {
      const { words: ids } = spaces.linear;
      const content = contentWords(given).map((word) => (ids.has(word) ? word : (correct(word) ?? word)));
      const known = content.filter((word) => ids.has(word) && !word.startsWith('#')).length;
      const one = sharesOf(linear(featuresOf(content, spaces.linear)));
      const other = sharesOf(net(featuresOf(content, spaces.net)));
      const shares = classes.map((name, at): [string, number] => [
        name,
        ((one[at] as number) + (other[at] as number)) / 2,
      ]);
      return { shares: shares.sort(([, a], [, b]) => b - a), known };
    },
  };
}

/** Scores as shares of a whole. */
function sharesOf(scores: Float64Array): Float64Array {
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
