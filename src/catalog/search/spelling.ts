import { distance } from 'fastest-levenshtein';

const lettersOf = (word: string) => [...word].sort().join('');

/** The known word that a misspelt one most likely is: same first letter, one letter off (two in a long word) or letters swapped. */
export function spellingOf(known: readonly string[]): (word: string) => string | undefined {
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
