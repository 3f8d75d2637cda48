import { bounded, type PartReading, unanswered } from '../../../answers/ask-tools.ts';
import type { Deadline } from '../../../kernel/bounded.ts';
import type { PointSubject } from '../../../kernel/subject.ts';
import { monthsBefore } from '../../../kernel/time.ts';
import type { RouteName } from '../../../kernel/tool-names.ts';
import { type ParcelsNear, parcelsNear } from '../../../places/lanes/parcels-near.ts';
import type { BriefContext } from '../brief-route.ts';
import { parcelValue } from '../parcel-record.ts';
import { comparableParcels, type GridReading } from './parcels.ts';
import { comparableSales } from './sales.ts';

/** How far around the parcel its like are looked for, meters. */
export const comparableMeters = 500;
/** Sales of so many months. */
export const salesMonths = 36;

interface ComparablesQuestion {
  /** The route whose section it is. */
  readonly tool: RouteName;
  readonly subject: PointSubject;
  /** The answer of the parcel lookup. */
  readonly parcel: PartReading | undefined;
  readonly deadline: Deadline;
}

type Near = Awaited<ReturnType<typeof parcelsNear>>;

async function readNear(ctx: BriefContext, { subject, parcel, deadline }: ComparablesQuestion): Promise<Near> {
  const readings = parcel ? [parcel] : [];
  const numbers = ['parcelId', 'accountId'].flatMap((field) => {
    const value = parcelValue(readings, field);
    return value === undefined ? [] : [String(value)];
  });
  const source = 'parcels around the parcel';
  if (numbers.length === 0) return { state: 'unresolved', source, reason: 'the number of the parcel is not known.' };
  const lane = await ctx.jurisdictions.lane(subject, 'parcel', ctx.sources);
  if (lane.state !== 'configured') {
    return { state: lane.state === 'unavailable' ? 'unavailable' : 'not_covered', source, reason: lane.reason };
  }
  return bounded<Near>(
    ctx,
    deadline,
    source,
    parcelsNear(ctx.sources, lane.configured, subject, numbers, comparableMeters),
    (reason) => ({ state: 'unavailable', source, reason }),
  );
}

async function readSales(
  ctx: BriefContext,
  { tool, subject, deadline }: ComparablesQuestion,
  near: ParcelsNear | undefined,
): Promise<GridReading> {
  const head = { id: 'comparable_sales', tool, title: 'Recorded sales nearby', lane: 'transfers' as const };
  const without = (answer: PartReading['answer']): GridReading => ({ reading: { ...head, answer }, tables: [] });
  const lane = await ctx.jurisdictions.lane(subject, 'transfers', ctx.sources);
  if (lane.state !== 'configured') return without(unanswered(lane.state, lane.reason));
  const { jurisdictions, sources, now } = ctx;
  const until = now.toISOString().slice(0, 10);
  const question = {
    jurisdictions,
    sources,
    subject,
    radiusMeters: comparableMeters,
    since: monthsBefore(until, salesMonths),
    until,
  };
  const work = comparableSales(tool, question, lane.configured, near);
  return bounded(ctx, deadline, 'the recorded sales nearby', work, (why) => without(unanswered('unavailable', why)));
}

/**
 * What the records say of parcels like the one that is asked about: those of its class around it, and recorded sales with
 * the class, size and year of what was sold. Asks the parcel layer first, as the sales are joined to it.
 */
export async function readComparables(
  ctx: BriefContext,
  question: ComparablesQuestion,
): Promise<readonly GridReading[]> {
  const near = await readNear(ctx, question);
  const parcels = comparableParcels(question.tool, question.subject, near);
  const sales = await readSales(ctx, question, 'state' in near ? undefined : near);
  return [sales, parcels];
}
