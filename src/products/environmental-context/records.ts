import type { RegisterEntry, RegisterReading } from '../../answers/registers/reading.ts';
import {
  notSearched,
  type RecordTypeId,
  recordTypes,
  registerKinds,
  searchRule,
} from '../../answers/registers/record-types.ts';
import { compass, distanceMeters } from '../../geometry/geo.ts';
import { distanceToOutline } from '../../geometry/lines.ts';
import { holdsPoint, type Rings } from '../../geometry/outline.ts';
import { plainSourceName } from '../../kernel/citation.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData } from '../../kernel/lookup.ts';
import { isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import { sameAddress } from '../../places/lanes/parcel.ts';
import { bandMeters } from '../../reports/pictures/schema.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { type MatrixRow, type RecordsSearch, type SiteRecord, siteMatches } from './schema.ts';

const mostNearby = 60;
const mostNotPlaced = 20;

export interface SearchedPlace {
  readonly subject: PointSubject;
  /** Outline of the parcel, empty where it is not known. */
  readonly rings: Rings;
  readonly parcelId?: string | undefined;
  /** Kinds of records that no list covers here, as sentences. */
  readonly unsearched?: readonly string[];
}

interface Placed {
  readonly record: SiteRecord;
  readonly reading: RegisterReading;
}

const round = (degrees: number) => Number(degrees.toFixed(6));
const spotOf = ({ position }: SiteRecord) =>
  position && `${position.latitude.toFixed(5)},${position.longitude.toFixed(5)}`;

function whereOf({ at }: RegisterEntry, { subject, rings }: SearchedPlace): Partial<SiteRecord> {
  if (!at) return {};
  const meters = Math.round(distanceMeters(subject, at));
  const inside = rings.length > 0 && holdsPoint(rings, at);
  const gap = rings.length > 0 ? distanceToOutline(at, { rings }) : undefined;
  return {
    distanceMeters: meters,
    ...(meters > 0 && { direction: compass(subject, at) }),
    ...(gap !== undefined && { outlineDistanceMeters: inside ? 0 : Math.round(gap) }),
    position: { latitude: round(at.latitude), longitude: round(at.longitude) },
  };
}

/** How a record is known to be of the place itself: its position in the parcel's outline, or the very address. */
function matchesOf({ at, address }: RegisterEntry, { subject, rings }: SearchedPlace): SiteRecord['matchedBy'] {
  const street = isMatchedAddress(subject) ? subject.streetLine : undefined;
  const found = {
    parcel_outline: at !== undefined && rings.length > 0 && holdsPoint(rings, at),
    street_address: sameAddress(address, street) === true,
  };
  const matched = siteMatches.filter((match) => found[match]);
  return matched.length > 0 ? matched : undefined;
}

function placedOf(reading: RegisterReading, place: SearchedPlace, clean: (name: string) => string): readonly Placed[] {
  const { lookup, radiusMeters, ofState } = reading;
  if (!hasData(lookup)) return [];
  const { citation, data } = lookup;
  const reach = Math.min(radiusMeters, bandMeters.at(-1) ?? 0);
  return data.flatMap((entry): Placed[] => {
    const where = whereOf(entry, place);
    const matchedBy = matchesOf(entry, place);
    if (entry.types.length === 0 || (!matchedBy && (where.distanceMeters ?? 0) > reach)) return [];
    const { types, recordId, recordUrl, name, address, status, counts, date, locality, at } = entry;
    const said = [status, counts].filter(Boolean).join('; ');
    return [
      {
        reading,
        record: {
          types: [...types],
          label: types.map((type) => recordTypes[type].label).join('; '),
          ...(ofState && { stateList: true }),
          ...(recordId && { recordId }),
          name: clean(name),
          ...(address && { address }),
          ...(said && { status: said }),
          ...(date && { date }),
          ...(matchedBy && { matchedBy }),
          ...where,
          ...(locality && !at && { locality }),
          citation: sectionCitation({ ...citation, ...(recordId && { recordId }), ...(recordUrl && { recordUrl }) }),
        },
      },
    ];
  });
}

const stateOf = ({ lookup: { state } }: RegisterReading): MatrixRow['state'] => {
  if (state === 'found' || state === 'empty') return 'read';
  return state === 'partial' || state === 'stale' ? 'read_in_part' : 'not_read';
};

const worst = (states: readonly MatrixRow['state'][]): MatrixRow['state'] => {
  if (states.length === 0 || states.every((state) => state === 'not_read')) return 'not_read';
  return states.every((state) => state === 'read') ? 'read' : 'read_in_part';
};

const ofStates: ReadonlySet<RecordTypeId> = new Set(registerKinds);
/** Whether a type is listed by some states: where none of their lists is read here it has no row. */
const isOfStates = (type: RecordTypeId) => ofStates.has(type);

function rowOf(
  type: RecordTypeId,
  readings: readonly RegisterReading[],
  all: readonly Placed[],
  isSiteKnown: boolean,
): MatrixRow {
  const { label, radiusMeters, basis } = recordTypes[type];
  const of = readings.filter(({ types }) => types.includes(type));
  const state = worst(of.map(stateOf));
  // a list that is searched by the address alone reaches no distance
  const radii = of.map((reading) => reading.radiusMeters).filter((meters) => meters > 0);
  const reach = radii.length > 0 ? Math.min(...radii, bandMeters.at(-1) ?? 0) : 0;
  const records = all.map(({ record }) => record).filter(({ types }) => types.includes(type));
  const away = records.filter(({ matchedBy, distanceMeters: meters }) => !matchedBy && meters !== undefined);
  const bands = state === 'not_read' ? [] : bandMeters.filter((meters) => meters <= reach);
  return {
    type,
    label,
    usualRadiusMeters: radiusMeters,
    basis,
    radiusMeters: state === 'not_read' ? 0 : reach,
    state,
    ...(isSiteKnown && state !== 'not_read' && { onSiteCount: records.filter(({ matchedBy }) => matchedBy).length }),
    bands: bands.map((withinMeters, at) => {
      const overMeters = at === 0 ? 0 : (bands[at - 1] ?? 0);
      const inside = ({ distanceMeters: meters = 0 }: SiteRecord) =>
        meters <= withinMeters && (at === 0 || meters > overMeters);
      return { overMeters, withinMeters, count: away.filter(inside).length };
    }),
    notPlacedCount: records.filter(({ matchedBy, distanceMeters: meters }) => !matchedBy && meters === undefined)
      .length,
  };
}

const epaNumber = /^(?:[A-Z]{2}[A-Z0-9]\d{9}|\d{12})$/;
/** An address is that of one site within so many meters, a name within so many. */
const oneSite = { address: 250, name: 150 } as const;

const apart = (a: SiteRecord, b: SiteRecord) =>
  a.position && b.position ? distanceMeters(a.position, b.position) : Number.POSITIVE_INFINITY;

/** Whether two records are of one site: EPA's number, the spot, the address or the name is the same. */
function isSameSite(a: SiteRecord, b: SiteRecord): boolean {
  if (a.matchedBy && b.matchedBy) return true;
  if (a.recordId !== undefined && a.recordId === b.recordId && epaNumber.test(a.recordId)) return true;
  const spot = spotOf(a);
  if (spot !== undefined && spot === spotOf(b)) return true;
  const meters = apart(a, b);
  if (meters <= oneSite.address && sameAddress(a.address, b.address) === true) return true;
  // a record without a number may have no name either
  const isNamed = a.recordId !== undefined && b.recordId !== undefined;
  return isNamed && meters <= oneSite.name && a.name.toUpperCase() === b.name.toUpperCase();
}

/** Records of one site share a number, given in the order of the list; one without a position has none of its own. */
function numbered(records: readonly SiteRecord[], sites: SiteRecord[][]): SiteRecord[] {
  return records.map((record) => {
    const known = sites.findIndex((site) => site.some((other) => isSameSite(other, record)));
    if (known >= 0) sites[known]?.push(record);
    else if (!record.position && !record.matchedBy) return record;
    return { placeNumber: known >= 0 ? known + 1 : sites.push([record]), ...record };
  });
}

const sourceOf = ({ card, lookup }: RegisterReading) =>
  'citation' in lookup ? plainSourceName(lookup.citation.sourceName) : card.name;

const databasesOf = (readings: readonly RegisterReading[]): RecordsSearch['databases'] =>
  [...groupBy(readings, sourceOf)].map(([source, of]) => {
    const known = of.find(({ card }) => card.name === source)?.database;
    const [citation] = of.flatMap(({ lookup }) => ('citation' in lookup ? lookup.citation : []));
    const [reason] = of.flatMap(({ lookup }) => ('reason' in lookup && lookup.reason ? lookup.reason : []));
    const edition = citation?.sourceDate ?? known?.edition;
    return {
      name: known?.name ?? source,
      source,
      state: worst(of.map(stateOf)),
      ...(edition && { edition }),
      ...(reason && { reason }),
      ...(citation && { citation: sectionCitation(citation) }),
    };
  });

/**
 * The registers as one search of records: a matrix of type by distance, the records of the place itself, those around it
 * within the usual distance of their type, and those that have no position. Pure.
 * @param clean takes persons out of a name: a record can be filed under that of an owner
 */
export function recordsSearch(
  readings: readonly RegisterReading[],
  place: SearchedPlace,
  clean: (name: string) => string,
): RecordsSearch {
  const all = readings.flatMap((reading) => placedOf(reading, place, clean));
  const siteKnownBy = [
    ...(place.rings.length > 0 ? (['parcel_outline'] as const) : []),
    ...(isMatchedAddress(place.subject) ? (['street_address'] as const) : []),
  ];
  const byDistance = (a: SiteRecord, b: SiteRecord) =>
    (a.distanceMeters ?? 0) - (b.distanceMeters ?? 0) || a.name.localeCompare(b.name, 'en');
  const records = all.map(({ record }) => record).toSorted(byDistance);
  const sites: SiteRecord[][] = [];
  const onSite = numbered(
    records.filter(({ matchedBy }) => matchedBy),
    sites,
  );
  const away = records.filter(
    ({ matchedBy, types, distanceMeters: meters }) =>
      !matchedBy && meters !== undefined && types.some((type) => meters <= recordTypes[type].radiusMeters),
  );
  const unplaced = records.filter(({ matchedBy, distanceMeters: meters }) => !matchedBy && meters === undefined);
  return {
    recordsByDistance: {
      siteKnownBy,
      ...(place.parcelId && { parcelId: place.parcelId }),
      rule: searchRule,
      rows: (Object.keys(recordTypes) as RecordTypeId[])
        .filter((type) => !isOfStates(type) || readings.some(({ types }) => types.includes(type)))
        .map((type) => rowOf(type, readings, all, siteKnownBy.length > 0)),
      notSearched: [notSearched, ...(place.unsearched ?? [])].join(' '),
    },
    onSite,
    nearby: numbered(away.slice(0, mostNearby), sites),
    ...(away.length > mostNearby && { nearbyLeftOut: away.length - mostNearby }),
    notPlaced: unplaced.slice(0, mostNotPlaced),
    ...(unplaced.length > mostNotPlaced && { notPlacedLeftOut: unplaced.length - mostNotPlaced }),
    databases: databasesOf(readings),
  };
}
