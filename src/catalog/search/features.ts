/** Words that hold a sentence together and say nothing of its subject; how a question is put ("should I", "will it") they do say. */
const fillers = new Set(
  `a an the i me my we our us you your he she they their it its is are was were be been am do doe did can could would
  should may might will of for to in on at as and or with from by this that these those there please just some any im`.split(
    /\s+/,
  ),
);

/** Words that carry the subject of a question. */
export const contentWords = (words: readonly string[]): readonly string[] => words.filter((word) => !fillers.has(word));

export interface Space {
  /** Row of each known word; the rows of the buckets of runs of words follow, then those of parts of words. */
  readonly words: ReadonlyMap<string, number>;
  /** Buckets that runs of words fall into: a power of two. */
  readonly runs: number;
  /** Buckets that parts of words fall into: a power of two. */
  readonly parts: number;
}

/** How much each kind of feature counts beside a word's 1. */
const values = { mark: 0.5, part: 0.25, filler: 0.3, pair: 0.4, plainPair: 0.3, apart: 0.2, length: 0.3 };
/** Letters of a part of a word. */
const shortest = 3;
const longest = 4;
/** Most words of a question of each length; one that is longer than the last is of a further length. */
const lengths = [1, 2, 4, 6, 9, 13, 18];

export const rowsIn = ({ words, runs, parts }: Space): number => words.size + runs + parts;

/** FNV-1a of 32 bits, its bits mixed once more. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 12)) >>> 0;
}

function partsOf(word: string): string[] {
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

/** Runs of words, with how much each counts: neighbors among the words of the subject and among all, words one apart, the length. */
function runsOf(words: readonly string[], content: readonly string[]): (readonly [run: string, value: number])[] {
  const subject = ['^', ...content, '$'];
  const whole = ['^', ...words, '$'];
  const size = lengths.filter((most) => words.length > most).length;
  return [
    [`length ${size}`, values.length],
    ...subject.slice(2).map((word, at) => [`${subject[at]} _ ${word}`, values.apart] as const),
    ...whole.slice(1).map((word, at) => [`${whole[at]} ${word}`, values.plainPair] as const),
    ...subject.slice(1).map((word, at) => [`${subject[at]} ${word}`, values.pair] as const),
  ];
}

/** The features of a question by its words in order: words that are known, runs of words, parts of words. */
export function featuresOf(given: readonly string[], { words, runs, parts }: Space): Features {
  const found = new Map<number, number>();
  const content = contentWords(given);
  for (const word of given) {
    const row = words.get(word);
    const value = word.startsWith('#') ? values.mark : fillers.has(word) ? values.filler : 1;
    if (row !== undefined) found.set(row, value);
  }
  for (const word of content) {
    if (word.startsWith('#')) continue;
    for (const part of partsOf(word)) found.set(words.size + runs + (hash(part) & (parts - 1)), values.part);
  }
  for (const [run, value] of runsOf(given, content)) {
    const row = words.size + (hash(run) & (runs - 1));
    found.set(row, Math.max(value, found.get(row) ?? 0));
  }
  let sum = 0;
  for (const value of found.values()) sum += value * value;
  const length = Math.sqrt(sum) || 1;
  return {
    rows: Int32Array.from(found.keys()),
    values: Float32Array.from(found.values(), (value) => value / length),
  };
}
