import { type Block, text as paragraph } from './document.ts';
import type { LedgerEntry, LedgerStatus } from './sections.ts';

const isoMoment = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?Z$/;

/** Day and time of a moment as a clock in a time zone shows them: "2026-11-20", "11:04 AM", "EST". */
export function clockAt(
  text: string,
  zone: string,
): { readonly day: string; readonly time: string; readonly zone: string } {
  const at = new Date(text);
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h12',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    day: `${of('year')}-${of('month')}-${of('day')}`,
    time: `${of('hour')}:${of('minute')} ${of('dayPeriod')}`,
    zone: of('timeZoneName'),
  };
}

/** "2026-11-20 16:04 UTC" out of an ISO moment in UTC, or "2026-11-20 11:04 AM EST" in a zone; anything else unchanged. */
export function moment(text: string, zone?: string): string {
  const [, day, time] = isoMoment.exec(text) ?? [];
  if (!day || !time) return text;
  if (zone === undefined) return `${day} ${time} UTC`;
  const local = clockAt(text, zone);
  return `${local.day} ${local.time} ${local.zone}`;
}

/** The day of a record, as far as its source dates it; midnight says nothing and is left out. */
export function dayOf(text: string | undefined, zone?: string): string {
  if (text === undefined || text === '') return 'undated';
  return / 00:00 UTC$/.test(moment(text)) ? text.slice(0, 10) : moment(text, zone);
}

/** Only addresses that a browser opens as a page become links. */
export function webAddress(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

const states: Readonly<Record<LedgerStatus, string>> = {
  covered: 'Data found',
  empty: 'Searched, nothing found',
  not_wired: 'No source known here',
  unavailable: 'Did not answer',
  not_asked: 'Not looked up',
};

/** State of a ledger line in words. */
export function stateWords({ status, complete, stale }: Pick<LedgerEntry, 'status' | 'complete' | 'stale'>): string {
  if (status !== 'covered') return states[status];
  if (stale) return 'Data found in an older copy';
  return complete ? states.covered : 'Data found, not all of it';
}

const hasYear = /(?<!\d)(1[6-9]|20)\d\d(?!\d)/;

/** What the source calls the state of its data: a date where there is a year in it, else a version. */
export const sourceDateOf = (sourceDate: string): string =>
  hasYear.test(sourceDate) ? dayOf(sourceDate) : `Version ${sourceDate}`;

const acronyms = /\b(?:nyc|pfas|rcra|fema|nfip)\b/g;

/** "code_enforcement_request" -> "Code enforcement request", "nfip-claims" -> "NFIP claims". */
export function spoken(name: string): string {
  return capital(name.replaceAll(/[_-]+/g, ' ').replaceAll(acronyms, (word) => word.toUpperCase()));
}

/** With a capital at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Moments inside a text in the form in which the report writes them. */
export const readable = (text: string, zone?: string): string =>
  text.replaceAll(/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z/g, (match) => dayOf(match, zone));

const codeWords = /^[a-z]+(?:_[a-z]+)+$/;
const camelWords = /^[a-z]{2,}(?:[A-Z][a-z]{2,})+$/;
const codeInText = /(?<![\w/.@-])[a-z]+(?:_[a-z0-9]+)+(?![\w/.@-])/g;

/** A phrase that holds codes of this service, "loan type fixed_30", without their underscores. */
export const withoutCodes = (text: string): string => text.replace(codeInText, (code) => code.replaceAll('_', ' '));

/** A stated value as a person reads it: moments shortened, "school_district" without its underscore. */
export const shown = (text: string, zone?: string): string =>
  codeWords.test(text)
    ? text.replaceAll('_', ' ')
    : camelWords.test(text)
      ? text.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      : readable(text, zone);

/** A remark above what it is about. */
export const noteOf = (text: string | undefined): Block[] => (text ? [paragraph(readable(text), 'note')] : []);
