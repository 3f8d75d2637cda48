import { matchesOf, type Span, type Stretch, spansOf } from './spans.ts';
import { patternsOf } from './tables.ts';
import { tokensOf } from './tokens.ts';
import type { Words } from './words.ts';

/** What behind a name makes a firm, a place or a street of it. */
const bearers: readonly RegExp[] = [
  /^(?:[&-]?[gsnqubBGdWZoOhjKLFYyxei]){0,4}(?:,?\$|&?[fFlL]|w[lL])/,
  /^[&+]?[^v_?,.:;#-]{0,3},?\$/,
  /^&[a-zA-Z]{0,2}[fF$]/,
  /^[gsnqubBGdew]{0,2}[kK]/,
  /^[&+/]0/,
];
/** What before a name makes a street of it: "calle Benito Juárez". */
const way = /<[pa]*$/;
/** A firm that is called after one name: "DBA Greenaway". */
const trade = /V:?[^gnN]$/;
/** "Peoples Gas", "Urban Forestry" */
const office = /^[snuGB]d|^[snu]&[snu](?![hHyYgsnquBG])/;

const isOther = (letters: string, { from, to }: Stretch) =>
  way.test(letters.slice(Math.max(0, from - 4), from)) ||
  trade.test(letters.slice(Math.max(0, from - 2), from + 1)) ||
  office.test(letters.slice(from, to + 1)) ||
  bearers.some((one) => one.test(letters.slice(to)));

/**
 * Names of persons in a text of a public record, and their mailing addresses, by the patterns of
 * `data/privacy/patterns.csv` over the letters of `data/privacy/letters.csv`. Streets, firms and places that are called
 * after a person are no names; the address of the work itself is no mailing address.
 */
export function personsIn(text: string, words: Words): readonly Span[] {
  const tokens = tokensOf(text, words);
  const found = (kind: string, letters: string) =>
    patternsOf(kind, 'g').flatMap((pattern) => matchesOf(letters, pattern));
  const placed = (kind: Span['kind'], stretches: readonly Stretch[]) =>
    spansOf(
      kind,
      stretches.map(({ from, to }) => ({ from: tokens[from]?.from ?? 0, to: tokens[to - 1]?.to ?? 0 })),
    );
  const letters = tokens.map(({ letter }) => letter).join('');
  const marked = [...letters];
  const namesOf = (kind: string) => {
    const stretches = found(kind, marked.join(''));
    const others = new Set(stretches.filter((one) => isOther(letters, one)));
    const within = new Set<number>();
    for (const { from, to } of others) for (let at = from + 1; at < to; at += 1) within.add(at);
    const names = stretches.filter((one) => !others.has(one) && !within.has(one.from));
    for (const { from, to } of names) marked.fill('N', from, to);
    return placed('name', names);
  };
  // other names and the address of a person can follow the name
  return [...namesOf('name'), ...namesOf('list'), ...placed('address', found('address', marked.join('')))];
}
