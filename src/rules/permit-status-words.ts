import type { CitedRow, ServedRow } from './cited-row.ts';

/**
 * What a word of a permit register says about the end of the work.
 * `closed`: the office's final step is recorded. `ended`: the permit ended and no final step is recorded.
 * `says_nothing_of_closeout`: the word is about something else, as the publisher itself explains.
 */
type StatusReading = 'closed' | 'ended' | 'says_nothing_of_closeout';

/** The words of one register that have one meaning, with the page that says so. */
type StatusWords = CitedRow & {
  /** Cards of the register, by whichever way it is asked. */
  readonly cards: readonly string[];
  /** Lower case; absent: every word of the register. */
  readonly words?: readonly string[];
  readonly reading: StatusReading;
  readonly meaning: string;
};

const raleigh = ['raleigh-permits', 'raleigh-permits-by-parcel'];

/** Status words with a meaning that somebody published. A word that is not here has none that was read. */
export const permitStatusWords: readonly (StatusWords & ServedRow)[] = [
  {
    scope: { name: 'Raleigh, NC', state: 'NC', place: 'raleigh' },
    cards: raleigh,
    words: ['permit finaled'],
    reading: 'closed',
    meaning: 'Counted as closed by a reader of the register: the final inspection is recorded.',
    verification: 'secondary',
    page: {
      name: 'OpenPermitData, methodology for Raleigh',
      url: 'https://www.openpermitdata.com/raleigh/methodology',
    },
    asOf: '2026-11',
  },
  {
    scope: { name: 'Raleigh, NC', state: 'NC', place: 'raleigh' },
    cards: raleigh,
    words: ['expired', 'permit expired'],
    reading: 'ended',
    meaning:
      'Past its expiration date. The city announced in 2022 that such permits are cancelled and can be neither reopened nor extended.',
    verification: 'official_page',
    page: {
      name: 'City of Raleigh, bulletin on expired building permits',
      url: 'https://content.govdelivery.com/accounts/NCRALEIGH/bulletins/34ea915',
      edition: '2022',
    },
    asOf: '2026-11',
  },
  {
    scope: { name: 'Cook County, IL', state: 'IL', counties: ['17031'] },
    cards: ['cook-permits'],
    reading: 'says_nothing_of_closeout',
    meaning:
      "Status of the Assessor's own workflow (open or closed there), not of the permit at the building department.",
    verification: 'official_page',
    page: {
      name: 'Cook County Assessor, Permits (description of the dataset)',
      url: 'https://datacatalog.cookcountyil.gov/d/6yjf-dfxs',
      edition: '2025-10-01',
    },
    asOf: '2026-11',
  },
  {
    scope: { name: 'New York City, NY', state: 'NY', place: 'new york' },
    cards: ['nyc-dob-bis-permits'],
    words: ['issued', 're-issued'],
    reading: 'says_nothing_of_closeout',
    meaning:
      'The permit was issued. Sign-off is a status of the job in the Buildings Information System and is not in this register.',
    verification: 'official_page',
    page: {
      name: 'NYC Department of Buildings, Permit Type and Job Status Codes',
      url: 'https://www.nyc.gov/site/buildings/industry/permit-type-and-job-status-codes.page',
    },
    asOf: '2026-11',
  },
];

/** The published meaning of a register's word; undefined where none was read. */
export function statusMeaning(cardId: string, word: string): (StatusWords & ServedRow) | undefined {
  const folded = word.trim().toLowerCase();
  return permitStatusWords.find(
    ({ cards, words }) => cards.includes(cardId) && (words === undefined || words.includes(folded)),
  );
}
