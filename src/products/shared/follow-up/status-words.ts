import type { ItemCitation } from './schema.ts';

/** What the publisher of a register says that one of its status words means, with the page that says so. */
export interface PublishedWord<Reading extends string> {
  readonly reading: Reading;
  readonly meaning: string;
  readonly page: ItemCitation;
}

/** The published meaning of a status word of the named source; undefined where none was read. */
export type WordReader<Reading extends string> = (
  sourceName: string,
  word: string,
) => PublishedWord<Reading> | undefined;

export type PermitWords = WordReader<'closed' | 'ended' | 'says_nothing_of_closeout'>;
export type CaseWords = WordReader<'open' | 'ended'>;

/** Meanings of the words of the registers that are configured. */
export interface StatusWords {
  readonly permits: PermitWords;
  readonly cases: CaseWords;
}

/** What is known of what a record's word means, as a sentence with a space before it; nothing of a record without one. */
export function meaningSentence(word: string | undefined, known: PublishedWord<string> | undefined): string {
  if (known) return ` ${known.meaning}`;
  return word ? ` What "${word}" means is not published.` : '';
}
