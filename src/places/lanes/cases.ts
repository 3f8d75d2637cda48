import { distanceMeters } from '../../geometry/geo.ts';
import type { AnswerBuilder, SearchExtent } from '../../kernel/answer-builder.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import type { Lane } from '../schema/jurisdiction.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { detailsOf, type Link, type LinkedLane, linkOf, readLinked } from './linked.ts';
import { type ParcelsContext, parcelsAround } from './parcels-around.ts';
import { type LaneRow, type LaneRows, readLane } from './reader.ts';

const maxRows = 300;

export interface Located<L extends Lane = Lane> {
  readonly row: LaneRow<L>;
  readonly citation: string;
  /** Absent where the source has no positions. */
  readonly distanceMeters?: number;
}

const located = <L extends Lane>(row: LaneRow<L>, citation: string, from?: GeoPoint, at?: GeoPoint): Located<L> => ({
  row,
  ...(from && at && { distanceMeters: Math.round(distanceMeters(from, at)) }),
  citation,
});

/** Rows of a lookup, handed to an answer and located from a point: by their own position where `at` says nothing else. */
export const citedRows = <L extends Lane>(
  answer: AnswerBuilder,
  lookup: LaneRows<L>,
  extent: SearchExtent,
  from?: GeoPoint,
  at: (row: LaneRow<L>) => GeoPoint | undefined = ({ point }) => point,
): readonly Located<L>[] => {
  const cited = answer.addLookup(lookup, extent);
  return cited?.data.map((row) => located(row, cited.citation, from, at(row))) ?? [];
};

export const newest = (a: Located, b: Located): number =>
  (b.row.occurredAt ?? '').localeCompare(a.row.occurredAt ?? '', 'en');

const nearest = (a: Located, b: Located) =>
  (a.distanceMeters ?? Infinity) - (b.distanceMeters ?? Infinity) || newest(a, b);

export interface CasesFound<L extends Lane = LinkedLane> {
  /** Nearest first; rows without a position newest first. */
  readonly rows: readonly Located<L>[];
  /** The sets that were queried, in words. */
  readonly names: string;
  /** "within 500 m", or "on 80 tax parcels within 250 m" where the source is kept by parcel. */
  readonly searchExtent: string;
  readonly limits: readonly string[];
}

/** Records of the parcels around the point, where the publisher keeps a lane by parcel and without positions. */
async function byParcel<L extends LinkedLane>(
  ctx: ParcelsContext,
  link: Link<L>,
  radiusMeters: number,
): Promise<CasesFound<L>> {
  const { source, jurisdiction } = link.details;
  const base = { names: source.name, limits: [...source.limits.notes, ...link.index.source.limits.notes] };
  const around = await parcelsAround(ctx, jurisdiction.id, radiusMeters);
  if (!around) return { ...base, rows: [], searchExtent: `within ${radiusMeters} m` };
  const { positions, area } = around;
  const { cited, parcelsOf } = await readLinked(ctx, link, [...positions.keys()], area);
  const rows = (cited?.data ?? []).map((row) =>
    located(row, cited?.citation ?? '', ctx.subject, positions.get(parcelsOf.get(row.recordId ?? '') ?? '')),
  );
  rows.sort(nearest);
  return { ...base, rows, searchExtent: `on ${area}`, limits: [...around.limits, ...base.limits] };
}

/** Fields of the set that holds the records by their own number, under those that have the position. */
async function enriched<L extends LinkedLane>(
  { sources, answer }: ParcelsContext,
  rows: readonly LaneRow<L>[],
  details: ConfiguredLane<L>,
) {
  const ids = rows.flatMap(({ recordId }) => recordId ?? []);
  const cited = answer.addLookup(await detailsOf(sources, details, ids), {
    area: `${ids.length} records found by position`,
  });
  const known = new Map(cited?.data.map((row) => [row.recordId, row.fields]) ?? []);
  return {
    rows: rows.map((row) => ({ ...row, fields: { ...row.fields, ...known.get(row.recordId) } })),
    citation: cited?.citation,
  };
}

/**
 * Records of a lane around a point: by radius where a set has positions (with the fields of the set that holds them by
 * number, if there is one), and by the tax parcel where it has none. Every question is handed to the answer.
 */
export async function casesAround<L extends LinkedLane>(
  ctx: ParcelsContext,
  configured: readonly ConfiguredLane<L>[],
  radiusMeters: number,
): Promise<CasesFound<L>> {
  const { subject, answer } = ctx;
  const placed = configured.filter(({ source }) => source.query.radius);
  const link = linkOf(configured);
  if (placed.length === 0 && link) return byParcel(ctx, link, radiusMeters);
  const rows: Located<L>[] = [];
  const limits: string[] = [];
  for (const lane of placed) {
    const { source, jurisdiction } = lane;
    const radius = Math.min(radiusMeters, source.query.radius?.maxMeters ?? radiusMeters);
    const found = await readLane(ctx.sources, lane, { point: subject, radiusMeters: radius, limit: maxRows });
    const cited = answer.addLookup(found, { area: `within ${radius} m`, recordScope: source.recordScope });
    limits.push(...source.limits.notes);
    if (!cited || !hasData(found)) continue;
    const details = configured.find(
      (one) => one.source.query.key?.of !== undefined && one.jurisdiction.id === jurisdiction.id && one !== lane,
    );
    const more = details && (await enriched(ctx, cited.data, details));
    if (details) limits.push(...details.source.limits.notes);
    const citation = more?.citation ?? cited.citation;
    rows.push(...(more?.rows ?? cited.data).map((row) => located(row, citation, subject, row.point)));
  }
  rows.sort(nearest);
  return {
    rows,
    names: placed.map(({ source }) => source.name).join(', '),
    searchExtent: `within ${radiusMeters} m`,
    limits: [...new Set(limits)],
  };
}
