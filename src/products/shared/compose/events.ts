import type { Fields } from './phrases.ts';

interface EventField {
  /** The end of the field's path in an answer's facts, without the numbers of rows. */
  readonly at: string;
  /** What happened on that date. */
  readonly words: string;
  /** Fields of the same row that name the thing. */
  readonly names?: readonly string[];
}

/** The fields that date an event. A date that is not named here (an observation, a year of a series) is none. */
const eventFields: readonly EventField[] = [
  { at: 'yearBuilt', words: 'Year built' },
  { at: 'lastSaleDate', words: 'Last recorded sale of the parcel' },
  { at: 'deedDate', words: 'Deed of the parcel' },
  { at: 'panels.effectiveOn', words: 'Flood map panel effective', names: ['panel'] },
  { at: 'mapRevisions.effectiveOn', words: 'Flood map revision effective', names: ['caseNumber'] },
  { at: 'events.declaredOn', words: 'Disaster declared', names: ['id', 'title'] },
  { at: 'nationalPriorities.sites.listedOn', words: 'Placed on the National Priorities List', names: ['name'] },
  { at: 'nationalPriorities.sites.deletedOn', words: 'Taken off the National Priorities List', names: ['name'] },
  { at: 'releases.nearest.reportedOn', words: 'Tank release reported', names: ['releaseId', 'name'] },
  { at: 'withViolations.nearest.lastInspectedOn', words: 'Last inspection of a facility', names: ['name'] },
  { at: 'others.nearest.lastInspectedOn', words: 'Last inspection of a facility', names: ['name'] },
  { at: 'withViolations.nearest.lastFormalActionOn', words: 'Last formal action at a facility', names: ['name'] },
  { at: 'others.nearest.lastFormalActionOn', words: 'Last formal action at a facility', names: ['name'] },
  { at: 'svc_metro_permits.permits.issuedOn', words: 'Permit issued', names: ['permitNumber'] },
  { at: 'svc_tax_calendar.events.date', words: 'Property tax', names: ['title'] },
  { at: 'svc_landslide_context.nearest.from', words: 'Landslide', names: ['type', 'id'] },
  { at: 'distress.entries.date', words: 'On a tax lien sale list', names: ['cycle'] },
  { at: 'designationEndsOn', words: 'Opportunity zone designation ends' },
];

const day = /^(\d{4})(?:[-/](\d{2})(?:[-/](\d{2}))?)?(?:T[\d:.]+Z)?$/;

/**
 * The event that a field dates, in words with the name of the thing, or undefined where it dates none.
 * `path` is that of the field without row numbers; the date is YYYY, YYYY-MM or YYYY-MM-DD.
 */
export function eventOf(
  path: string,
  value: unknown,
  row: Fields,
): { readonly date: string; readonly label: string } | undefined {
  const field = eventFields.find(({ at }) => path === at || path.endsWith(`.${at}`));
  const parts = day.exec(String(value));
  if (!field || !parts) return undefined;
  const name = (field.names ?? []).map((key) => row[key]).filter((one) => typeof one === 'string' && one !== '');
  return {
    date: parts.slice(1).filter(Boolean).join('-'),
    label: name.length > 0 ? `${field.words}: ${name.join(' ')}` : field.words,
  };
}
