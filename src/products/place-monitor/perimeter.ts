import type { ToolContext } from '../../catalog/context.ts';
import { deadlineIn } from '../../kernel/bounded.ts';
import { memoizeByFirst } from '../../kernel/memoize.ts';
import { isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import { dayMs } from '../../kernel/time.ts';
import { takesAddress, takesParcelNumber, takesRecordNumber } from '../../places/lanes/ways.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import { askOnce } from '../shared/ask-once.ts';
import { establish } from '../shared/follow-up/subject.ts';
import type { MonitorDiagnostic, Snapshot, WatchedLane, Way } from './schema.ts';

interface MonitorInput {
  readonly address: string;
  readonly lanes: readonly WatchedLane[];
  readonly radiusMeters: number;
  readonly intervalDays: number;
  readonly durationDays: number;
}

/** Days before the sale from which on records are watched: those of a year, and of a council those of a month. */
const lookbackDays = 365;
const councilDays = 30;
const parcelMs = 8_000;

const dayBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);

interface Known {
  readonly subject: PointSubject;
  readonly radiusMeters: number;
  readonly parcelId: string | undefined;
}

function wayOf({ source }: ConfiguredLane<WatchedLane>, { subject, radiusMeters, parcelId }: Known): Way | string {
  if (source.lane === 'legislation') return { by: 'council' };
  if (source.lane === 'rental_registry') return { by: 'building' };
  const { radius } = source.query;
  if (radiusMeters > 0 && radius) return { by: 'radius', radiusMeters: Math.min(radiusMeters, radius.maxMeters) };
  if (takesRecordNumber(source)) return 'kept by record number, and not by place';
  if (takesParcelNumber(source) && parcelId !== undefined) return { by: 'parcel', parcelId };
  if (takesAddress(source) && isMatchedAddress(subject) && subject.streetLine !== undefined)
    return { by: 'address', streetLine: subject.streetLine };
  if (takesParcelNumber(source)) return 'kept by parcel number, and the parcel of the place is not known for certain';
  return 'it cannot be queried for one parcel; give a radius';
}

function whereOf(way: Way): string {
  if (way.by === 'radius') return `within ${way.radiusMeters} m`;
  if (way.by === 'parcel') return `parcel ${way.parcelId}`;
  if (way.by === 'address') return way.streetLine;
  return way.by === 'building' ? 'the building at the address' : 'the whole council, not the place';
}

function snapshotOf(configured: ConfiguredLane<WatchedLane>, way: Way, now: Date): Snapshot {
  const { source, card } = configured;
  const isBounded = way.by !== 'building' && source.query.dateField !== undefined;
  const since = isBounded ? dayBefore(now, way.by === 'council' ? councilDays : lookbackDays) : undefined;
  return {
    lane: source.lane,
    cardId: card.id,
    register: card.name,
    way,
    ...(since !== undefined && { since }),
    searchExtent: `${whereOf(way)}, ${since === undefined ? 'of all dates' : `dated ${since} or later`}`,
    wasWhole: false,
  };
}

async function parcelIdOf(ctx: ToolContext<'point'>, { address }: MonitorInput): Promise<string | undefined> {
  const part = { tool: 'svc_parcel_lookup', title: 'Tax parcel', lane: 'parcel' } as const;
  const [lookup] = await askOnce(ctx, [part], deadlineIn(parcelMs), { subject: ctx.subject, address });
  const known = lookup && establish(ctx.subject, lookup, false);
  return known?.established.basis === 'parcel' ? known.established.parcel?.parcelId : undefined;
}

async function plan(ctx: ToolContext<'point'>, input: MonitorInput) {
  const { subject, jurisdictions, sources, now } = ctx;
  const located = await Promise.all(
    input.lanes.map(async (lane) => ({ lane, location: await jurisdictions.lane(subject, lane, sources) })),
  );
  const configured = located.flatMap(({ location }): readonly ConfiguredLane<WatchedLane>[] =>
    location.state === 'configured' ? location.configured : [],
  );
  const needsParcel = configured.some(
    ({ source }) => takesParcelNumber(source) && (input.radiusMeters === 0 || !source.query.radius),
  );
  const parcelId = needsParcel ? await parcelIdOf(ctx, input) : undefined;
  const known = { subject, radiusMeters: input.radiusMeters, parcelId };
  const ways = configured.map((one) => ({ one, way: wayOf(one, known) }));
  const snapshots = ways.flatMap(({ one, way }) => (typeof way === 'string' ? [] : [snapshotOf(one, way, now)]));
  const notWatched = located.flatMap(({ lane, location }): MonitorDiagnostic['lanes'] => {
    if (location.state !== 'configured') return [{ lane, state: location.state, reason: location.reason }];
    if (snapshots.some((snapshot) => snapshot.lane === lane)) return [];
    const why = ways.find(({ one }) => one.source.lane === lane)?.way;
    return [{ lane, state: 'not_covered', reason: typeof why === 'string' ? why : 'no register of it is wired here' }];
  });
  return { snapshots, notWatched };
}

export type Perimeter = Awaited<ReturnType<typeof plan>>;

/** Which registers are watched and how each is queried; coverage and work of one call share it. */
export const perimeterOf = memoizeByFirst(plan);
