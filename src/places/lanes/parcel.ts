import { pickFields } from '../../fields/table.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { hasData, type Lookup, mapLookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { type Candidate, isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import type { ParcelLane } from '../schema/port.ts';
import { withLayerColumns } from './layer-columns.ts';
import { assemble, type MatchedBy, type ParcelFound, type ParcelMatch } from './parcel-assemble.ts';
import { factsBehind } from './parcel-complement.ts';
import { newestRows } from './parcel-facts.ts';
import {
  joinOf,
  keyOf,
  maxRows,
  near,
  ofUnit,
  type ParcelRows,
  readTables,
  sameAddressMeters,
  siteOf,
} from './parcel-tables.ts';
import { type LaneQuery, readLane } from './reader.ts';
import { sameStreetLine } from './street.ts';
import { type StreetParcels, streetParcels } from './street-parcels.ts';

/** Whether a parcel's site address is the street line that was requested; undefined where that cannot be determined. */
export const sameAddress = (site: unknown, queried: string | undefined): boolean | undefined =>
  sameStreetLine(site, queried);

export type { MatchedBy };

interface ParcelQuestion {
  readonly sources: SourceAccess;
  readonly configured: readonly ParcelLane[];
  readonly subject: PointSubject;
  /** The nearest parcel will do where the point lies in none. */
  readonly nearestWillDo: boolean;
  readonly withDetails: boolean;
}

const streetLineOf = (subject: PointSubject) => (isMatchedAddress(subject) ? subject.streetLine : undefined);

/**
 * What a parcel is wanted for. `to_tell`: any layer that knows it will do, and where the point lies in no parcel the
 * nearest, which is said. `to_look_up`: its number leads to records that are kept by it, so that the parcel has to be a
 * certain one, and numbered as the place's own file says: a published layer may number it in a way of its own, by which a
 * register would be found empty.
 */
export type ParcelUse = 'to_tell' | 'to_look_up';

/**
 * The rows of the parcel at a point with their outline, and none of what the tables say of it: the questions of
 * {@link findParcel} that place it, so that both share their answers. A neighbor's parcel, one that is merely nearest and
 * one without an outline are none. `missed` says why, where a layer was queried.
 */
export async function findOutline(
  sources: SourceAccess,
  configured: readonly ParcelLane[],
  subject: PointSubject,
): Promise<ParcelMatch | { readonly missed?: string }> {
  let missed: string | undefined;
  for (const lane of configured.filter(({ source }) => source.query.point)) {
    const question = { sources, configured, subject, nearestWillDo: false, withDetails: false };
    const outcome = await parcelIn(lane, question);
    if (isMatch(outcome))
      return outcome.isNeighbor ? { missed: 'the parcel at the point carries another address' } : outcome;
    const [first] = outcome.lookups;
    missed ??=
      first?.lookup.state === 'unavailable' ? 'the parcel layer did not answer' : 'no certain parcel lies there';
  }
  return missed ? { missed } : {};
}

interface Missed {
  readonly lookups: readonly Queried[];
  readonly choices: readonly Candidate[];
}

interface Queried {
  readonly lookup: Lookup<unknown>;
  readonly area: string;
}

const isMatch = (outcome: ParcelMatch | Missed): outcome is ParcelMatch => 'parcel' in outcome;

/**
 * Puts the parcel at a point together out of the configured sources of the lane, city before county before state.
 * A geocoder places an address along its street, so the polygon at the point may be a neighbor's: where the site
 * address disagrees the address itself is looked up, and taken if that parcel lies near the point. Where the point lies
 * in no parcel, the one within a street's width that states the address is taken, and the nearest where it will do. Those
 * of which none is certain are offered as candidates of the answer's subject.
 */
export async function findParcel(
  sources: SourceAccess,
  configured: readonly ParcelLane[],
  subject: PointSubject,
  answer: AnswerBuilder,
  use: ParcelUse = 'to_look_up',
): Promise<ParcelFound | undefined> {
  const serves = ({ source }: ParcelLane) => use === 'to_tell' || !source.columnsFromLayer;
  const polygons = configured.filter((lane) => lane.source.query.point && serves(lane));
  if (!configured.some(serves)) {
    const reason = 'The parcel layers here may number parcels otherwise than the registers that are kept by number.';
    answer.addLookup({ state: 'not_covered', source: 'parcel number of the place', reason }, { area: 'the place' });
    return undefined;
  }
  const choices: Candidate[] = [];
  const unsettled: Queried[] = [];
  for (const lane of polygons) {
    // where one layer has no certain parcel, another that knows no addresses is no better judge of the nearest
    const nearestWillDo = use === 'to_tell' && choices.length === 0;
    const outcome = await parcelIn(lane, { sources, configured, subject, nearestWillDo, withDetails: true });
    if (isMatch(outcome)) {
      // what one layer left open another has settled
      for (const miss of unsettled) noteMiss(answer, miss);
      const later = polygons.slice(polygons.indexOf(lane) + 1);
      const details = [...outcome.details, ...(await factsBehind(sources, outcome, later))];
      return assemble(answer, { ...outcome, details });
    }
    for (const miss of outcome.lookups) {
      if (miss.lookup.state === 'unresolved') unsettled.push(miss);
      else answer.addLookup(miss.lookup, { area: miss.area });
    }
    choices.push(...outcome.choices);
  }
  for (const { lookup, area } of unsettled) answer.addLookup(lookup, { area });
  answer.offer(choices);
  return byTablesAlone(sources, configured, subject, answer);
}

function noteMiss(answer: AnswerBuilder, { lookup, area }: Queried): void {
  if ('source' in lookup) answer.note({ area, ...pickFields(lookup, 'source', 'state', 'reason') });
}

/** The parcel that one layer gives, put together with the tables of its jurisdiction. */
async function parcelIn(known: ParcelLane, question: ParcelQuestion): Promise<ParcelMatch | Missed> {
  const { sources, configured, subject, nearestWillDo, withDetails } = question;
  const queried = streetLineOf(subject);
  const area = `the tax parcel at ${subject.latitude}, ${subject.longitude}`;
  const columns = await withLayerColumns(sources, known);
  if ('miss' in columns) return { lookups: [{ lookup: columns.miss, area }], choices: [] };
  const { lane } = columns;
  const at = ofUnit(await readLane(sources, lane, { point: subject, geometry: true, limit: maxRows }), subject);
  const tables = configured.filter(
    ({ source, jurisdiction }) => !source.query.point && jurisdiction.id === lane.jurisdiction.id,
  );
  const detailsFor = (rows: ParcelRows) =>
    withDetails && hasData(rows) ? readTables(sources, tables, joinOf(rows.data)) : Promise.resolve([]);
  const details = await detailsFor(at);
  const site = siteOf(hasData(at) ? at.data : [], details);
  const put = async (parcel: ParcelRows, how: Omit<ParcelMatch, 'lane' | 'parcel' | 'details'>) => {
    return { lane, parcel, details: parcel === at ? details : await detailsFor(parcel), ...how };
  };
  // a source that did not answer is not waited for a second time: the next one may answer
  const ask = queried !== undefined && at.state !== 'unavailable' && sameAddress(site, queried) !== true;
  const better = ask ? await byAddress(sources, lane, tables, subject) : undefined;
  if (better && hasData(better)) return put(better, { matchedBy: 'site_address', area, limits: [] });
  const disagrees = queried !== undefined && sameAddress(site, queried) === false;
  const isOpen = at.state === 'empty' || (hasData(at) && disagrees);
  const around = isOpen ? await streetParcels(sources, lane, subject) : undefined;
  const reach = `${area}, and ${around?.reachMeters} m around`;
  if (around?.addressed) return put(around.addressed, { matchedBy: 'site_address', area: reach, limits: [] });
  if (hasData(at)) {
    const limits = disagrees ? [neighborNote(site, subject)] : [];
    return put(at, { matchedBy: 'point', area, limits, isNeighbor: disagrees && subject.precision !== 'rooftop' });
  }
  if (around?.holding) return put(around.holding, { matchedBy: 'point', area: reach, limits: [] });
  if (nearestWillDo && around?.nearest) {
    const meters = Math.round(around.nearest.meters);
    const limit = `The point lies in no parcel; this is the nearest, ${meters} m away, and nothing says that it is the one meant.`;
    const note = `${meters} m from the point`;
    return put(around.nearest.rows, { matchedBy: 'nearest_within_40m', note, area: reach, limits: [limit] });
  }
  return missedBy(lane, at, around, area);
}

const neighborNote = (site: string | undefined, { precision }: PointSubject) =>
  precision === 'rooftop'
    ? `The parcel that holds the published point of the queried address carries the site address ${site}; a parcel with several addresses states one of them.`
    : `The parcel at the geocoded point carries the site address ${site}, not the queried one; a geocoder places addresses along the street, so this may be a neighboring parcel.`;

function missedBy(
  { source, card }: ParcelLane,
  at: ParcelRows,
  around: StreetParcels | undefined,
  area: string,
): Missed {
  const offered = [...(around?.nearest ? [around.nearest.choice] : []), ...(around?.choices ?? [])];
  const choices = offered.map(({ candidate }) => candidate);
  if (around && choices.length > 0) {
    const named = offered.map((choice) => choice.named).join(', ');
    const reason = `The point lies in no parcel, and of those within ${around.reachMeters} m none is certain: ${named}.`;
    return { lookups: [{ lookup: { state: 'unresolved', source: card.name, reason }, area }], choices };
  }
  // nothing at the point says nothing of the lot beside the street where that could not be read
  const missed = around?.missed ? [{ lookup: around.missed, area: `${around.reachMeters} m around ${area}` }] : [];
  const partly = at.state === 'empty' && source.coverage?.uncounted;
  const reason = `${card.name} have no parcel there, and which parts of the area they lack is not known.`;
  const own: Lookup<unknown> = partly ? { state: 'not_covered', source: card.name, reason } : at;
  return { lookups: [{ lookup: own, area }, ...missed], choices };
}

/** Parcels of one address that are tried: towns of one county share street names. */
const maxNamesakes = 5;

/**
 * The parcel that a table of addresses names, where no parcel layer gave one: known by its number and by the position
 * that another table states for it, which has to lie near the point.
 */
async function byTablesAlone(
  sources: SourceAccess,
  configured: readonly ParcelLane[],
  subject: PointSubject,
  answer: AnswerBuilder,
): Promise<ParcelFound | undefined> {
  const address = streetLineOf(subject);
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
    const limits = ['No parcel layer answered: the parcel is known by its number and a position, without its outline.'];
    const { lane, lookup: parcel } = placed;
    return assemble(answer, { lane, parcel, details: others, matchedBy: 'site_address', area, limits });
  }
  const miss = hasData(listed) ? noneOf(listed) : listed;
  // an address that a table does not hold says nothing of a parcel whose layer could not be read
  if (answer.state === 'unavailable') answer.note({ source: index.card.name, area, state: miss.state });
  else answer.addLookup(miss, { area });
  return undefined;
}

/** The parcel whose site address is the queried one, if it lies near the point; undefined where nothing can be queried. */
async function byAddress(
  sources: SourceAccess,
  lane: ParcelLane,
  tables: readonly ParcelLane[],
  subject: PointSubject,
): Promise<ParcelRows | undefined> {
  const address = subject.streetLine;
  if (!address) return undefined;
  let query: LaneQuery<'parcel'> | undefined;
  if (lane.source.query.addressField) {
    query = { address, point: subject, reachMeters: sameAddressMeters };
  } else {
    const index = tables.find(({ source }) => source.query.addressField);
    const listed = index && (await readLane(sources, index, { address, limit: maxRows }));
    const key = listed && hasData(listed) ? keyOf(listed.data) : undefined;
    query = key ? { key } : undefined;
  }
  if (!query) return undefined;
  const found = await readLane(sources, lane, { ...query, geometry: true, limit: maxRows });
  const rows = mapLookup(found, (all) => near(all, subject));
  return hasData(rows) && rows.data.length > 0 ? ofUnit(rows, subject) : undefined;
}
