import { findState } from '../geography/us-states.ts';
import type { Citation } from '../kernel/citation.ts';
import type { Candidate, CountyCode, GeoPoint, Subject } from '../kernel/subject.ts';
import { countyCode, isPlanningRegion, otherCodeOf, spreadOver } from './counties.ts';
import { type LocatedArea, planningRegionNear } from './embedded/locate.ts';
import { countyFipsAt } from './embedded/polygons.ts';

/** When the package was built, which is when the embedded data were read. */
const embedded = {
  sourceUrl: 'https://www.census.gov/geographies/mapping-files.html',
  fetchedAt: '2026-03-11',
} as const;

/** Citation of all embedded data: boundaries, ZIP codes and cities. */
export const embeddedCitation: Citation = {
  ...embedded,
  sourceName: 'Embedded geography: Census 2017 and 2021, GeoNames 2026-03',
  sourceDate: 'boundaries 2017, gazetteer 2021, GeoNames 2026-03-11',
  licenseNote: 'GeoNames: CC BY 4.0',
};

/** Citation of the embedded county boundaries alone, which are all that a point or a county needs. */
const boundaryCitation: Citation = {
  ...embedded,
  sourceName: 'Embedded geography: Census county boundaries 2017',
  sourceDate: '2017',
};

/** A subject that is not resolved; `candidates` are choices for the caller. */
export function unresolvedSubject(input: string, candidates: readonly Candidate[] = []): Subject {
  return { input, precision: 'unknown', countyAlternates: [], countyCandidates: [], candidates };
}

/** The subject with what is in doubt about it, in sentences for the limits of an answer. */
export const withDoubts = (subject: Subject, doubts: readonly string[]): Subject =>
  doubts.length === 0 ? subject : { ...subject, doubts: [...(subject.doubts ?? []), ...doubts] };

type CountyCodes = Pick<Subject, 'county' | 'countyAlternates' | 'countyOverlaps'>;

/** The county with its other code where that contains all of it, else with the codes over which it extends. */
export function changedCounty(county: CountyCode, alternates: readonly CountyCode[] = []): CountyCodes {
  const other = otherCodeOf(county.fips);
  const known = alternates.length > 0 ? alternates : other ? [other] : [];
  const overlaps = known.length > 0 ? [] : spreadOver(county.fips);
  return { county, countyAlternates: known, ...(overlaps.length > 0 && { countyOverlaps: overlaps }) };
}

/** Both sets of codes of a county in Connecticut, and of one that was split, the given one first; one code elsewhere. */
export function countyPair(fips: string, point: GeoPoint | undefined): CountyCodes {
  const county = countyCode(fips);
  if (!county) return { countyAlternates: [] };
  if (!fips.startsWith('09') || !point) return changedCounty(county);
  const before = isPlanningRegion(fips) ? countyFipsAt(point) : undefined;
  const other = isPlanningRegion(fips) ? before && countyCode(before) : planningRegionNear(point);
  return changedCounty(county, other ? [other] : []);
}

/** Subject of coordinates that the caller gave; undefined outside every US county and territory. */
export function pointSubject(input: string, point: GeoPoint): Subject | undefined {
  const fips = countyFipsAt(point);
  const state = fips ? findState(fips.slice(0, 2)) : undefined;
  if (!fips || !state) return undefined;
  const pair = countyPair(fips, point);
  return {
    input,
    resolved: `${point.latitude}, ${point.longitude}`,
    ...point,
    precision: 'point',
    stateCode: state.code,
    stateFips: state.fips,
    ...pair,
    // the embedded boundaries are older than the split: which part holds the point is not known
    countyCandidates: fips.startsWith('09') ? [] : spreadOver(fips),
    candidates: [],
    // the nearest ZIP codes give the planning region in Connecticut
    citation: pair.countyAlternates.length > 0 ? embeddedCitation : boundaryCitation,
  };
}

/** Subject of a ZIP, place or state from embedded data: never a point, whatever its centroid. */
export function areaSubject(input: string, area: LocatedArea, streetLine?: string): Subject {
  return {
    input,
    resolved: area.label,
    ...area.point,
    precision: 'area',
    areaKind: area.kind,
    stateCode: area.state.code,
    stateFips: area.state.fips,
    ...(area.county ? changedCounty(area.county, area.countyAlternates) : { countyAlternates: area.countyAlternates }),
    countyCandidates: area.countyCandidates,
    ...(area.zip && { zip: area.zip }),
    ...(area.placeName && { placeName: area.placeName }),
    ...(streetLine && { streetLine }),
    candidates: [],
    citation: embeddedCitation,
  };
}

/** Subject of a whole county. */
export function countySubject(input: string, county: CountyCode): Subject {
  const state = findState(county.fips.slice(0, 2));
  return {
    input,
    resolved: state ? `${county.name}, ${state.code}` : county.name,
    precision: 'area',
    areaKind: 'county',
    ...(state && { stateCode: state.code, stateFips: state.fips }),
    ...changedCounty(county),
    countyCandidates: [],
    candidates: [],
    citation: embeddedCitation,
  };
}
