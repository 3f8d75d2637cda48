import type { PartReading } from '../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { hasData } from '../../kernel/lookup.ts';
import { many } from '../../kernel/nearby-shape.ts';
import { type LaneRow, readLane } from '../../places/lanes/reader.ts';
import type { LaneField } from '../../places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import type { BriefContext } from '../shared/brief-route.ts';
import { gridOf } from '../shared/comparables/grid.ts';
import type { GridReading } from '../shared/comparables/parcels.ts';
import { sectionCitation } from '../shared/compose/facts.ts';

const shownYears = 8;
const limits = [
  'Assessed values as the office states them for each tax year: in some counties a share of what the office takes for the value of the property, by class.',
];

/** The totals of a year, in the order in which an office arrives at them. */
const totals: readonly (readonly [field: LaneField<'assessment'>, label: string])[] = [
  ['mailedTotal', 'Total as mailed'],
  ['certifiedTotal', 'Total as certified'],
  ['boardTotal', 'Total after the board'],
  ['priorMarketTotal', 'Prior total'],
  ['tentativeMarketTotal', 'Tentative total'],
  ['noticeMarketTotal', 'Total of the notice'],
  ['finalMarketTotal', 'Final total'],
  ['totalValue', 'Total value'],
];

const yearOf = ({ fields }: LaneRow<'assessment'>) => (typeof fields.year === 'number' ? fields.year : 0);

/** The newest row of each tax year, newest year first; rows without a year say nothing of a course. */
function byYear(rows: readonly LaneRow<'assessment'>[]): readonly LaneRow<'assessment'>[] {
  const years = new Map(rows.map((row) => [yearOf(row), row] as const));
  years.delete(0);
  return [...years.values()].toSorted((a, b) => yearOf(b) - yearOf(a));
}

/** The assessed totals of the parcel year by year, where a register keeps them under its number. Undefined where none does. */
export async function readAssessments(
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
  const head = { id: 'assessments', tool: 'svc-valuation-challenge', title: 'Assessed values by year' } as const;
  const reading: PartReading = {
    ...head,
    lane: 'assessment',
    answer: answer.finish({
      summary: `${source.name}, parcel ${parcelId}: ${words}.`,
      ...(newest && cited && { facts: { yearsListed: { value: years.length, citation: cited.citation } } }),
      limits: [...limits, ...source.limits.notes],
      verifyNext: [{ action: 'Read the notices of these years', with: source.publisher, url: source.landingUrl }],
    }),
  };
  const citation = hasData(found) ? sectionCitation(found.citation) : undefined;
  const columns = [
    { key: 'year', label: 'Tax year' },
    { key: 'propertyClass', label: 'Property class' },
    ...totals.map(([key, label]) => ({ key, label, unit: 'USD' })),
  ];
  const rows = citation ? years.slice(0, shownYears).map(({ fields }) => ({ cells: fields, citation })) : [];
  const grid = gridOf({ id: 'assessments.grid', label: head.title, columns }, rows, years.length - rows.length);
  return { reading, tables: grid ? [grid] : [] };
}
