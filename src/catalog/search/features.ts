/** Words that hold a sentence together and say nothing of its subject. */
const fillers = new Set(
  `a an the i me my we our us you your he she they their it its is are was were be been am do doe did can could would
  should may might will of for to in on at as and or with from by this that these those there please just some any im`.split(
    /\s+/,
  ),
);

/** Buckets that pairs of words fall into: a power of two. */
export const pairBuckets = 1 << 15;

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** Words that carry the subject of a question. */
export const contentWords = (words: readonly string[]): readonly string[] => words.filter((word) => !fillers.has(word));

/** Buckets of the pairs of neighboring words, first and last word of the question included. */
export function pairsOf(words: readonly string[]): readonly number[] {
  const whole = ['^', ...words, '$'];
  return whole.slice(1).map((word, at) => hash(`${whole[at]} ${word}`) & (pairBuckets - 1));
}
