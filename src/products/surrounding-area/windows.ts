import { laneTitle } from '../shared/compose/words.ts';
import { countCodes, parcelCounts } from './aggregate.ts';
import { others } from './foundation.ts';
import type { AreaMaterial } from './gather.ts';
import { cited, type LaneCounts } from './registers.ts';
import {
  type Packet,
  type RecordCountLane,
  type RecordCounts,
  recordLanes,
  type Window,
  type ZoningCounts,
} from './schema.ts';
import { districtOf } from './zoning.ts';

const isCounted = (lane: string): lane is RecordCountLane => (recordLanes as readonly string[]).includes(lane);

/** Entries of one register within a distance; null where it was not read to its end so far out, or places them too coarsely. */
function recordCounts(reading: LaneCounts, meters: number): RecordCounts | undefined {
  const { lane, citation, completeMeters, finestMeters, entries, isCoded } = reading;
  if (!citation || !isCounted(lane)) return undefined;
  const head = { lane, label: laneTitle(lane) };
  const source = { citation: cited(citation) };
  if (finestMeters === undefined || finestMeters > meters) {
    return { ...head, count: null, reason: 'the source does not place its entries closely enough', ...source };
  }
  if (completeMeters < meters) {
    return { ...head, count: null, reason: `the register was not read to its end within ${meters} m`, ...source };
  }
  const inside = entries.filter((entry) => entry.meters <= meters);
  return {
    ...head,
    count: inside.length,
    ...(isCoded && inside.length > 0 && { byType: countCodes(inside.map(({ code }) => code)) }),
    ...source,
  };
}

function windowOf(material: AreaMaterial, read: AreaMaterial['compact'], meters: number): Window {
  const parcels = others(read.parcels, material).filter((parcel) => parcel.meters <= meters);
  return {
    withinMeters: meters,
    parcels: parcelCounts(read, parcels, meters, cited(read.citation)),
    zoning: material.zoning.flatMap((map): ZoningCounts[] =>
      map.citation && map.completeMeters >= meters && map.districts.length > 0
        ? [
            {
              byDistrict: countCodes(parcels.map((parcel) => districtOf(parcel, map))),
              citation: cited(map.citation),
            },
          ]
        : [],
    ),
    records: material.records.flatMap((reading) => recordCounts(reading, meters) ?? []),
  };
}

/** The compact windows, and the rings that the request covers whole where the parcel register was read to its end. Pure. */
export function windowsOf(material: AreaMaterial): Pick<Packet, 'windows' | 'rings'> {
  const { compact, wide } = material;
  const ring = (meters: number) => (wide && wide.completeMeters >= meters ? windowOf(material, wide, meters) : null);
  return {
    windows: { '100m': windowOf(material, compact, 100), '200m': windowOf(material, compact, 200) },
    rings: { '250m': ring(250), '500m': ring(500), '1000m': ring(1000) },
  };
}
