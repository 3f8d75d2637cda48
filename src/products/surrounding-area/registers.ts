import type { ToolContext } from '../../catalog/context.ts';
import { boxAround } from '../../geometry/geo.ts';
import type { Citation } from '../../kernel/citation.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { AnswerState } from '../../kernel/state.ts';
import type { GeoPoint, PointSubject } from '../../kernel/subject.ts';
import { toSeconds } from '../../kernel/time.ts';
import type { ParcelsWithin } from '../../places/lanes/parcels-within.ts';
import type { Lane } from '../../places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import type { MapRoad } from '../../reports/pictures/schema.ts';
import type { SectionCitation } from '../../reports/sections.ts';
import { centerLinesIn } from '../../sources/tiger-roads/client.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import type { LaneReading } from '../shared/compose/material.ts';
import { roadsIn } from '../shared/map-geometry.ts';
import type { Coded } from './aggregate.ts';

export interface LaneCounts extends LaneReading {
  /** How far out nothing of it is missing; 0 where that is known of no distance. */
  readonly completeMeters: number;
  /** Entries by their distance; `code` absent where the source publishes none. */
  readonly entries: readonly { readonly meters: number; readonly code?: Coded | undefined }[];
  /** Whether the source publishes a code of this kind at all. */
  readonly isCoded: boolean;
  /** The smallest distance that its positions can be counted in, in meters; undefined: in none. */
  readonly finestMeters: number | undefined;
}

export interface AreaQuestion extends Pick<ToolContext, 'sources' | 'jurisdictions' | 'now'> {
  readonly subject: PointSubject;
  readonly center: GeoPoint;
  /** How far is counted at most; never less than the widest compact window. */
  readonly radiusMeters: number;
  /** The parcels of the compact windows: for registers that are kept by parcel number. */
  readonly parcels: ParcelsWithin;
}

interface Found {
  readonly state: AnswerState;
  readonly citation?: Citation;
  readonly reason?: string | undefined;
}

/** A source as every count names it. */
export const cited = (citation: Citation): SectionCitation =>
  sectionCitation({ ...citation, fetchedAt: toSeconds(citation.fetchedAt) });

export const around = (meters: number) => `within ${meters} m`;

/** A register as far out as is counted; one that has too much there is read in the compact windows alone. */
export async function readWidest<T>(
  { radiusMeters, parcels: { readMeters } }: AreaQuestion,
  read: (meters: number) => Promise<Lookup<T>>,
): Promise<{ readonly found: Lookup<T>; readonly meters: number }> {
  const [near, far] = [Math.min(radiusMeters, readMeters), Math.max(radiusMeters, readMeters)];
  const found = await read(far);
  return found.state === 'partial' && near < far ? { found: await read(near), meters: near } : { found, meters: far };
}

/** What every reading of a register says of what it was found to hold. */
export function headOf<L extends Lane>({ source, card }: ConfiguredLane<L>, found: Found, area: string) {
  return {
    id: `lane.${card.id}`,
    lane: source.lane,
    state: found.state,
    records: [],
    whole: found.state === 'found' || found.state === 'stale' || found.state === 'empty',
    source: card.name,
    sourceUrl: card.datasetUrl,
    ...(found.citation && { citation: found.citation }),
    area,
    reasons: found.reason ? [found.reason] : [],
  };
}

export interface Miss {
  readonly state: LaneReading['state'];
  readonly reason: string;
  readonly officialUrl?: string;
}

/** A reading of a register that gave nothing, or of a lane that no source here is configured for, with the reason. */
export function unread(
  lane: Lane,
  miss: Miss,
  { radiusMeters }: AreaQuestion,
  configured?: ConfiguredLane,
): LaneCounts {
  return {
    ...unreadLane(lane, miss, radiusMeters),
    ...(configured && {
      id: `lane.${configured.card.id}`,
      source: configured.card.name,
      sourceUrl: configured.card.datasetUrl,
    }),
    ...{ completeMeters: 0, entries: [], isCoded: false, finestMeters: undefined },
  };
}

/** The line of the ledger of a lane that gave nothing, with the reason. */
export const unreadLane = (lane: Lane, { state, reason, officialUrl }: Miss, meters: number): LaneReading => ({
  ...{ id: `lane.${lane}`, lane, state, records: [], count: 0, whole: false, area: around(meters), reasons: [reason] },
  ...(officialUrl && { officialUrl }),
});

/** Half the side of what the map shows, with what lies beside its circles. */
export const mapHalfMeters = 275;

export type StreetsRead =
  | { readonly roads: readonly Omit<MapRoad, 'layer'>[]; readonly citation: Citation; readonly complete: boolean }
  | { readonly missed: string };

/** The streets around a point with their names, for a reader to find the way on the map. */
export async function readStreets({ sources }: Pick<ToolContext, 'sources'>, center: GeoPoint): Promise<StreetsRead> {
  const box = boxAround(center, mapHalfMeters * 1.2);
  const found = await centerLinesIn(sources, 'local', box);
  if (!hasData(found)) {
    return { missed: 'reason' in found && found.reason ? found.reason : 'the source has no street there' };
  }
  return { roads: roadsIn(found.data, box, 'local'), citation: found.citation, complete: found.state === 'found' };
}
