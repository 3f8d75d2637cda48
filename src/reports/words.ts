import { type Block, type Cell, type Line, muted, plain, run } from './document.ts';
import type { LedgerEntry, LedgerStatus, SectionCitation } from './sections.ts';

/** "2026-11-20 16:04 UTC" out of an ISO moment in UTC; anything else as it stands. */
export function moment(text: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?Z$/.exec(text) ?? [];
  return day && time ? `${day} ${time} UTC` : text;
}

/** The day of a record, as far as its source dates it; midnight says nothing and is left out. */
export function dayOf(text: string | undefined): string {
  if (text === undefined || text === '') return 'undated';
  return moment(text).replace(/ 00:00 UTC$/, '');
}

/** Only addresses that a browser opens as a page become links. */
export function webAddress(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

const states: Readonly<Record<LedgerStatus, string>> = {
  covered: 'Data found',
  empty: 'Asked; nothing returned',
  not_wired: 'Not wired here',
  unavailable: 'Did not answer',
  not_asked: 'Not asked',
};

/** State of a ledger line in words. */
export function stateWords({ status, complete, stale }: LedgerEntry): string {
  if (status !== 'covered') return states[status];
  if (stale) return 'Data found in an older copy';
  return complete ? states.covered : 'Data found, not all of it';
}

type Dated = Pick<SectionCitation, 'sourceName' | 'sourceUrl' | 'sourceDate' | 'fetchedAt' | 'recordId' | 'recordUrl'>;

const hasYear = /(?<!\d)(1[6-9]|20)\d\d(?!\d)/;

/** What the source calls the state of its data: a date where there is a year in it, else a version. */
export const sourceDateOf = (sourceDate: string): string =>
  hasYear.test(sourceDate) ? dayOf(sourceDate) : `Version ${sourceDate}`;

/** When the source dated it and when it was read: two different facts. That a source gives no date stands in the list of sources. */
function datesOf({ sourceDate, fetchedAt }: Pick<Dated, 'sourceDate' | 'fetchedAt'>): string {
  const read = `Read ${moment(fetchedAt)}`;
  if (!sourceDate) return read;
  return `${hasYear.test(sourceDate) ? 'Source date ' : ''}${sourceDateOf(sourceDate)} \u00b7 ${read}`;
}

/** Source, record and dates as they stand beside a fact. */
export function sourceCell(citation: Dated): Cell {
  const { sourceName, sourceUrl, recordId, recordUrl } = citation;
  return [
    [run(sourceName, undefined, webAddress(sourceUrl))],
    ...(recordId ? [[run('Record ', 'muted'), run(recordId, 'muted', webAddress(recordUrl))]] : []),
    muted(datesOf(citation)),
  ];
}

/** The same in one line. */
export const sourceLine = (citation: Dated): Line =>
  sourceCell(citation).flatMap((line, index) => [...(index > 0 ? [run(' \u00b7 ', 'muted')] : []), ...line]);

/** "code_enforcement_request" -> "Code enforcement request". */
export function spoken(name: string): string {
  return capital(name.replaceAll(/[_-]+/g, ' '));
}

/** With a capital at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Moments inside a text in the form in which the report writes them. */
export const readable = (text: string): string =>
  text.replaceAll(/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z/g, (match) => dayOf(match));

const codeWords = /^[a-z]+(?:_[a-z]+)+$/;

/** A stated value as a person reads it: moments shortened, "school_district" without its underscore. */
export const shown = (text: string): string => (codeWords.test(text) ? text.replaceAll('_', ' ') : readable(text));

/** A remark above what it is about. */
export const noteOf = (text: string | undefined): Block[] =>
  text ? [{ kind: 'text', line: plain(readable(text)), tone: 'note' }] : [];
