import type { PartReading } from '../../answers/ask-tools.ts';
import { isKnown, parcelOutline } from '../../answers/on-parcel.ts';
import type { RegisterEntry, RegisterReading } from '../../answers/registers/reading.ts';
import { notSearched, type RecordTypeId, recordTypes, searchRule } from '../../answers/registers/record-types.ts';
import { readRegisters } from '../../answers/registers/registers.ts';
import { type Finding, stated } from '../../findings/finding.ts';
import { compass, distanceMeters } from '../../geometry/geo.ts';
import { distanceToOutline } from '../../geometry/lines.ts';
import { holdsPoint, type Rings } from '../../geometry/outline.ts';
import { AnswerBuilder, held } from '../../kernel/answer-builder.ts';
import { plainSourceName } from '../../kernel/citation.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, mapLookup } from '../../kernel/lookup.ts';
import { many } from '../../kernel/nearby-shape.ts';
import { isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import { plainName } from '../../kernel/text.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { sameAddress } from '../../places/lanes/parcel.ts';
import { loadRedactor } from '../../privacy/redact.ts';
import { bandMeters } from '../../reports/pictures/schema.ts';
import { type BriefContext, briefMs, type ExtraReadings, ownReading } from '../shared/brief-route.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { type MatrixRow, type RecordsSearch, type SiteRecord, siteMatches } from './schema.ts';

const mostNearby = 60;
const mostNotPlaced = 20;

export interface SearchedPlace {
  readonly subject: PointSubject;
  /** Outline of the parcel, empty where it is not known. */
  readonly rings: Rings;
  readonly parcelId?: string | undefined;
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
  const { lookup, radiusMeters } = reading;
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

function rowOf(
  type: RecordTypeId,
  readings: readonly RegisterReading[],
  all: readonly Placed[],
  isSiteKnown: boolean,
): MatrixRow {
  const { label, radiusMeters, basis } = recordTypes[type];
  const of = readings.filter(({ types }) => types.includes(type));
  const state = worst(of.map(stateOf));
  const reach = Math.min(...of.map((reading) => reading.radiusMeters), bandMeters.at(-1) ?? 0);
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

/** Records on one spot share a number, given in the order of the list. */
function numbered(records: readonly SiteRecord[], spots: Map<string, number>): SiteRecord[] {
  return records.map((record) => {
    const spot = spotOf(record);
    if (!spot) return record;
    const placeNumber = spots.get(spot) ?? spots.size + 1;
    spots.set(spot, placeNumber);
    return { placeNumber, ...record };
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
  const spots = new Map<string, number>();
  const onSite = numbered(
    records.filter(({ matchedBy }) => matchedBy),
    spots,
  );
  const away = records.filter(
    ({ matchedBy, types, distanceMeters: meters }) =>
      !matchedBy && meters !== undefined && types.some((type) => meters <= recordTypes[type].radiusMeters),
  );
  const apart = records.filter(({ matchedBy, distanceMeters: meters }) => !matchedBy && meters === undefined);
  return {
    recordsByDistance: {
      siteKnownBy,
      ...(place.parcelId && { parcelId: place.parcelId }),
      rule: searchRule,
      rows: (Object.keys(recordTypes) as RecordTypeId[]).map((type) =>
        rowOf(type, readings, all, siteKnownBy.length > 0),
      ),
      notSearched,
    },
    onSite,
    nearby: numbered(away.slice(0, mostNearby), spots),
    ...(away.length > mostNearby && { nearbyLeftOut: away.length - mostNearby }),
    notPlaced: apart.slice(0, mostNotPlaced),
    ...(apart.length > mostNotPlaced && { notPlacedLeftOut: apart.length - mostNotPlaced }),
    databases: databasesOf(readings),
  };
}

const slug: RouteName = 'svc-environmental-context';

interface RecordsReading extends ExtraReadings {
  readonly search: RecordsSearch;
}

const generatorsAnd = 'hazardous waste generators, treatment and corrective action';

/** The register that no free tool of the brief reads in a circle: the hazardous waste handlers. */
function handlersPart({ lookup, radiusMeters }: RegisterReading, subject: PointSubject): PartReading {
  const answer = new AnswerBuilder(subject);
  const area = `${radiusMeters} m around the point`;
  const known = mapLookup(lookup, (entries) => entries.filter(({ types }) => types.length > 0));
  const cited = answer.addLookup(known, { area, recordScope: generatorsAnd });
  const reason = ('reason' in lookup && lookup.reason) || undefined;
  const head = { id: 'hazardous_waste_handlers', tool: slug, title: 'Hazardous waste handlers' };
  return ownReading(head, answer, {
    about: 'environmental-context.handlers',
    summary: cited
      ? `RCRAInfo lists ${many(cited.data.length, 'hazardous waste handler')} ${area}.`
      : `RCRAInfo ${lookup.state === 'empty' ? 'lists no hazardous waste handler' : 'could not be read'} ${area}.`,
    facts: cited && { handlerCount: { value: cited.data.length, unit: 'handlers', citation: cited.citation } },
    components: { hazardousWaste: { state: lookup.state, reason } },
    limits: ['A notification as a handler says what a place may do with waste, and nothing of a release.'],
  });
}

const searched = [
  'npl',
  'superfund',
  'hazardous_waste',
  'brownfields',
  'tank_releases',
  'tank_facilities',
  'pfas_superfund',
  'pfas_federal',
  'regulated_facilities',
] as const;

/** The registers row by row, put together as one search of records. */
export async function readRecords(ctx: BriefContext): Promise<RecordsReading> {
  const { subject, sources, mirror, jurisdictions } = ctx;
  const [registers, outline, { redact }] = await Promise.all([
    readRegisters({ sources, mirror, subject }, searched, briefMs),
    parcelOutline({ sources, jurisdictions, subject }),
    loadRedactor(),
  ]);
  const known = isKnown(outline) ? outline : undefined;
  const place = { subject, rings: known?.rings ?? [], parcelId: known?.parcelId };
  return {
    readings: registers.filter(({ id }) => id === 'hazardous_waste').map((reading) => handlersPart(reading, subject)),
    search: recordsSearch(registers, place, redact),
  };
}

const listed = (records: RecordsSearch['onSite'], most: number) =>
  records
    .slice(0, most)
    .map(
      ({ name, recordId, label, status }) =>
        `${plainName(name) ?? recordId} (${label}${status ? `, "${status}"` : ''})`,
    )
    .join('; ');

const page = { with: 'EPA Envirofacts', url: 'https://enviro.epa.gov/' };

/** Records of the place itself, and those that may lie there. */
export function recordsFindings({ search }: RecordsReading): readonly Finding[] {
  const { onSite, notPlaced, notPlacedLeftOut = 0 } = search;
  const of = (records: RecordsSearch['onSite']) => ({
    kind: 'contamination' as const,
    topic: 'environment',
    recordIds: records.flatMap(({ recordId }) => recordId ?? []).slice(0, 12),
    citations: records.slice(0, 3).map(({ citation }) => citation),
  });
  const unplaced = `${many(notPlaced.length + notPlacedLeftOut, 'record')} without a position, by ZIP or city near`;
  return held<Finding>([
    onSite.length > 0 &&
      stated({
        ...of(onSite),
        id: 'records.on_site',
        headline: `${many(onSite.length, 'record')} of the place itself: ${listed(onSite, 1)}`,
        finding: `${many(onSite.length, 'record')} of the place itself: ${listed(onSite, 3)}.`,
        where: 'on_parcel',
        question: 'What do the files behind these records say of the place itself?',
        evidenceNeeded: ['The file of each record at the program that keeps it'],
        next: { action: 'Open the file of each record by its number', ...page },
      }),
    notPlaced.length > 0 &&
      stated({
        ...of(notPlaced),
        id: 'records.not_placed',
        headline: unplaced,
        finding: `${unplaced}: ${listed(notPlaced, 3)}.`,
        where: 'area',
        question: 'Does any of the records without a position lie on the parcel or beside it?',
        evidenceNeeded: ['The address in the file of each record'],
        next: { action: 'Look up the address of each record by its number', ...page },
      }),
  ]);
}

/** The search in one sentence. */
export function recordsLead({ search }: RecordsReading): string | undefined {
  const { recordsByDistance, onSite, nearby, nearbyLeftOut = 0, notPlaced, notPlacedLeftOut = 0 } = search;
  const { rows, siteKnownBy } = recordsByDistance;
  const read = rows.filter(({ state }) => state !== 'not_read');
  if (read.length === 0) return undefined;
  const around = nearby.length + nearbyLeftOut;
  return (
    `${read.length} of ${rows.length} record types were searched to their usual distances: ` +
    `${siteKnownBy.length > 0 ? `${many(onSite.length, 'record')} of the place itself, ` : ''}${around} around it, ` +
    `${notPlaced.length + notPlacedLeftOut} without a position.`
  );
}
