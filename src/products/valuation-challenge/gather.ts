import { askTools, bounded, type PartReading, type ToolPart } from '../../answers/ask-tools.ts';
import { deadlineIn } from '../../kernel/bounded.ts';
import { isPointSubject } from '../../kernel/subject.ts';
import { askOnce } from '../shared/ask-once.ts';
import { type BriefContext, briefMs, type ExtraReadings } from '../shared/brief-route.ts';
import { readComparables } from '../shared/comparables/gather.ts';
import type { GridReading } from '../shared/comparables/parcels.ts';
import { parcelValue, partOf } from '../shared/parcel-record.ts';
import { readAssessments } from './assessments.ts';

/** The record that everything else is set beside. */
export const parcelPart = {
  tool: 'svc_parcel_lookup',
  title: 'Assessing record',
  lane: 'parcel',
} as const satisfies ToolPart;

/** Appeals of the parcel's township, counted by outcome, in the year of its record or the one before. */
async function readTownship(
  ctx: BriefContext,
  readings: readonly PartReading[],
  deadline: ReturnType<typeof deadlineIn>,
): Promise<readonly PartReading[]> {
  const { subject } = ctx;
  const [township, year] = [parcelValue(readings, 'township'), parcelValue(readings, 'recordYear')];
  const lane = await ctx.jurisdictions.lane(subject, 'appeal_outcomes', ctx.sources);
  if (township === undefined || lane.state !== 'configured' || !subject.county || !subject.stateCode) return [];
  const place = { state: subject.stateCode, county: subject.county.name, township: String(township) };
  const newest = typeof year === 'number' ? year : ctx.now.getUTCFullYear();
  for (const taxYear of [newest, newest - 1]) {
    const part = {
      tool: 'svc_appeal_outcomes',
      title: `Past appeals of the township, tax year ${taxYear}`,
      lane: 'appeal_outcomes',
      args: { ...place, taxYear },
    } as const;
    const [reading] = await askTools(ctx, [part], deadline);
    if (reading && (reading.answer.state !== 'empty' || taxYear < newest)) {
      return [{ ...reading, id: 'township_appeals' }];
    }
  }
  return [];
}

async function assessmentsOf(
  ctx: BriefContext,
  readings: readonly PartReading[],
  deadline: ReturnType<typeof deadlineIn>,
): Promise<readonly GridReading[]> {
  const number = parcelValue(readings, 'accountId') ?? parcelValue(readings, 'parcelId');
  const lane = await ctx.jurisdictions.lane(ctx.subject, 'assessment', ctx.sources);
  if (number === undefined || lane.state !== 'configured') return [];
  const work = readAssessments(ctx, lane.configured, String(number));
  const found = await bounded(ctx, deadline, 'the assessed values by year', work, () => undefined);
  return found ? [found] : [];
}

/** What the route reads besides the free tools: sales and parcels like this one, and the appeals of its township. */
export async function readChallenge(ctx: BriefContext, address: string): Promise<ExtraReadings> {
  const { subject } = ctx;
  if (!isPointSubject(subject)) return { readings: [] };
  const deadline = deadlineIn(briefMs);
  const readings = await askOnce(ctx, [parcelPart], deadline, { subject, address });
  const parcel = partOf(readings, 'parcel_lookup');
  const [assessments, comparables, township] = await Promise.all([
    assessmentsOf(ctx, readings, deadline),
    readComparables(ctx, { tool: 'svc-valuation-challenge', subject, parcel, deadline }),
    readTownship(ctx, readings, deadline),
  ]);
  const grids = [...assessments, ...comparables];
  return {
    readings: [...grids.map(({ reading }) => reading), ...township],
    tables: Object.fromEntries(grids.map(({ reading, tables }) => [reading.id, tables])),
  };
}

const first = [
  'parcel_lookup',
  'assessments',
  'comparable_sales',
  'comparable_parcels',
  'appeal_outcomes',
  'township_appeals',
];

/** The record first, then what is like it; the short list of sales only where the grid of sales has none. */
export function shownFirst(readings: readonly PartReading[]): readonly PartReading[] {
  const hasGrid = partOf(readings, 'comparable_sales')?.answer.facts !== undefined;
  const place = ({ id }: PartReading) => {
    const at = first.indexOf(id);
    return at < 0 ? first.length : at;
  };
  const dropped = hasGrid ? 'parcel_transfers' : 'comparable_sales';
  return readings.filter(({ id }) => id !== dropped).toSorted((a, b) => place(a) - place(b));
}
