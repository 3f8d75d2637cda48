import { askTools, bounded, type PartReading } from '../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { type Deadline, deadlineIn } from '../../kernel/bounded.ts';
import { hasData } from '../../kernel/lookup.ts';
import { many } from '../../kernel/nearby-shape.ts';
import { type LaneRow, readLane } from '../../places/lanes/reader.ts';
import { valueKindLimit } from '../../places/lanes/value-kinds.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import { limitsOf } from '../../rules/limits.ts';
import { askOnce } from '../shared/ask-once.ts';
import { briefPart } from '../shared/brief-parts.ts';
import { type BriefContext, briefMs, type ExtraReadings, ownReading } from '../shared/brief-route.ts';
import { readComparables } from '../shared/comparables/gather.ts';
import { type GridReading, gridOf } from '../shared/comparables/parcels.ts';
import type { KeyedColumn } from '../shared/compose/fact-tables.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { parcelValue, partOf } from '../shared/parcel-record.ts';

const shownYears = 8;

const columns: readonly KeyedColumn[] = [
  ['year', 'Tax year'],
  ['propertyClass', 'Property class'],
  ['mailedTotal', 'Total as mailed', 'USD'],
  ['certifiedTotal', 'Total as certified', 'USD'],
  ['boardTotal', 'Total after the board', 'USD'],
  ['priorMarketTotal', 'Prior total', 'USD'],
  ['tentativeMarketTotal', 'Tentative total', 'USD'],
  ['noticeMarketTotal', 'Total of the notice', 'USD'],
  ['finalMarketTotal', 'Final total', 'USD'],
  ['totalValue', 'Total value', 'USD'],
];

const yearOf = ({ fields }: LaneRow<'assessment'>) => (typeof fields.year === 'number' ? fields.year : 0);

/** The newest row of each tax year, newest year first; rows without a year say nothing of a course. */
function byYear(rows: readonly LaneRow<'assessment'>[]): readonly LaneRow<'assessment'>[] {
  const years = new Map(rows.map((row) => [yearOf(row), row] as const));
  years.delete(0);
  return [...years.values()].toSorted((a, b) => yearOf(b) - yearOf(a));
}

/** The assessed totals of the parcel year by year, where a register keeps them under its number. Undefined where none does. */
async function readAssessments(
  ctx: BriefContext,
  configured: readonly ConfiguredLane<'assessment'>[],
  parcelId: string,
): Promise<GridReading | undefined> {
  const lane = configured.find(({ source }) => 'year' in source.fields && (source.query.key ?? source.query.keyParts));
  if (!lane) return undefined;
  const { source } = lane;
  const found = await readLane(ctx.sources, lane, { key: parcelId, limit: 50 });
  const answer = new AnswerBuilder(ctx.subject);
  const cited = answer.addLookup(found, { area: `parcel ${parcelId}`, period: 'all tax years' });
  const years = byYear(cited?.data ?? []);
  const [newest] = years;
  const words = newest
    ? `${many(years.length, 'tax year')}, the newest ${yearOf(newest)}`
    : 'no tax year that was read';
  const title = 'Assessed values by year';
  const head = { id: 'assessments', tool: 'svc-valuation-challenge', title, lane: 'assessment' } as const;
  const reading = ownReading(head, answer, {
    summary: `${source.name}, parcel ${parcelId}: ${words}.`,
    facts: newest && cited && { yearsListed: { value: years.length, citation: cited.citation } },
    limits: [...limitsOf('valuation-challenge.roll'), ...valueKindLimit(source), ...source.limits.notes],
    verifyNext: [{ action: 'Read the notices of these years', with: source.publisher, url: source.landingUrl }],
  });
  const citation = hasData(found) ? sectionCitation(found.citation) : undefined;
  const rows = citation ? years.slice(0, shownYears).map(({ fields }) => ({ cells: fields, citation })) : [];
  const grid = gridOf({ id: 'assessments.grid', label: title, columns }, rows, years.length - rows.length);
  return { reading, tables: grid ? [grid] : [] };
}

/** Appeals of the parcel's township, counted by outcome, in the year of its record or the one before. */
async function readTownship(
  ctx: BriefContext,
  readings: readonly PartReading[],
  deadline: Deadline,
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
  deadline: Deadline,
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
  const deadline = deadlineIn(briefMs);
  const part = briefPart('valuation_challenge', 'svc_parcel_lookup');
  const readings = await askOnce(ctx, [part], deadline, { subject, address });
  const [assessments, comparables, township] = await Promise.all([
    assessmentsOf(ctx, readings, deadline),
    readComparables(ctx, { tool: 'svc-valuation-challenge', parcel: readings[0], deadline }),
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
