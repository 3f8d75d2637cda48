import { findState } from '../../geography/us-states.ts';
import { readDataFile } from '../../kernel/data-file.ts';
import { placeAt } from './place-names.ts';

interface NamesAbroad {
  /** Countries, regions and large cities that may be names of small US places too; a US state or ZIP code outweighs them. */
  readonly known: ReadonlySet<string>;
  /** Further cities and countries that are no names of US places. */
  readonly further: ReadonlySet<string>;
}

let names: NamesAbroad | undefined;

const linesOf = (path: string) => new Set(readDataFile(path).trimEnd().split('\n'));

function abroad(): NamesAbroad {
  names ??= { known: linesOf('search/abroad.txt'), further: linesOf('geography/abroad.txt') };
  return names;
}

/** A shorter name in small letters may be a common word ("male", "cork"). */
const leastLetters = 6;

function isAbroad(written: string): boolean {
  const name = written.toLowerCase();
  const { known, further } = abroad();
  return known.has(name) || ((isCapital(written) || name.length >= leastLetters) && further.has(name));
}

/** Words before or after that make a name a part of a US one: "New Mexico", "Paris Road". */
const before = new Set('new nuevo west east little port fort north south via lake route gulf'.split(' '));
const after = new Set(
  'county township parish beach city grove village hook town st street ave avenue rd road dr drive blvd ln lane ct creek heights hills springs park'.split(
    ' ',
  ),
);

const isCapital = (word: string | undefined) => word !== undefined && /^[A-Z]/.test(word);

function namesState(words: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      /^\d{5}$/.test(word) ||
      placeAt(words, at, true).state > 0 ||
      (at > 0 && /^[A-Za-z]{2}$/.test(word) && word === word.toUpperCase() && findState(word) !== undefined),
  );
}

/** Whether a name abroad at some words is the name of a US place after all. */
function isInsideName(words: readonly string[], at: number, count: number): boolean {
  if (before.has((words[at - 1] ?? '').toLowerCase()) || /^\d+$/.test(words[at - 1] ?? '')) return true;
  if ((words[at - 2] ?? '').toLowerCase() === 'gulf') return true;
  const next = words[at + count];
  if (after.has((next ?? '').toLowerCase())) return true;
  return isCapital(words[at]) && isCapital(next) && !isAbroad(next ?? '') && placeAt(words, at + count, true).words > 0;
}

/** What no US state beside it outweighs. */
const foreignCodes = /\b(?:BC|UK|ON|QC)\b/;
const foreignNames = /\b(?:united kingdom|british columbia|canada|france|germany|mexico city)\b/i;
/** A whole postcode of the United Kingdom or of Canada. */
const postcode = /\b(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)\b/;

/** Whether the question names a country, region or large city abroad and no US state. */
export function namesAbroad(question: string): boolean {
  const words =
    question
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .match(/[A-Za-z0-9']+/g) ?? [];
  const found = words.some((_, at) =>
    [3, 2, 1].some((count) => {
      const name = words.slice(at, at + count).join(' ');
      return at + count <= words.length && isAbroad(name) && !isInsideName(words, at, count);
    }),
  );
  if (!found) return postcode.test(question) && !namesState(words);
  return foreignCodes.test(question) || foreignNames.test(question) || !namesState(words);
}
