import type { Arguments } from '../../answers/arguments.ts';
import type { ContextPart } from '../../answers/context-parts.ts';

const daysAhead = 365;

/** One check of the loop: the part that answers it, and where its days to come stand. */
export interface Check extends ContextPart {
  /** What it is asked with; undefined where the place is not known as far as the check needs. */
  readonly args: Arguments | undefined;
  readonly changes: string;
  readonly days?: { readonly list: string; readonly date: string; readonly what: string; readonly words: string };
}

/** What each check is asked with; undefined where the place is not known as far as the check needs. */
export interface Places {
  /** An address or a point. */
  readonly point: Arguments | undefined;
  readonly county: Arguments | undefined;
  readonly place: Arguments | undefined;
  readonly aid: Arguments | undefined;
  readonly state: Arguments | undefined;
  readonly coordinates: Arguments | undefined;
  readonly radius: number;
  /** First day of what is told as recent. */
  readonly since: string;
}

/** The checks in the order in which they are told. A check without arguments cannot be asked for this place. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table with one row per check, read as a whole
export function checksFor(at: Places): Readonly<Record<string, Check>> {
  const around = at.point && { ...at.point, radiusMeters: at.radius };
  return {
    taxCalendar: {
      tool: 'svc_tax_calendar',
      label: 'tax calendar',
      changes: 'each tax year',
      args: at.county,
      keep: ['events'],
      days: { list: 'events', date: 'date', what: 'title', words: 'property tax' },
    },
    appealWindow: {
      tool: 'svc_appeal_window',
      label: 'assessment appeal',
      changes: 'each assessment notice',
      args: at.state,
      keep: ['filedWith', 'verification', 'deadlines'],
      days: { list: 'deadlines', date: 'date', what: 'applies', words: 'assessment appeal' },
    },
    programWindows: {
      tool: 'svc_program_windows',
      label: 'owner program windows',
      changes: 'each year',
      args: at.place && { ...at.place, withinDays: daysAhead },
      keep: ['windows'],
      entries: 1,
      days: { list: 'windows', date: 'lastDay', what: 'program', words: 'last day to apply' },
    },
    disasterAid: {
      tool: 'svc_open_disaster_assistance',
      label: 'open disaster aid',
      changes: 'as disasters are declared',
      args: at.aid,
      keep: ['openForRegistration', 'otherDeclarations'],
      days: {
        list: 'openForRegistration',
        date: 'lastFilingOn',
        what: 'id',
        words: 'disaster aid, last filing date',
      },
    },
    permitsNearby: {
      tool: 'svc_metro_permits',
      label: 'permits nearby',
      changes: 'as permits are issued',
      args: at.coordinates && { ...at.coordinates, radiusMeters: at.radius, sinceDate: at.since },
      keep: ['permits'],
      entries: 1,
    },
    developmentNearby: {
      tool: 'svc_development_cases',
      label: 'development cases nearby',
      changes: 'as cases are decided',
      args: around,
      keep: ['cases'],
      entries: 1,
    },
    councilMatters: {
      tool: 'svc_local_legislation',
      label: 'council matters',
      changes: 'each council meeting',
      args: at.point,
      keep: ['systems'],
      entries: 1,
    },
    floodMap: {
      tool: 'svc_flood_zone',
      label: 'flood map',
      changes: 'each map revision',
      args: at.point,
      keep: ['specialFloodHazardArea'],
    },
    recordingNotices: {
      tool: 'svc_fraud_alert_pointer',
      label: 'notices of recorded documents',
      changes: 'rarely',
      args: at.place,
      keep: ['alerts'],
      entries: 1,
    },
  };
}
