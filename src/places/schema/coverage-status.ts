import type { Jurisdiction, Lane } from './jurisdiction.ts';

export const coverageStatuses = ['supported', 'supported_partial', 'discovery_only', 'unsupported'] as const;
export type CoverageStatus = (typeof coverageStatuses)[number];

const recordLanes: readonly Lane[] = ['incidents', 'permits', 'service_requests', 'code_violations'];
const propertyLanes: readonly Lane[] = ['assessment', 'transfers'];
const fewestRecordLanes = 3;
const fewestLanes = 2;

/**
 * How far the jurisdictions that speak for one place cover it together: it follows from the lanes that are wired and
 * were seen by somebody to answer. Records without a parcel, or a parcel alone, carry no report.
 */
export function coverageStatusOf(places: readonly Jurisdiction[]): CoverageStatus {
  const sources = places.flatMap((place) => place.sources);
  if (sources.length === 0) return 'unsupported';
  const known = sources.filter(({ seen }) => seen.by !== 'none');
  const has = (lane: Lane) => known.some((source) => source.lane === lane);
  const placed = recordLanes.filter((lane) => known.some((source) => source.lane === lane && source.query.radius));
  if (!has('parcel')) return 'discovery_only';
  if (placed.length >= fewestRecordLanes) return 'supported';
  const all = new Set([...placed, ...recordLanes.filter(has), ...propertyLanes.filter(has)]);
  return all.size >= fewestLanes ? 'supported_partial' : 'discovery_only';
}

/** Places that contain others come after them. */
export const specificity = { city: 0, county: 1, state: 2 } as const;

/** A jurisdiction with those that contain it: the counties of a city, the state of both. */
export function withContaining(place: Jurisdiction, all: readonly Jurisdiction[]): readonly Jurisdiction[] {
  const containing = all.filter(
    ({ kind, geoid }) =>
      specificity[kind] > specificity[place.kind] &&
      geoid.state === place.geoid.state &&
      (kind === 'state' || geoid.county.some((fips) => place.geoid.county.includes(fips))),
  );
  return [place, ...containing];
}
