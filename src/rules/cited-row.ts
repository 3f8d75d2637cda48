import type { Citation } from '../kernel/citation.ts';

/** How far the words of a rule row were checked; `unverified` rows are never served as a fact. */
export const rowVerifications = ['official_page', 'statute_text', 'secondary', 'conflict', 'unverified'] as const;
export type RowVerification = (typeof rowVerifications)[number];

/** The words that a served row can carry, for output schemas. */
export const servedVerifications = ['official_page', 'statute_text', 'secondary', 'conflict'] as const;
export type ServedVerification = (typeof servedVerifications)[number];

export const verificationNotes: Readonly<Record<RowVerification, string>> = {
  official_page: 'an official page, read in a public copy',
  statute_text: 'text of the statute, read in a public copy',
  secondary: "seen on a page that is not the publisher's",
  conflict: 'sources disagree; every claim is shown',
  unverified: 'not verified here',
};

/** A page behind a row. `edition` is the date or edition that the page gives for its own words. */
export interface RulePage {
  readonly name: string;
  readonly url: string;
  readonly edition?: string;
  /** Not the publisher's, on a row that is otherwise official. */
  readonly secondary?: true;
}

/** What one side says where sources disagree; without a page it is as generally known, its text not read. */
export interface RowClaim {
  readonly claim: string;
  readonly page?: RulePage;
}

/** Place that a row speaks for; without `state` it is the whole country. */
export interface RowScope {
  readonly name: string;
  readonly state?: string;
  /** 5-digit codes of the counties that the place consists of. */
  readonly counties?: readonly string[];
  /** Name of the city, lower case without its state. */
  readonly place?: string;
  /** 5-digit codes of the counties in which that city lies, where it is only a part of them. */
  readonly placeCounties?: readonly string[];
}

interface RowBase {
  readonly scope: RowScope;
  /** Day on which the row was held against its page, YYYY-MM-DD or YYYY-MM. */
  readonly asOf: string;
  /** As generally known unless `verification` is `statute_text`. */
  readonly statute?: string;
  /** Further pages that say the same, or a part of it. */
  readonly also?: readonly RulePage[];
}

interface Checked extends RowBase {
  readonly verification: Exclude<ServedVerification, 'conflict'>;
  readonly page: RulePage;
}

interface Disputed extends RowBase {
  readonly verification: 'conflict';
  readonly page: RulePage;
  readonly claims: readonly RowClaim[];
}

interface Unchecked extends RowBase {
  readonly verification: 'unverified';
  readonly page?: undefined;
}

/** A row that may be served, with the page that says so. */
export type ServedRow = Checked | Disputed;

/** A dated rule row with its page, or one that nobody has held against a page. */
export type CitedRow = ServedRow | Unchecked;

/** Whether a row may be stated as a fact. */
export const isServed = <R extends CitedRow>(row: R): row is R & ServedRow => row.verification !== 'unverified';

const sourceWords: Readonly<Record<ServedVerification, string>> = {
  official_page: 'official page',
  statute_text: 'copy of the statute text',
  secondary: 'secondary source',
  conflict: 'sources disagree',
};

/** Citation of a page, with what kind of source it is in its name. */
export function pageCitation(page: RulePage, verification: ServedVerification, asOf: string): Citation {
  return {
    sourceName: `${page.name} (${sourceWords[page.secondary ? 'secondary' : verification]})`,
    sourceUrl: page.url,
    ...(page.edition && { sourceDate: page.edition }),
    fetchedAt: asOf,
  };
}

export const rowCitation = (row: ServedRow): Citation => pageCitation(row.page, row.verification, row.asOf);

/** The statute as a place to read, never as something that was read. */
export function statuteCitation(statute: string, url: string, asOf: string): Citation {
  return { sourceName: `${statute} (text not read; cited as generally known)`, sourceUrl: url, fetchedAt: asOf };
}
