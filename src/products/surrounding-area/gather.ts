import type { ToolContext } from '../../catalog/context.ts';
import { within } from '../../kernel/bounded.ts';
import { type ParcelsWithin, parcelsWithin } from '../../places/lanes/parcels-within.ts';
import {
  type AreaInput,
  compactMeters,
  type Foundation,
  foundationOf,
  isFoundation,
  type NoFoundation,
  registerMs,
} from './foundation.ts';
import { readRecords } from './records.ts';
import { type AreaQuestion, type LaneCounts, readStreets, type StreetsRead, unread } from './registers.ts';
import { type RecordCountLane, recordLanes, ringMeters } from './schema.ts';
import { readZoning, unreadMap, type ZoningReading } from './zoning.ts';

export interface AreaMaterial extends Foundation {
  readonly input: AreaInput;
  /** The parcels of the rings; absent where the request covers none, or no wider reading came to its end. */
  readonly wide?: ParcelsWithin | undefined;
  /** Why the rings are not counted as far as the request reaches. */
  readonly wideReason?: string | undefined;
  readonly zoning: readonly ZoningReading[];
  readonly records: readonly LaneCounts[];
  readonly streets: StreetsRead;
  readonly now: Date;
}

type Context = ToolContext<'point'>;

function questionOf(ctx: Context, { subject, center, compact }: Foundation, { radiusMeters }: AreaInput): AreaQuestion {
  const { sources, jurisdictions, now } = ctx;
  const reach = { center, radiusMeters: Math.max(compactMeters, radiusMeters), parcels: compact };
  return { sources, jurisdictions, now, subject, ...reach };
}

const lateReason = `did not answer within ${registerMs / 1000} seconds`;
const late = { state: 'unavailable', reason: lateReason } as const;

const recordsIn = (question: AreaQuestion, lane: RecordCountLane) =>
  within<readonly LaneCounts[]>(registerMs, readRecords(lane, question), () => [unread(lane, late, question)]);

const zoningIn = (question: AreaQuestion) =>
  within<readonly ZoningReading[]>(registerMs, readZoning(question), () => [unreadMap(late, question)]);

/**
 * Whether a register brought something that is counted, whole in the compact windows. One that answered with nothing is
 * reported but completes no component: it is no evidence.
 */
const brought = ({ completeMeters, count }: LaneCounts) => completeMeters >= compactMeters && count > 0;

/** Components that brought something whole: the parcels, and each lane of which a register did. */
export function completedComponents({ compact }: Foundation, readings: readonly LaneCounts[]): number {
  const lanes = new Set(readings.filter(brought).map(({ lane }) => lane));
  return lanes.size + (compact.completeMeters >= compactMeters ? 1 : 0);
}

export const leastComponents = 2;

/** What coverage found out, queried one after another and no further than it takes to decide. */
export async function decideArea(
  ctx: Context,
  input: AreaInput,
): Promise<
  NoFoundation | { readonly foundation: Foundation; readonly readings: readonly LaneCounts[]; readonly enough: boolean }
> {
  const foundation = await foundationOf(ctx, input);
  if (!isFoundation(foundation)) return foundation;
  const readings: LaneCounts[] = [];
  const question = questionOf(ctx, foundation, input);
  const ways = [() => zoningIn(question), ...recordLanes.map((lane) => () => recordsIn(question, lane))];
  for (const way of ways) {
    readings.push(...(await way()));
    if (completedComponents(foundation, readings) >= leastComponents) return { foundation, readings, enough: true };
  }
  return { foundation, readings, enough: false };
}

async function readWide(ctx: Context, { compact, center }: Foundation, { radiusMeters }: AreaInput) {
  const wanted = ringMeters.filter((meters) => meters <= radiusMeters).toReversed();
  let wideReason: string | undefined;
  for (const meters of wanted) {
    const found = await within(registerMs, parcelsWithin(ctx.sources, [compact.lane], center, meters), () => undefined);
    if (found && 'parcels' in found && found.completeMeters >= meters) return { wide: found, wideReason };
    // what one distance said of why holds for all that reach farther
    wideReason ??= !found ? lateReason : 'reason' in found ? found.reason : undefined;
    if (!found || !('parcels' in found)) break;
  }
  return { wideReason };
}

/** Everything at the same time; whatever is late or fails is reported, and leaves the rest. */
export async function gatherArea(ctx: Context, input: AreaInput): Promise<AreaMaterial | NoFoundation> {
  const foundation = await foundationOf(ctx, input);
  if (!isFoundation(foundation)) return foundation;
  const question = questionOf(ctx, foundation, input);
  const [wide, zoning, records, streets] = await Promise.all([
    readWide(ctx, foundation, input),
    zoningIn(question),
    Promise.all(recordLanes.map((lane) => recordsIn(question, lane))),
    within<StreetsRead>(registerMs, readStreets(ctx, foundation.center), () => ({ missed: lateReason })),
  ]);
  return { ...foundation, ...wide, input, zoning, records: records.flat(), streets, now: ctx.now };
}
