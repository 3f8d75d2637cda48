import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { distance } from 'fastest-levenshtein';
import { dataFolder } from '../../kernel/data-file.ts';
import { contentWords, type Features, featuresOf, rowsIn, type Space } from './features.ts';

/** File of the weights below `data/`, written by `scripts/learn-search.ts`. */
export const weightsFile = 'search-weights.bin';

/** What the networks read beside common words; as many buckets as the file has room for. */
export const spaceOf = (common: readonly string[]): Space => ({
  words: new Map(common.map((word, row) => [word, row])),
  runs: 1 << 14,
  parts: 1 << 14,
});

/** What is said of one network beside its tables. */
export interface NetHeader {
  readonly width: number;
  /** What one step of a weight is worth: of the features and of the classes. */
  readonly steps: { readonly into: number; readonly out: number };
  readonly bias: readonly number[];
}

export interface WeightsHeader {
  /** SHA-256 of what was learned from. */
  readonly bank: string;
  /** Names of tools, with underscores, and kinds of questions outside. */
  readonly classes: readonly string[];
  /** Words, the commonest first, and how many of them the networks know. */
  readonly words: string;
  readonly common: number;
  readonly nets: readonly NetHeader[];
}

/** Weights of a network in whole steps: a row of its width for each feature, a row of classes for each of its width. */
export interface NetTables {
  readonly into: Int8Array;
  readonly out: Int8Array;
}

export interface Fit {
  /** Class and its share of all, in percent of 1, highest first. */
  readonly shares: readonly (readonly [name: string, share: number])[];
  /** Words of the question's subject that were learned, marks not counted. */
  readonly known: number;
}

export interface Weights {
  readonly header: WeightsHeader;
  fit(words: readonly string[]): Fit;
}

/** Header and weights in one file, compressed with Brotli: 4 bytes of length, JSON, then the two tables of each network. */
export function packWeights(header: WeightsHeader, tables: readonly NetTables[]): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const whole = Buffer.concat([
    length,
    json,
    ...tables.flatMap(({ into, out }) => [Buffer.from(into.buffer), Buffer.from(out.buffer)]),
  ]);
  return brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS } });
}

export function readWeights(file = join(dataFolder(), weightsFile)): Weights {
  return unpackWeights(readFileSync(file));
}

function add(sums: Float64Array, weights: Int8Array, from: number, value: number): void {
  for (let k = 0; k < sums.length; k += 1) sums[k] = (sums[k] as number) + value * (weights[from + k] as number);
}

type Model = (features: Features) => Float64Array;

/** Scores of a network: features to hidden values, of which those above 0 count, to classes. */
function netModel({ into, out }: NetTables, { width, bias, steps }: NetHeader): Model {
  return (features) => {
    const hidden = new Float64Array(width);
    for (const [f, row] of features.rows.entries())
      add(hidden, into, row * width, (features.values[f] as number) * steps.into);
    const scores = Float64Array.from(bias);
    for (const [k, value] of hidden.entries()) if (value > 0) add(scores, out, k * bias.length, value * steps.out);
    return scores;
  };
}

/** The networks of a file whose tables begin at some byte. */
function netModels(bytes: Buffer, start: number, { nets, classes }: WeightsHeader, space: Space): readonly Model[] {
  let at = start;
  const table = (length: number) => {
    const found = new Int8Array(bytes.buffer, bytes.byteOffset + at, length);
    at += length;
    return found;
  };
  return nets.map((net) => {
    const into = table(rowsIn(space) * net.width);
    return netModel({ into, out: table(net.width * classes.length) }, net);
  });
}

const lettersOf = (word: string) => [...word].sort().join('');

/** The known word that a misspelt one most likely is: same first letter, one letter off (two in a long word) or letters swapped. */
function spellingOf(known: readonly string[]): (word: string) => string | undefined {
  const byLetter = new Map<string, string[]>();
  for (const word of known) {
    if (word.length < 4) continue;
    const letter = word[0] ?? '';
    const list = byLetter.get(letter);
    if (list) list.push(word);
    else byLetter.set(letter, [word]);
  }
  return (word) => {
    if (word.length < 5 || word.startsWith('#')) return undefined;
    const reach = word.length >= 8 ? 2 : 1;
    let best: string | undefined;
    let least = reach + 1;
    for (const other of byLetter.get(word[0] ?? '') ?? []) {
      if (Math.abs(other.length - word.length) > reach) continue;
      const apart = distance(word, other);
      const far = apart === 2 && word.length === other.length && lettersOf(word) === lettersOf(other) ? 1 : apart;
      if (far < least) [best, least] = [other, far];
    }
    return best;
  };
}

/** The weights of a file's bytes: networks that were learned apart, each with the same say; what one rules out is out. */
export function unpackWeights(packed: Buffer): Weights {
  const bytes = brotliDecompressSync(packed);
  const start = 4 + bytes.readUInt32LE(0);
  const header = JSON.parse(bytes.toString('utf8', 4, start)) as WeightsHeader;
  const words = header.words.split(' ');
  const known = new Set(words);
  const space = spaceOf(words.slice(0, header.common));
  const models = netModels(bytes, start, header, space);
  const correct = spellingOf(words);
  return {
    header,
    fit(given) {
      const spelt = given.map((word) => (known.has(word) ? word : (correct(word) ?? word)));
      const features = featuresOf(spelt, space);
      const said = models.map((model) => sharesOf(model(features)).map(Math.log));
      const meant = sharesOf(
        Float64Array.from(
          header.classes,
          (_, at) => said.reduce((sum, one) => sum + (one[at] as number), 0) / said.length,
        ),
      );
      const shares = header.classes.map((name, at): [string, number] => [name, meant[at] as number]);
      return {
        shares: shares.sort(([, a], [, b]) => b - a),
        known: contentWords(spelt).filter((word) => known.has(word) && !word.startsWith('#')).length,
      };
    },
  };
}

function sharesOf(scores: Float64Array): Float64Array {
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
