import { type Citation, plainSourceName } from '../kernel/citation.ts';
import type { Jurisdiction } from '../places/schema/jurisdiction.ts';
import { caseStatus } from '../rules/case-status-words.ts';
import type { CitedRow } from '../rules/cited-row.ts';
import { statusMeaning } from '../rules/permit-status-words.ts';

interface PublishedWord<Reading extends string> {
  readonly reading: Reading;
  readonly meaning: string;
  readonly page: Citation;
}

/** The published meaning of a status word of the named source; undefined where none was read. */
type WordReader<Reading extends string> = (sourceName: string, word: string) => PublishedWord<Reading> | undefined;

/** Meanings of the status words of registers, by the names of their sources. */
export interface StatusWords {
  readonly permits: WordReader<'closed' | 'ended' | 'says_nothing_of_closeout'>;
  readonly cases: WordReader<'open' | 'ended'>;
}

export type KnownPermit = ReturnType<StatusWords['permits']>;

export const noWords: StatusWords = { permits: () => undefined, cases: () => undefined };

/** The words of the registers that are configured in these places. */
export function statusWordsOf(places: readonly Jurisdiction[]): StatusWords {
  const sources = places.flatMap((place) => place.sources);
  const reader =
    <Reading extends string>(
      meaningOf: (cardId: string, word: string) => (CitedRow & { reading: Reading; meaning: string }) | undefined,
    ): WordReader<Reading> =>
    (sourceName, word) => {
      const source = sources.find(({ name }) => name === plainSourceName(sourceName));
      const known = source && meaningOf(source.cardId, word);
      if (!known) return undefined;
      const { reading, meaning, page, asOf } = known;
      return { reading, meaning, page: { sourceName: page.name, sourceUrl: page.url, fetchedAt: asOf } };
    };
  return { permits: reader(statusMeaning), cases: reader(caseStatus) };
}

/** What is known of what a record's word means, as a sentence with a space before it; nothing of a record without one. */
export function meaningSentence(word: string | undefined, known: PublishedWord<string> | undefined): string {
  if (known) return ` ${known.meaning}`;
  return word ? ` What "${word}" means is not published.` : '';
}
