import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { distance } from 'fastest-levenshtein';
import { dataFolder } from '../../kernel/data-file.ts';
import { contentWords, featuresOf, rowsIn, type Space } from './features.ts';

/** File of the model below `data/`: written by the build (`scripts/learn-search.ts`), not part of the repository. */
export const modelFile = 'search/model.bin';

/** What the model reads beside known words. */
export const spaceOf = (words: readonly string[]): Space => ({
  words: new Map(words.map((word, row) => [word, row])),
  runs: 1 << 14,
  parts: 1 << 13,
});

export interface ModelHeader {
  /** SHA-256 of what was learned from. */
  readonly learnedFrom: string;
  /** Names of tools, with underscores, and kinds of foreign subjects. */
  readonly classes: readonly string[];
  /** Words that have a row of their own, then further words that a misspelling may be corrected to. */
  readonly words: string;
  readonly common: number;
  /** What one step of a weight is worth. */
  readonly step: number;
}

export interface Fit {
  /** Class and its share of all, from 0 to 1, highest first. */
  readonly shares: readonly (readonly [name: string, share: number])[];
  /** Words of the question's subject that were learned, marks not counted. */
  readonly known: number;
}

export interface Model {
  readonly header: ModelHeader;
  fit(words: readonly string[]): Fit;
}

/** Header and weights in one file, compressed with Brotli: 4 bytes of length, JSON, a row of classes for each feature. */
export function packModel(header: ModelHeader, weights: Int8Array): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return brotliCompressSync(Buffer.concat([length, json, Buffer.from(weights.buffer)]), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
  });
}

/** Throws where the package was not built. */
export const readModel = (file = join(dataFolder(), modelFile)): Model => unpackModel(readFileSync(file));

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

export function unpackModel(packed: Buffer): Model {
  const bytes = brotliDecompressSync(packed);
  const start = 4 + bytes.readUInt32LE(0);
  const header = JSON.parse(bytes.toString('utf8', 4, start)) as ModelHeader;
  const words = header.words.split(' ');
  const known = new Set(words);
  const space = spaceOf(words.slice(0, header.common));
  const count = header.classes.length;
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset + start, rowsIn(space) * count);
  let correct: ReturnType<typeof spellingOf> | undefined;
  return {
    header,
    fit(given) {
      const spelt = given.map((word) => {
        if (known.has(word)) return word;
        correct ??= spellingOf(words);
        return correct(word) ?? word;
      });
      const features = featuresOf(spelt, space);
      const scores = new Float64Array(count);
      for (const [at, row] of features.rows.entries()) {
        const value = (features.values[at] as number) * header.step;
        for (let k = 0; k < count; k += 1)
          scores[k] = (scores[k] as number) + value * (weights[row * count + k] as number);
      }
      const meant = sharesOf(scores);
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
