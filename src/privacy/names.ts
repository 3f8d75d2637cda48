import type { Stretch } from './spans.ts';
import { readTable } from './tables.ts';
import { tokensOf } from './tokens.ts';
import type { Words } from './words.ts';

/** Parts of the patterns, over the letters of `data/privacy/letters.csv`. */
const parts: Readonly<Record<string, string>> = {
  sure: '[gsnq]',
  given: '[gn]',
  surname: '[snquBGJ]',
  any: '[gsnqubBGJ]',
  // what a name goes on with behind its first word
  more: '(?:[&+]?[gsnqubBGJiepdj]|pa|-[snquBG]|[LHYWR](?=$|[^a-zA-Z_]))',
  // where the words of a person end: a mark, a number, the end
  ends: '(?=$|[^a-zA-Z&+?%])',
  start: '(?<=^|[-(:;/.])',
  cue: '(?<=(?:[rRc]|[rRc][-:;,(]?t)[-:;,(#=]{0,2}|[ct]\\.|t)',
  // behind no house number; the number of a unit ("UNIT 14") or a part of a case's number is none
  house: '(?<!(?:^|[^-m#/;])#e?)',
};

/** What behind a name makes a firm, a place or a street of it. */
const bearers: readonly RegExp[] = [
  /^(?:[&-]?[gsnqubBGdoOhjKLFYyx]){0,4}(?:,?\$|&?[fFlL]|w[lL])/,
  /^&[a-zA-Z]{0,2}[fF$]/,
  /^[gsnqubBGdew]{0,2}[kK]/,
  /^[&+/]#/,
];
/** What before a name makes a street of it: "calle Benito Juárez". */
const way = /<[pa]*$/;
/** Two surnames joined: "Perkins & Will". */
const firm = /^[snquB]&.$/;

/**
 * What finds the names of persons in a text of a public record, by the patterns of `data/privacy/name-patterns.csv`.
 * Streets, firms and places that are called after a person are no names.
 */
export function nameFinder(words: Words): (text: string) => readonly Stretch[] {
  const patterns = readTable('name-patterns').map(
    ({ pattern = '' }) =>
      new RegExp(
        pattern.replace(/\{([a-z]+)\}/g, (_, part: string) => parts[part] ?? ''),
        'g',
      ),
  );
  return (text) => {
    const tokens = tokensOf(text, words);
    const letters = tokens.map(({ letter }) => letter).join('');
    return patterns.flatMap((pattern) =>
      [...letters.matchAll(pattern)].flatMap(({ 0: name, index }) => {
        const [first, last] = [tokens[index], tokens[index + name.length - 1]];
        const rest = letters.slice(index + name.length);
        const isOther = firm.test(name) || way.test(letters.slice(0, index)) || bearers.some((one) => one.test(rest));
        return isOther || !first || !last ? [] : [{ from: first.from, to: last.to }];
      }),
    );
  };
}
