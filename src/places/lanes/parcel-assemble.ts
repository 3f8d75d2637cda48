import { refusalSentences } from '../../fields/scope.ts';
import { outlineArea } from '../../geometry/outline.ts';
import type { AnswerBuilder, Cited, SearchExtent } from '../../kernel/answer-builder.ts';
import type { Citation } from '../../kernel/citation.ts';
import { hasData } from '../../kernel/lookup.ts';
import { textOf } from '../../kernel/text.ts';
import { toSeconds } from '../../kernel/time.ts';
import { ringsOf } from '../../sources/drivers/esri.ts';
import { rollValues } from '../schema/lane-table.ts';
import type { ParcelLane } from '../schema/port.ts';
import { lotAreaRefusal } from './outline-area.ts';
import { depthOfFacts, factsOfRows, newestRows, type ParcelFacts } from './parcel-facts.ts';
import { type Detail, keyOf, type ParcelRows } from './parcel-tables.ts';
import { type ParcelRow, recordOfRow } from './reader.ts';
import { valueKindIn } from './value-kinds.ts';

export type MatchedBy = 'point' | 'site_address' | 'nearest_within_40m';

export interface ParcelMatch {
  readonly lane: ParcelLane;
  readonly parcel: ParcelRows;
  readonly details: readonly Detail[];
  readonly matchedBy: MatchedBy;
  /** It holds a point that a geocoder put along the street, and states another address than the queried one. */
  readonly isNeighbor?: boolean;
  /** What there is to say about how it was found. */
  readonly note?: string;
  readonly area: string;
  readonly limits: readonly string[];
}

export interface ParcelFound {
  readonly facts: ParcelFacts;
  readonly parcelId: string | undefined;
  /** The source that gave the parcel itself. */
  readonly configured: ParcelLane;
  readonly rows: readonly ParcelRow[];
  readonly limits: readonly string[];
}

/** The lookup with the record's number in its citation, where it is about one record. */
function named(lookup: ParcelRows): ParcelRows {
  if (!hasData(lookup)) return lookup;
  const rows = newestRows(lookup.data);
  const [first] = rows;
  const isOne = first?.recordId !== undefined && rows.every(({ recordId }) => recordId === first.recordId);
  return isOne ? { ...lookup, citation: { ...lookup.citation, ...recordOfRow(first) } } : lookup;
}

function take(answer: AnswerBuilder, lookup: ParcelRows, lane: ParcelLane, searchExtent: SearchExtent) {
  const { recordScope } = lane.source;
  return answer.addLookup(named(lookup), { ...searchExtent, ...(recordScope && { recordScope }) });
}

/** Puts a parcel and what the tables say of it into an answer: every fact with its own citation. */
export function assemble(
  answer: AnswerBuilder,
  { lane, parcel, details, matchedBy, note, area, limits }: ParcelMatch,
): ParcelFound | undefined {
  const cited: Cited<readonly ParcelRow[]> | undefined = take(answer, parcel, lane, { area });
  if (!cited || !hasData(parcel)) return undefined;
  const { citation } = cited;
  const facts: Record<string, unknown> = {};
  const own = factsOfRows(cited.data, lane.source, citation);
  let kind = valueKindIn(lane.source, own);
  for (const detail of details) {
    const more = take(answer, detail.lookup, detail.lane, { area: `parcel ${keyOf(cited.data) ?? ''}`.trim() });
    const stated = more ? factsOfRows(more.data, detail.lane.source, more.citation) : {};
    const its = valueKindIn(detail.lane.source, stated);
    kind ??= its;
    // a record has values of one kind: those of another are left to their own source
    if (its !== kind) for (const name of rollValues) delete stated[name];
    Object.assign(facts, stated);
  }
  const misfit = fittedLotArea(facts, cited.data);
  // the parcel's own source comes last: it wins where two sources state the same thing
  Object.assign(facts, own);
  Object.assign(facts, { matchedBy: { value: matchedBy, citation, ...(note && { note }) } });
  Object.assign(facts, { depth: { value: depthOfFacts(facts), citation } });
  const stated = 'lotArea' in facts || 'deedArea' in facts;
  if (!stated) Object.assign(facts, mappedArea(cited.data, citation));
  const center = cited.data.length === 1 ? cited.data[0]?.point : undefined;
  if (center) Object.assign(facts, centroidFacts(center, citation, parcel.citation, keyOf(cited.data)));
  const several =
    cited.data.length > 1 ? [`${cited.data.length} records share this spot; only what they agree on is given.`] : [];
  const cut = details.some(({ lookup }) => lookup.state === 'partial')
    ? ['Not every account of this parcel was read.']
    : [];
  return {
    facts: facts as ParcelFacts,
    parcelId: numberOf(cited.data, facts as ParcelFacts),
    configured: lane,
    rows: cited.data,
    limits: [...limits, ...misfit, ...several, ...cut, ...lane.source.limits.notes],
  };
}

/** The number of the parcel; undefined where stacked records (condominium units) have one each. */
function numberOf(rows: readonly ParcelRow[], facts: ParcelFacts): string | undefined {
  const numbers = new Set(newestRows(rows).map(({ fields }) => fields.parcelId));
  return numbers.size > 1 ? undefined : (keyOf(rows) ?? textOf(facts.parcelId?.value));
}

/** Takes away the lot area that a table states and that does not fit the parcel's outline; says so. */
function fittedLotArea(facts: Record<string, unknown>, rows: readonly ParcelRow[]): readonly string[] {
  const { value, unit } = (facts.lotArea ?? {}) as Partial<NonNullable<ParcelFacts['lotArea']>>;
  const refusal = lotAreaRefusal(value, unit, ringsOf(rows[0]?.geometry));
  if (!refusal) return [];
  delete facts.lotArea;
  return refusalSentences([refusal]);
}

const acreMeters = 4046.856_422_4;

/** Area of the outline, where all records have one and the same. */
function mappedArea(rows: readonly ParcelRow[], citation: string) {
  const shapes = new Map(rows.map(({ geometry }) => [JSON.stringify(ringsOf(geometry)), ringsOf(geometry)]));
  const [rings] = shapes.values();
  if (shapes.size !== 1 || !rings || rings.length === 0) return {};
  const value = Number((outlineArea(rings) / acreMeters).toFixed(4));
  return { mappedArea: { value, unit: 'acre', citation } };
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
