import { readDataFile } from '../data-file.ts';
import { groupBy } from '../group.ts';

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
  | 'of-owner'
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
  /** How many tokens at the start of a list are a brand or a thing named after a person; 0 where they are none. */
  brandAt(words: readonly string[]): number;
}

/** What stands between the words of a brand in one writing and not in another. */
const joiners: ReadonlySet<string> = new Set(['&', 'and', '+', '-', '.', ',']);

/** How many tokens are the words of a brand, whatever joins them; 0 where they are others. */
function lengthOf(brand: readonly string[], tokens: readonly string[]): number {
  let at = 0;
  for (const word of brand) {
    while (at > 0 && joiners.has(tokens[at] ?? '')) at += 1;
    if (tokens[at] !== word) return 0;
    at += 1;
  }
  return at;
}

/** What finds the longest of some names at the start of a list of tokens, by their first words. */
function finderOf(names: readonly (readonly string[])[]): (tokens: readonly string[]) => number {
  const byFirst = groupBy(names, ([first = '']) => first);
  return (tokens) => Math.max(0, ...(byFirst.get(tokens[0] ?? '') ?? []).map((name) => lengthOf(name, tokens)));
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

/** What a surname of the census may be besides: then it is a name only where the data file says so. */
const plainKinds: readonly WordKind[] = [
  'word',
  'street',
  'company',
  'place',
  'role',
  'weak-role',
  'lead',
  'work',
  'of-whom',
  'of-person',
  'institution',
  'house-number-word',
];

/** Words by their kinds, as they come in. */
class WordBook {
  readonly #kinds = new Map<string, Set<string>>();

  has(kind: string, word: string): boolean {
    return this.#kinds.get(kind)?.has(word) === true;
  }

  all(kind: string): readonly string[] {
    return [...(this.#kinds.get(kind) ?? [])];
  }

  add(kind: string, word: string): void {
    const known = this.#kinds.get(kind);
    if (known) known.add(word);
    else this.#kinds.set(kind, new Set([word]));
  }

  addDataFile(): void {
    for (const line of readDataFile('personal-text/words.txt').split('\n')) {
      const [kind = '', rest = ''] = line.startsWith('#') ? [] : line.split(/:(.*)/s);
      for (const word of rest.split(' ')) if (word !== '') this.add(kind, word);
    }
  }

  addLexicon(lexicon: Lexicon): void {
    const isListed = (word: string) => ['given', 'surname', 'ambiguous'].some((kind) => this.has(kind, word));
    for (const [word, tag] of Object.entries(lexicon)) {
      const kind = kindOfEntry(tag);
      if (kind && (kind !== 'dictionary' || !isListed(word))) this.add(kind, word);
      // "PASSERBY", "MOTORIST": who somebody is, and then often their name
      if (kind === 'dictionary' && tag === 'Actor' && !isListed(word) && !this.#isOfAnother(word))
        this.add('weak-role', word);
    }
  }

  #isOfAnother(word: string): boolean {
    return (['role', 'title', 'word', 'work', 'company', 'place', 'street'] as const).some((kind) =>
      this.has(kind, word),
    );
  }

  addGivenNames(names: Iterable<string>): void {
    for (const name of names) {
      // lists of given names hold surnames and plain words that a child was once given
      const isDoubtful = !this.has('given', name) && this.has('surname', name);
      const isPlain = this.has('word', name) || this.has('dictionary', name);
      if (isDoubtful || isPlain || name.length < 2) this.add('ambiguous', name);
      this.add('given', name);
    }
  }

  addSurnames(names: Iterable<string>): void {
    for (const name of names) {
      if (name.length < 3 || plainKinds.some((kind) => this.has(kind, name))) continue;
      // "KEITH WILDER": behind a given name a plain word that many bear is a name
      if (this.has('dictionary', name)) this.add('ambiguous', name);
      this.add('surname', name);
    }
  }
}

/**
 * The words of the data file; behind them the names and plain words of the dictionary, the given names of the list and
 * the surnames of the census. A name that the dictionary knows as a plain word is ambiguous. Throws where the data file is missing.
 */
export function readWords(lexicon: Lexicon, givenNames: Iterable<string>, surnames: Iterable<string>): Words {
  const book = new WordBook();
  book.addDataFile();
  book.addLexicon(lexicon);
  book.addGivenNames(givenNames);
  book.addSurnames(surnames);
  return {
    is: (kind, word) => book.has(kind, word),
    brandAt: finderOf(book.all('brand').map((brand) => brand.split('+'))),
  };
}
