/** Words that hold a sentence together and say nothing of its subject. */
const fillers = new Set(
  `a an the i me my we our us you your he she they their it its is are was were be been am do doe did can could would
  should may might will of for to in on at as and or with from by this that these those there please just some any im`.split(
    /\s+/,
  ),
);

/** Words that carry the subject of a question. */
export const contentWords = (words: readonly string[]): readonly string[] => words.filter((word) => !fillers.has(word));

/** Which features a model reads, the row of each, and how much each counts beside a word's 1. */
export interface Space {
  /** Row of each known word; the rows of the buckets of pairs follow, then those of parts of words. */
  readonly words: ReadonlyMap<string, number>;
  /** Buckets that pairs of neighboring words fall into: a power of two, or 0 for none. */
  readonly pairs: number;
  /** Buckets that parts of words fall into: a power of two. */
  readonly parts: number;
  /** Most letters of such a part; the fewest are 3. */
  readonly longest: number;
}

/** Values beside a word's 1. */
const values = { pair: 0.4, mark: 0.5, part: 0.25 };
const shortest = 3;

export const rowsIn = ({ words, pairs, parts }: Space): number => words.size + pairs + parts;

/** FNV-1a of 32 bits, its bits mixed once more. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 12)) >>> 0;
}

/** Every run of letters of a word, its edges marked. */
function partsOf(word: string, longest: number): string[] {
  const whole = `<${word}>`;
  const parts: string[] = [];
  for (let size = shortest; size <= longest; size += 1)
    for (let at = 0; at + size <= whole.length; at += 1) parts.push(whole.slice(at, at + size));
  return parts;
}

export interface Features {
  readonly rows: Int32Array;
  /** Of each row; their squares add up to 1. */
  readonly values: Float32Array;
}

/** The features of a question by its words that carry the subject: words that are known, pairs, parts of words. */
export function featuresOf(content: readonly string[], { words, pairs, parts, longest }: Space): Features {
  const found = new Map<number, number>();
  for (const word of content) {
    const row = words.get(word);
    if (row !== undefined) found.set(row, word.startsWith('#') ? values.mark : 1);
    if (word.startsWith('#')) continue;
    for (const part of partsOf(word, longest)) {
      found.set(words.size + pairs + (hash(part) & (parts - 1)), values.part);
    }
  }
  if (pairs > 0) {
    const whole = ['^', ...content, '$'];
    for (let at = 1; at < whole.length; at += 1)
      found.set(words.size + (hash(`${whole[at - 1]} ${whole[at]}`) & (pairs - 1)), values.pair);
  }
  let sum = 0;
  for (const value of found.values()) sum += value * value;
  const length = Math.sqrt(sum) || 1;
  return {
    rows: Int32Array.from(found.keys()),
    values: Float32Array.from(found.values(), (value) => value / length),
  };
}
