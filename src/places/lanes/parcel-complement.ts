import { outlineArea } from '../../geometry/outline.ts';
import { hasData, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { ringsOf } from '../../sources/drivers/esri.ts';
import { parcelDepthOf } from '../schema/jurisdiction.ts';
import type { ParcelLane } from '../schema/port.ts';
import { withLayerColumns } from './layer-columns.ts';
import type { ParcelMatch } from './parcel-assemble.ts';
import type { Detail } from './parcel-tables.ts';
import { plainNumber } from './parcels-near.ts';
import { type ParcelRow, readLane } from './reader.ts';

/** Two drawings of one lot differ by less in their area. */
const sameAreaShare = 0.05;
const maxRows = 10;

const areaOf = (row: ParcelRow) => outlineArea(ringsOf(row.geometry));

/** Whether two records are of one lot: the same number however it is written, or outlines of one size at one spot. */
function isSameLot(one: ParcelRow, other: ParcelRow): boolean {
  const [a, b] = [plainNumber(one.fields.parcelId), plainNumber(other.fields.parcelId)];
  if (a !== '' && a === b) return true;
  const [own, its] = [areaOf(one), areaOf(other)];
  return own > 0 && its > 0 && Math.abs(own - its) <= sameAreaShare * Math.max(own, its);
}

/**
 * What a later layer with facts (the state's) says of a parcel whose own layer gives its number and outline alone: queried
 * at the middle of the parcel, and taken where it is the same lot. None where there is no such layer.
 */
export async function factsBehind(
  sources: SourceAccess,
  { lane, parcel, details }: ParcelMatch,
  later: readonly ParcelLane[],
): Promise<readonly Detail[]> {
  const [own, ...more] = hasData(parcel) ? parcel.data : [];
  const behind = later.find(({ source }) => parcelDepthOf(source) === 'facts');
  if (!own?.point || more.length > 0 || details.length > 0 || !behind) return [];
  if (parcelDepthOf(lane.source) === 'facts') return [];
  const columns = await withLayerColumns(sources, behind);
  if ('miss' in columns) return [{ lane: behind, lookup: columns.miss }];
  const found = await readLane(sources, columns.lane, { point: own.point, geometry: true, limit: maxRows });
  if (!hasData(found)) return found.state === 'unavailable' ? [{ lane: columns.lane, lookup: found }] : [];
  const same = found.data.filter((row) => isSameLot(own, row));
  return same.length === 0 ? [] : [{ lane: columns.lane, lookup: mapLookup(found, () => same) }];
}
