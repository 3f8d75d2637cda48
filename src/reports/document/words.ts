import type { LedgerEntry, LedgerStatus, SectionCitation } from '../schema/sections.ts';
import { type Cell, type Line, run } from './model.ts';

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

/** Thousands separated by commas in every locale. */
export function grouped(value: number): string {
  const [whole = '', fraction] = String(value).split('.');
  if (!/^-?\d+$/.test(whole)) return String(value);
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
}

const unitWords: Readonly<Record<string, string>> = { ft2: 'ft²', m2: 'm²', degrees: '°' };

/** A stated value with its unit. Numbers without a unit (years, codes) are never grouped. */
export function valueText(value: string | number | boolean, unit?: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return unit ? `${value} ${unitWords[unit] ?? unit}` : value;
  if (unit === undefined) return String(value);
  if (unit === 'USD') return value < 0 ? `-$${grouped(-value)}` : `$${grouped(value)}`;
  if (unit === '%' || unit === 'degrees') return `${grouped(value)}${unitWords[unit] ?? unit}`;
  return `${grouped(value)} ${unitWords[unit] ?? unit}`;
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

/** When the source dated it and when it was read: two different facts. */
export const datesOf = ({ sourceDate, fetchedAt }: Pick<Dated, 'sourceDate' | 'fetchedAt'>): readonly string[] => [
  sourceDate ? `Source date ${dayOf(sourceDate)}` : 'Source gives no date',
  `Read ${moment(fetchedAt)}`,
];

/** Source, record and dates as they stand beside a fact. */
export function sourceCell(citation: Dated): Cell {
  const { sourceName, sourceUrl, recordId, recordUrl } = citation;
  const record: Line[] = recordId ? [[run('Record ', 'muted'), run(recordId, 'muted', webAddress(recordUrl))]] : [];
  return [
    [run(sourceName, undefined, webAddress(sourceUrl))],
    ...record,
    ...datesOf(citation).map((text) => [run(text, 'muted')]),
  ];
}

/** "code_enforcement_request" -> "Code enforcement request". */
export function spoken(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Moments inside a text in the form in which the report writes them. */
export const readable = (text: string): string =>
  text.replaceAll(/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z/g, (match) => dayOf(match));
