import { bounded, unanswered } from '../../answers/ask-tools.ts';
import { deadlineIn } from '../../kernel/bounded.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import { type Pictured, pictureOf } from '../shared/aerial/picture.ts';
import { askOnce } from '../shared/ask-once.ts';
import { briefPart } from '../shared/brief-parts.ts';
import { type BriefContext, briefMs, type ExtraReadings } from '../shared/brief-route.ts';
import { readComparables } from '../shared/comparables/gather.ts';
import { type ExactReading, readExactRecords } from '../shared/on-parcel/exact.ts';
import { type ParcelReading, readParcel } from '../shared/parcel.ts';

/** How far around the picture reaches where no outline is known, meters. */
const pictureMeters = 150;

export interface PacketReadings extends ExtraReadings {
  readonly exact: readonly ExactReading[];
  readonly picture: Pictured;
}

async function parcelLanes(ctx: BriefContext): Promise<readonly ConfiguredLane<'parcel'>[]> {
  const lane = await ctx.jurisdictions.lane(ctx.subject, 'parcel', ctx.sources);
  return lane.state === 'configured' ? lane.configured : [];
}

async function readExact(
  { subject, sources, jurisdictions: all }: BriefContext,
  parcel: Promise<ParcelReading>,
  limitMs: number,
) {
  const located = await all.locate(subject, sources);
  const jurisdictions = located.state === 'not_covered' ? [] : located.jurisdictions;
  return readExactRecords(sources, { subject, jurisdictions, cardOf: (id) => all.card(id), limitMs }, parcel);
}

/**
 * The parcel's own records, sales and parcels like it around it, and the picture, all at the same time as the free tools
 * are queried. What is late or fails is a value.
 */
export async function readPacket(ctx: BriefContext, address: string | undefined): Promise<PacketReadings> {
  const { subject } = ctx;
  const deadline = deadlineIn(briefMs);
  const why = (sentence: string): ParcelReading => ({ answer: unanswered('unavailable', sentence) });
  const parcel = parcelLanes(ctx).then((lanes) =>
    lanes.length === 0
      ? { answer: unanswered('not_covered', 'No parcel source is wired here.') }
      : bounded(ctx, deadline, 'the parcel source', readParcel(ctx.sources, lanes, subject), why),
  );
  const part = briefPart('evaluation_packet', 'svc_parcel_lookup');
  const comparables = askOnce(ctx, [part], deadline, { subject, address }).then(([lookup]) =>
    readComparables(ctx, { tool: 'svc-evaluation-packet', parcel: lookup, deadline }),
  );
  const center = { latitude: subject.latitude, longitude: subject.longitude, measured: true };
  const limitMs = deadline.remainingMs();
  const [grids, exact, picture] = await Promise.all([
    comparables,
    bounded(ctx, deadline, 'the records of the parcel', readExact(ctx, parcel, limitMs), () => []),
    pictureOf(ctx, { subject, center }, parcel, pictureMeters, limitMs),
  ]);
  return {
    readings: grids.map(({ reading }) => reading),
    tables: Object.fromEntries(grids.map(({ reading, tables }) => [reading.id, tables])),
    exact,
    picture,
  };
}
