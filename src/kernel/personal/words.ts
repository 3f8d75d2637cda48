import { readDataFile } from '../data-file.ts';

/** Kinds of words in `data/personal-text/words.txt`. */
export type WordKind =
  | 'role'
  | 'weak-role'
  | 'lead'
  | 'institution'
  | 'title'
  | 'suffix'
  | 'particle'
  | 'of-person'
  | 'street'
  | 'house-number-word'
  | 'company'
  | 'work'
  | 'of-whom'
  | 'place'
  | 'ambiguous'
  | 'word'
  | 'dictionary'
  | 'given'
  | 'surname'
  | 'surname-first';

export interface Words {
  is(kind: WordKind, word: string): boolean;
  /** Whether the words at the start of a list are a brand or a thing named after a person. */
  isBrand(words: readonly string[]): boolean;
}

/** Names and plain words of the language library, by the tags of its dictionary. */
export type Lexicon = Readonly<Record<string, string | readonly string[]>>;

const givenTags: ReadonlySet<string> = new Set(['MaleName', 'FemaleName', 'FirstName']);

/** A town's name is a surname too, and no plain word. */
const placeTags: ReadonlySet<string> = new Set(['Place', 'City', 'Region', 'Country']);

function kindOfEntry(tag: string | readonly string[]): 'given' | 'surname' | 'dictionary' | undefined {
  const tags = typeof tag === 'string' ? [tag] : tag;
  if (tags.some((one) => givenTags.has(one))) return 'given';
  if (tags.includes('LastName')) return 'surname';
  return tags.some((one) => placeTags.has(one)) ? undefined : 'dictionary';
}

/**
 * The words of the data file; behind them the names and plain words of the dictionary and the given names of the list.
 * A given name that the dictionary knows as a plain word is ambiguous. Throws where the data file is missing.
 */
export function readWords(lexicon: Lexicon, givenNames: Iterable<string>): Words {
  const kinds = new Map<string, Set<string>>();
  const add = (kind: string, word: string) => {
    const known = kinds.get(kind);
    if (known) known.add(word);
    else kinds.set(kind, new Set([word]));
  };
  for (const line of readDataFile('personal-text/words.txt').split('\n')) {
    const [kind = '', rest = ''] = line.startsWith('#') ? [] : line.split(/:(.*)/s);
    for (const word of rest.split(' ')) if (word !== '') add(kind, word);
  }
  const isListed = (word: string) => ['given', 'surname', 'ambiguous'].some((kind) => kinds.get(kind)?.has(word));
  for (const [word, tag] of Object.entries(lexicon)) {
    const kind = kindOfEntry(tag);
    if (kind && (kind !== 'dictionary' || !isListed(word))) add(kind, word);
  }
  for (const name of givenNames) {
    // lists of given names hold surnames and plain words that a child was once given
    const isDoubtful = !kinds.get('given')?.has(name) && kinds.get('surname')?.has(name) === true;
    const isPlain = kinds.get('word')?.has(name) === true || kinds.get('dictionary')?.has(name) === true;
    if (isDoubtful || isPlain || name.length < 2) add('ambiguous', name);
    add('given', name);
  }
  const brands = [...(kinds.get('brand') ?? [])].map((brand) => brand.split('+'));
  return {
    is: (kind, word) => kinds.get(kind)?.has(word) === true,
    isBrand: (words) => brands.some((brand) => brand.every((word, at) => words[at] === word)),
  };
}
