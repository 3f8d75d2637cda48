import { findState, stateNames } from '../../geography/us-states.ts';
import { readDataBytes } from '../../kernel/data-file.ts';

/** Most words of a name that is looked for: "Truth or Consequences" has three. */
const longest = 4;

let known: ReadonlyMap<string, string> | undefined;

const isPlain = (name: string) => /^[A-Za-z ]*$/.test(name);

const keyOf = (name: string) => (isPlain(name) ? name : withoutSigns(name)).toLowerCase();

const withoutSigns = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f.'’]/g, '')
    .replaceAll('-', ' ');

/** State codes, in one text, of every populated place by its name; about 17,000 places, read on first use. */
function places(): ReadonlyMap<string, string> {
  if (known) return known;
  const bytes = readDataBytes('geography/us.tsv');
  const start = bytes.indexOf('\n@places\n') + '\n@places\n'.length;
  const end = bytes.indexOf('\n@', start);
  const map = new Map<string, string>();
  // the whole file as text takes several times as long
  for (const line of bytes.toString('utf8', start, end < 0 ? bytes.length : end).split('\n')) {
    const [name = '', state = ''] = line.split('\t', 2);
    const key = keyOf(name);
    map.set(key, `${map.get(key) ?? ''}${state} `);
  }
  known = map;
  return map;
}

const nameOfState = new Set(stateNames.map((name) => name.toLowerCase()));

/** How many words from here on name a state ("NC", "North Carolina"); a code counts in capitals, or anywhere after its place. */
function stateAt(words: readonly string[], at: number, codes = ''): number {
  const word = words[at] ?? '';
  if (/^[A-Za-z]{2}$/.test(word) && findState(word)) {
    if (word === word.toUpperCase() || codes.includes(`${word.toUpperCase()} `)) return 1;
  }
  for (const count of [3, 2, 1]) {
    if (
      at + count <= words.length &&
      nameOfState.has(
        words
          .slice(at, at + count)
          .join(' ')
          .toLowerCase(),
      )
    )
      return count;
  }
  return 0;
}

const isCapital = (word: string | undefined) => word !== undefined && /^[A-Z]/.test(word);
const areaWords = new Set('county parish borough township twp village'.split(' '));

export interface PlaceAt {
  /** Words that the name takes, 0 where there is none. */
  readonly words: number;
  readonly state: number;
}

/**
 * The place or state that begins at a word of a question. A name counts with its state behind it ("china grove nc",
 * "Mexico Beach, Florida"), with "County" behind it, or where the question writes it with a capital letter inside.
 */
export function placeAt(words: readonly string[], at: number, casedText: boolean): PlaceAt {
  for (let count = Math.min(longest, words.length - at); count > 0; count -= 1) {
    const name = words.slice(at, at + count);
    const codes = places().get(keyOf(name.join(' ')));
    if (codes === undefined) continue;
    const state = stateAt(words, at + count, codes);
    if (state > 0) return { words: count, state };
    if (casedText && name.every(isCapital) && (count > 1 || at > 0)) return { words: count, state: 0 };
  }
  const state = stateAt(words, at);
  if (state > 0) return { words: 0, state };
  const area = [1, 2].find((count) => areaWords.has((words[at + count] ?? '').toLowerCase()));
  const named = area !== undefined && words.slice(at, at + area).every(isCapital);
  return { words: named && casedText ? area : 0, state: 0 };
}
