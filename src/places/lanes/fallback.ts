import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { laneCard } from '../registry/cards.ts';
import { sourcesOf } from '../schema/jurisdiction.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { askLane, type LaneRow } from './ask.ts';
import { inParts } from './key-parts.ts';
import type { LaneQuery } from './plan.ts';
import { sourceWithout } from './without.ts';

const maxParcels = 400;

type Rows = Lookup<readonly LaneRow[]>;

/** Whether the source answered that it cannot be queried in this way. */
export const isRefused = (lookup: Lookup<unknown>): boolean =>
  lookup.state === 'unavailable' && lookup.refused === true;

/** The records of the tax parcels that lie around a point, for a source that has lost its positions. */
async function askByParcels(sources: SourceAccess, variant: ConfiguredLane, query: LaneQuery): Promise<Rows> {
  const { jurisdiction, card, zone } = variant;
  const { point, radiusMeters, ...rest } = query;
  const parcels = sourcesOf(jurisdiction, 'parcel').find((source) => source.query.radius);
  const reason = `${card.name} refuses questions by position, and no parcels can be read around the point instead.`;
  if (!parcels || !point || radiusMeters === undefined) return { state: 'unavailable', source: card.name, reason };
  const lane = { jurisdiction, source: parcels, card: laneCard(jurisdiction, parcels), ...(zone && { zone }) };
  const around = await askLane(sources, lane, { point, radiusMeters, limit: maxParcels });
  if (!hasData(around)) return { state: 'unavailable', source: card.name, reason };
  const positions = new Map<string, GeoPoint | undefined>(
    around.data.flatMap((row) => (row.fields.parcelId === undefined ? [] : [[String(row.fields.parcelId), row.point]])),
  );
  const found = await inParts([...positions.keys()], card.name, (keys) => askLane(sources, variant, { ...rest, keys }));
  if (!hasData(found)) return found;
  const data = found.data.map((row) => {
    const at = positions.get(String(row.fields.parcelId ?? ''));
    return row.point || !at ? row : { ...row, point: at };
  });
  const said = [
    `${card.name} refuses questions by position: it was queried by the ${positions.size} tax parcels within ${radiusMeters} m.`,
    ...[around, found].flatMap((lookup) => ('reason' in lookup ? lookup.reason : [])),
  ];
  return { state: 'partial', data, citation: found.citation, reason: said.join(' ') };
}

/** The first of a source's other ways of being queried that it does not refuse; undefined where there is none. */
export async function askOtherwise(
  sources: SourceAccess,
  configured: ConfiguredLane,
  query: LaneQuery,
): Promise<Rows | undefined> {
  for (const fallback of configured.source.query.fallbacks ?? []) {
    const variant: ConfiguredLane = { ...configured, source: sourceWithout(configured.source, fallback) };
    const around = query.radiusMeters !== undefined && !variant.source.query.radius;
    const found = await (around ? askByParcels : askLane)(sources, variant, query);
    if (!isRefused(found) && found.state !== 'not_covered') return found;
  }
  return undefined;
}
