import type { Citation } from '../kernel/citation.ts';

/** How the words of a row were read. What was seen elsewhere is a pointer (`rule-pointers.ts`) and states nothing. */
export const rowVerifications = ['official_page', 'statute_text'] as const;
export type RowVerification = (typeof rowVerifications)[number];

export const verificationNotes: Readonly<Record<RowVerification, string>> = {
  official_page: 'an official page, read in a stored copy',
  statute_text: 'text of the statute or rule, read in a stored copy',
};

/** A page behind a row. `edition` is the date or edition that the page or its copy gives for its own words. */
export interface RulePage {
  readonly name: string;
  readonly url: string;
  readonly edition?: string;
  /** Address of the copy that was read, where it is another than the official page. */
  readonly copyUrl?: string;
}

/** Place that a row speaks for; without `state` it is the whole country. */
export interface RowScope {
  readonly name: string;
  readonly state?: string;
  /** 5-digit codes of the counties that the place consists of. */
  readonly counties?: readonly string[];
  /** 5-digit codes of counties of the state for which the row does not speak. */
  readonly notCounties?: readonly string[];
  /** Name of the city, lower case without its state. */
  readonly place?: string;
  /** 5-digit codes of the counties in which that city lies, where it is only a part of them. */
  readonly placeCounties?: readonly string[];
}

export interface CitedRow {
  readonly scope: RowScope;
  /** Day on which the row was checked against its page or the copy of it, YYYY-MM-DD or YYYY-MM. */
  readonly asOf: string;
  readonly verification: RowVerification;
  readonly page: RulePage;
  /** Where the rule is written; read where `verification` is `statute_text`, else as the page names it. */
  readonly statute?: string;
  /** At most 25 words of the text that was read. */
  readonly quote?: string;
  /** Further official pages that say the same, or a part of it. */
  readonly also?: readonly RulePage[];
  /** What the copy does not show: a later change, or a part that was not read. */
  readonly caution?: string;
}

const sourceWords: Readonly<Record<RowVerification, string>> = {
  official_page: 'official page',
  statute_text: 'statute text',
};

/** What was read: no live page was opened, so a citation always says that it was a copy, and whose where it differs. */
const readWords = ({ copyUrl, url }: RulePage) =>
  `read in a copy${copyUrl ? ` at ${new URL(copyUrl).hostname}` : ''}${url.startsWith('http:') ? ', no https' : ''}`;

/**
 * Citation of a page: `sourceUrl` is the official page on which the text should be read live, `recordUrl` the copy that
 * was read where it is another, `sourceDate` the date of that text, `fetchedAt` the day on which it was read.
 */
export function pageCitation(page: RulePage, verification: RowVerification, asOf: string): Citation {
  return {
    sourceName: `${page.name} (${sourceWords[verification]}, ${readWords(page)})`,
    sourceUrl: page.url,
    ...(page.copyUrl && { recordUrl: page.copyUrl }),
    ...(page.edition && { sourceDate: page.edition }),
    fetchedAt: asOf,
  };
}

export const rowCitation = (row: CitedRow): Citation => pageCitation(row.page, row.verification, row.asOf);
