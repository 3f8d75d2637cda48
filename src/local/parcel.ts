import type { AnswerBuilder, Cited, SearchExtent } from '../kernel/answer-builder.ts';
import type { Citation } from '../kernel/citation.ts';
import { distanceMeters } from '../kernel/geo.ts';
import { hasData, type Lookup, mapLookup, noneOf } from '../kernel/lookup.ts';
import type { ConfiguredLane } from '../kernel/ports/jurisdictions.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import type { PointSubject } from '../kernel/subject.ts';
import { textOf } from '../kernel/text.ts';
import { toSeconds } from '../kernel/time.ts';
import { factsOfRows, newestRows, type ParcelFacts } from './parcel-facts.ts';
import { type LaneQuery, type LaneRow, readLane, recordOfRow } from './reader.ts';
import { sameStreetLine } from './street.ts';
import { type StreetParcels, streetParcels } from './street-parcels.ts';

/** A site address that lies farther from the geocoded point belongs to another town of the same county. */
const sameAddressMeters = 300;
const maxRows = 50;

interface ParcelFound {
  readonly facts: ParcelFacts;
  readonly parcelId: string | undefined;
  /** The source that gave the parcel itself. */
  readonly configured: ConfiguredLane<'parcel'>;
  /** Rows of the parcel as its own source gave them, with geometry. */
  readonly rows: readonly LaneRow<'parcel'>[];
  readonly limits: readonly string[];
}

/** Whether a parcel's site address is the street line that was asked for; undefined where that cannot be told. */
export const sameAddress = (site: unknown, asked: string | undefined): boolean | undefined =>
  sameStreetLine(site, asked);

const near = (rows: readonly LaneRow<'parcel'>[], subject: PointSubject) =>
  rows.filter((row) => row.point !== undefined && distanceMeters(row.point, subject) <= sameAddressMeters);

const keyOf = (rows: readonly LaneRow<'parcel'>[]) => {
  const row = newestRows(rows)[0];
  const key = row?.fields.parcelId ?? row?.fields.accountId;
  return key === undefined ? undefined : String(key);
};

/** The number by which the tables of a parcel are asked: that of its map, where the office numbers its accounts otherwise. */
const joinOf = (rows: readonly LaneRow<'parcel'>[]) => {
  const number = newestRows(rows)[0]?.fields.mapNumber;
  return number === undefined ? keyOf(rows) : String(number);
};

/** The lookup with the record's number in its citation, where it is about one record. */
function named(lookup: Lookup<readonly LaneRow<'parcel'>[]>): Lookup<readonly LaneRow<'parcel'>[]> {
  if (!hasData(lookup)) return lookup;
  const rows = newestRows(lookup.data);
  const [first] = rows;
  const isOne = first?.recordId !== undefined && rows.every(({ recordId }) => recordId === first.recordId);
  return isOne ? { ...lookup, citation: { ...lookup.citation, ...recordOfRow(first) } } : lookup;
}

/**
 * Puts the parcel at a point together out of the configured sources of the lane.
 * A geocoder places an address along its street, so the polygon at the point may be a neighbor's: where the site
 * address disagrees the address itself is looked up, and taken if that parcel lies near the point.
 */
export async function findParcel(
  sources: SourceAccess,
  configured: readonly ConfiguredLane<'parcel'>[],
  subject: PointSubject,
  answer: AnswerBuilder,
): Promise<ParcelFound | undefined> {
  const polygons = configured.filter(({ source }) => source.query.point);
  const asked = subject.precision === 'address' ? subject.streetLine : undefined;
  const area = `the tax parcel at ${subject.latitude}, ${subject.longitude}`;
  for (const lane of polygons) {
    const found = await parcelIn(lane, { sources, configured, subject, answer, asked, area });
    if (found) return found;
  }
  return byTablesAlone(sources, configured, subject, answer);
}

interface ParcelQuestion {
  readonly sources: SourceAccess;
  readonly configured: readonly ConfiguredLane<'parcel'>[];
  readonly subject: PointSubject;
  readonly answer: AnswerBuilder;
  /** The street line of the asked address. */
  readonly asked: string | undefined;
  readonly area: string;
}

/** The parcel that one layer gives, put together with the tables of its jurisdiction; undefined where it gives none. */
async function parcelIn(
  lane: ConfiguredLane<'parcel'>,
  { sources, configured, subject, answer, asked, area }: ParcelQuestion,
): Promise<ParcelFound | undefined> {
  const at = await readLane(sources, lane, { point: subject, geometry: true, limit: maxRows });
  const tables = configured.filter(
    ({ source, jurisdiction }) => !source.query.point && jurisdiction.id === lane.jurisdiction.id,
  );
  const details = hasData(at) ? await readTables(sources, tables, joinOf(at.data)) : [];
  const site = siteOf(hasData(at) ? at.data : [], details);
  // a source that did not answer is not waited for a second time: the next one may answer
  const ask = asked !== undefined && at.state !== 'unavailable' && sameAddress(site, asked) !== true;
  const better = ask ? await byAddress(sources, lane, tables, subject) : undefined;
  if (better && hasData(better)) {
    const again = await readTables(sources, tables, joinOf(better.data));
    return assemble(answer, lane, better, again, 'site_address', area, []);
  }
  if (hasData(at)) {
    const disagrees = asked !== undefined && sameAddress(site, asked) === false;
    return assemble(answer, lane, at, details, 'point', area, [
      ...(disagrees
        ? [
            `The parcel at the geocoded point carries the site address ${site}, not the asked one; a geocoder places addresses along the street, so this may be a neighboring parcel.`,
          ]
        : []),
    ]);
  }
  const around = at.state === 'empty' ? await streetParcels(sources, lane, subject) : undefined;
  if (around?.addressed && hasData(around.addressed)) {
    const again = await readTables(sources, tables, joinOf(around.addressed.data));
    const reach = `${area}, and ${around.reachMeters} m around`;
    return assemble(answer, lane, around.addressed, again, 'site_address', reach, []);
  }
  answer.addLookup(withNearest(at, around), { area });
  // nothing at the point says nothing of the lot beside the street where that could not be read
  if (around?.missed) answer.addLookup(around.missed, { area: `${around.reachMeters} m around ${area}` });
  return undefined;
}

/** An empty answer that names the parcels nearest to the point: whose number to ask the office about. */
function withNearest<T>(at: Lookup<T>, around: StreetParcels | undefined): Lookup<T> {
  if (at.state !== 'empty' || !around || around.nearest.length === 0) return at;
  const reason = `The geocoded point lies in no parcel, and none within ${around.reachMeters} m states the asked address; nearest: ${around.nearest.join(', ')}.`;
  return { ...at, reason };
}

/** Parcels of one address that are tried: towns of one county share street names. */
const maxNamesakes = 5;

/**
 * The parcel that a table of addresses names, where no parcel layer gave one: known by its number and by the position
 * that another table states for it, which has to lie near the point.
 */
async function byTablesAlone(
  sources: SourceAccess,
  configured: readonly ConfiguredLane<'parcel'>[],
  subject: PointSubject,
  answer: AnswerBuilder,
): Promise<ParcelFound | undefined> {
  const address = subject.precision === 'address' ? subject.streetLine : undefined;
  const index = configured.find(({ source }) => !source.query.point && source.query.addressField);
  if (!address || !index) return undefined;
  const area = `the tax parcel of ${address}`;
  const listed = await readLane(sources, index, { address, limit: maxRows });
  const numbers = hasData(listed) ? newestRows(listed.data).flatMap((row) => keyOf([row]) ?? []) : [];
  const tables = configured.filter(
    (lane) => lane !== index && !lane.source.query.point && lane.jurisdiction.id === index.jurisdiction.id,
  );
  for (const number of [...new Set(numbers)].slice(0, maxNamesakes)) {
    const details = await readTables(sources, tables, number);
    const placed = details.find(({ lookup }) => hasData(lookup) && near(lookup.data, subject).length > 0);
    if (!placed) {
      for (const { lookup } of details) if (!hasData(lookup)) answer.addLookup(lookup, { area: `parcel ${number}` });
      continue;
    }
    const own = mapLookup(listed, (rows) => rows.filter((row) => keyOf([row]) === number));
    const others = [{ lane: index, lookup: own }, ...details.filter((detail) => detail !== placed)];
    return assemble(answer, placed.lane, placed.lookup, others, 'site_address', area, [
      'No parcel layer answered: the parcel is known by its number and a position, without its outline.',
    ]);
  }
  const miss = hasData(listed) ? noneOf(listed) : listed;
  // an address that a table does not hold says nothing of a parcel whose layer could not be read
  if (answer.state === 'unavailable') answer.note({ source: index.card.name, area, state: miss.state });
  else answer.addLookup(miss, { area });
  return undefined;
}

interface Detail {
  readonly lane: ConfiguredLane<'parcel'>;
  readonly lookup: Lookup<readonly LaneRow<'parcel'>[]>;
}

async function readTables(
  sources: SourceAccess,
  tables: readonly ConfiguredLane<'parcel'>[],
  key: string | undefined,
): Promise<readonly Detail[]> {
  if (!key) return [];
  const askable = tables.filter(({ source }) => source.query.key || source.query.keyParts);
  return Promise.all(
    askable.map(async (lane) => ({ lane, lookup: await readLane(sources, lane, { key, limit: maxRows }) })),
  );
}

function siteOf(rows: readonly LaneRow<'parcel'>[], details: readonly Detail[]): string | undefined {
  const all = [rows, ...details.map(({ lookup }) => (hasData(lookup) ? newestRows(lookup.data) : []))];
  const site = all.flat().find((row) => row.fields.siteAddress !== undefined)?.fields.siteAddress;
  return site === undefined ? undefined : String(site);
}

/** The parcel whose site address is the asked one, if it lies near the point; undefined where nothing can be asked. */
async function byAddress(
  sources: SourceAccess,
  lane: ConfiguredLane<'parcel'>,
  tables: readonly ConfiguredLane<'parcel'>[],
  subject: PointSubject,
): Promise<Lookup<readonly LaneRow<'parcel'>[]> | undefined> {
  const address = subject.streetLine;
  if (!address) return undefined;
  let query: LaneQuery<'parcel'> | undefined;
  if (lane.source.query.addressField) {
    query = { address };
  } else {
    const index = tables.find(({ source }) => source.query.addressField);
    const listed = index && (await readLane(sources, index, { address, limit: maxRows }));
    const key = listed && hasData(listed) ? keyOf(listed.data) : undefined;
    query = key ? { key } : undefined;
  }
  if (!query) return undefined;
  const found = await readLane(sources, lane, { ...query, geometry: true, limit: maxRows });
  const rows = hasData(found) ? near(found.data, subject) : [];
  return rows.length > 0 ? mapLookup(found, () => rows) : undefined;
}

function take(
  answer: AnswerBuilder,
  lookup: Lookup<readonly LaneRow<'parcel'>[]>,
  lane: ConfiguredLane<'parcel'>,
  searchExtent: SearchExtent,
) {
  const { recordScope } = lane.source;
  return answer.addLookup(named(lookup), { ...searchExtent, ...(recordScope && { recordScope }) });
}

function assemble(
  answer: AnswerBuilder,
  lane: ConfiguredLane<'parcel'>,
  parcel: Lookup<readonly LaneRow<'parcel'>[]>,
  details: readonly Detail[],
  matchedBy: 'point' | 'site_address',
  area: string,
  limits: readonly string[],
): ParcelFound | undefined {
  const cited: Cited<readonly LaneRow<'parcel'>[]> | undefined = take(answer, parcel, lane, { area });
  if (!cited || !hasData(parcel)) return undefined;
  const { citation } = cited;
  const facts: Record<string, unknown> = {};
  for (const detail of details) {
    const more = take(answer, detail.lookup, detail.lane, { area: `parcel ${keyOf(cited.data) ?? ''}`.trim() });
    if (more) Object.assign(facts, factsOfRows(more.data, detail.lane.source, more.citation));
  }
  // the parcel's own source comes last: it wins where two sources state the same thing
  Object.assign(facts, factsOfRows(cited.data, lane.source, citation), { matchedBy: { value: matchedBy, citation } });
  const center = cited.data.length === 1 ? cited.data[0]?.point : undefined;
  if (center) Object.assign(facts, centroidFacts(center, citation, parcel.citation, keyOf(cited.data)));
  const several =
    cited.data.length > 1 ? [`${cited.data.length} records share this spot; only what they agree on is given.`] : [];
  const cut = details.some(({ lookup }) => lookup.state === 'partial')
    ? ['Not every account of this parcel was read.']
    : [];
  return {
    facts: facts as ParcelFacts,
    parcelId: keyOf(cited.data) ?? textOf((facts as ParcelFacts).parcelId?.value),
    configured: lane,
    rows: cited.data,
    limits: [...limits, ...several, ...cut, ...lane.source.limits.notes],
  };
}

const sixPlaces = (degrees: number) => Number(degrees.toFixed(6));

function centroidFacts(
  center: { readonly latitude: number; readonly longitude: number },
  key: string,
  citation: Citation,
  recordId: string | undefined,
) {
  return {
    centroid: { latitude: sixPlaces(center.latitude), longitude: sixPlaces(center.longitude), citation: key },
    centroidPrecision: { value: 'parcel', citation: key },
    centroidCitation: {
      citation: key,
      sourceName: citation.sourceName,
      sourceUrl: citation.sourceUrl,
      ...(recordId && { recordId }),
      fetchedAt: toSeconds(citation.fetchedAt),
    },
  };
}
