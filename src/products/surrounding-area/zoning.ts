import { holdsPoint, type Rings } from '../../geometry/outline.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { SurroundingParcel } from '../../places/lanes/parcels-within.ts';
import { readLane } from '../../places/lanes/reader.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import { ringsOf } from '../../sources/drivers/esri.ts';
import { type Coded, codedOf } from './aggregate.ts';
import { type AreaQuestion, around, headOf, type LaneCounts, type Miss, readWidest, unread } from './registers.ts';

const maxDistricts = 2000;
const lane = 'zoning' as const;

interface District {
  readonly code: Coded;
  readonly rings: Rings;
}

export interface ZoningReading extends LaneCounts {
  readonly districts: readonly District[];
}

/** A zoning map that was not read, with the reason. */
export const unreadMap = (miss: Miss, question: AreaQuestion, configured?: ConfiguredLane): ZoningReading => ({
  ...unread(lane, miss, question, configured),
  districts: [],
});

async function readMap(configured: ConfiguredLane<'zoning'>, question: AreaQuestion): Promise<ZoningReading> {
  const { source } = configured;
  if (source.platform !== 'arcgis' || !source.query.point) {
    const reason = 'its zoning map can be queried at a point only';
    return unreadMap({ state: 'not_covered', reason }, question, configured);
  }
  const { center: point, sources } = question;
  const { found, meters } = await readWidest(question, (reachMeters) =>
    readLane(sources, configured, { point, reachMeters, geometry: true, limit: maxDistricts }),
  );
  const districts = (hasData(found) ? found.data : []).flatMap(({ fields, geometry }): District[] => {
    const [code, rings] = [codedOf(fields.code, fields.label), ringsOf(geometry)];
    return code && rings.length > 0 ? [{ code, rings }] : [];
  });
  const head = headOf(configured, found, around(meters));
  return {
    ...head,
    state: hasData(found) && districts.length === 0 ? 'empty' : found.state,
    count: districts.length,
    completeMeters: head.whole ? meters : 0,
    entries: [],
    isCoded: true,
    finestMeters: 0,
    districts,
  };
}

/** The zoning maps that reach the area, one reading each. */
export async function readZoning(question: AreaQuestion): Promise<readonly ZoningReading[]> {
  const location = await question.jurisdictions.lane(question.subject, lane, question.sources);
  if (location.state !== 'configured') return [unreadMap(location, question)];
  return Promise.all(location.configured.map((one) => readMap(one, question)));
}

/** The district that holds the position of a parcel; undefined where none does. */
export const districtOf = ({ row: { point } }: SurroundingParcel, { districts }: ZoningReading): Coded | undefined =>
  point && districts.find(({ rings }) => holdsPoint(rings, point))?.code;
