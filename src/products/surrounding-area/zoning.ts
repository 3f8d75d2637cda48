import type { ToolContext } from '../../catalog/context.ts';
import { holdsPoint, type Rings } from '../../geometry/outline.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import { cleanText } from '../../kernel/text.ts';
import type { SurroundingParcel } from '../../places/lanes/parcels-within.ts';
import { readLane } from '../../places/lanes/reader.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import { ringsOf } from '../../sources/drivers/esri.ts';
import type { Coded } from './aggregate.ts';
import { type AreaQuestion, around, headOf, type LaneCounts, triedMeters, unconfigured, unread } from './registers.ts';

const maxDistricts = 2000;
const lane = 'zoning' as const;

interface District {
  readonly code: Coded;
  readonly rings: Rings;
}

/** A zoning map around the place, with its districts. */
export interface ZoningReading extends LaneCounts {
  readonly districts: readonly District[];
}

const bare = (reading: LaneCounts): ZoningReading => ({ ...reading, districts: [] });

async function readMap(
  { sources }: Pick<ToolContext, 'sources'>,
  configured: ConfiguredLane<'zoning'>,
  question: AreaQuestion,
): Promise<ZoningReading> {
  const { source } = configured;
  if (source.platform !== 'arcgis' || !source.query.point) {
    const reason = 'its zoning map can be queried at a point only';
    return bare(unread(lane, { state: 'not_covered', reason }, question, configured));
  }
  let reading: ZoningReading | undefined;
  for (const meters of triedMeters(question)) {
    const found = await readLane(sources, configured, {
      point: question.center,
      reachMeters: meters,
      geometry: true,
      limit: maxDistricts,
    });
    const districts = (hasData(found) ? found.data : []).flatMap(({ fields, geometry }): District[] => {
      const rings = ringsOf(geometry);
      const [code, meaning] = [fields.code, fields.label].map((text) =>
        text === undefined ? undefined : cleanText(String(text), 80),
      );
      return code && rings.length > 0
        ? [{ code: { code, ...(meaning && meaning !== code && { meaning }) }, rings }]
        : [];
    });
    const head = headOf(configured, found, around(meters));
    reading = {
      ...head,
      state: hasData(found) && districts.length === 0 ? 'empty' : found.state,
      count: districts.length,
      completeMeters: head.whole ? meters : 0,
      entries: [],
      withoutPosition: 0,
      isCoded: true,
      finestMeters: 0,
      districts,
    };
    if (found.state !== 'partial') break;
  }
  return reading ?? bare(unread(lane, { state: 'not_covered', reason: 'not queried' }, question, configured));
}

/** The zoning maps that reach the area, one reading each. */
export async function readZoning(
  ctx: Pick<ToolContext, 'sources' | 'jurisdictions'> & { readonly subject: PointSubject },
  question: AreaQuestion,
): Promise<readonly ZoningReading[]> {
  const location = await ctx.jurisdictions.lane(ctx.subject, lane, ctx.sources);
  if (location.state !== 'configured') return [bare(unconfigured(lane, location, question))];
  return Promise.all(location.configured.map((one) => readMap(ctx, one, question)));
}

/** The district that holds the position of a parcel; undefined where none does. */
export const districtOf = ({ row: { point } }: SurroundingParcel, { districts }: ZoningReading): Coded | undefined =>
  point && districts.find(({ rings }) => holdsPoint(rings, point))?.code;
