import { z } from 'zod';
import type { PartReading } from '../../../answers/ask-tools.ts';
import type { PlaceRecord } from '../../../kernel/record.ts';
import { isAnswered } from '../../../kernel/state.ts';
import type { Lane } from '../../../places/schema/jurisdiction.ts';
import type { Chart } from '../../../reports/pictures/schema.ts';
import type { ReportSection, SectionCitation } from '../../../reports/sections.ts';
import { sectionCitation } from '../../shared/compose/facts.ts';
import type { LaneReading } from '../../shared/compose/material.ts';
import { laneTitle } from '../../shared/compose/words.ts';
import type { ReportMaterial } from '../gather.ts';

const cited = z.looseObject({ citation: z.string() });
const IndexFacts = z.looseObject({
  county: z.looseObject({ value: z.string() }).optional(),
  series: z.array(cited.extend({ year: z.number(), index: z.number() })).min(2),
});
const Week = cited.extend({
  date: z.string(),
  d0OrMorePercent: z.number(),
  d2OrMorePercent: z.number().optional(),
});
const DroughtFacts = z.looseObject({ latest: Week, earlier: z.array(Week).min(1) });
const TerrainFacts = z.looseObject({
  profiles: z.array(cited.extend({ direction: z.string(), distanceMeters: z.number(), aboveCenterFeet: z.number() })),
});
const reading = z.looseObject({ at: z.string(), stage: z.number().optional(), stageUnit: z.string().optional() });
const Gauge = cited.extend({
  name: z.string(),
  observed: reading.optional(),
  forecast: reading.optional(),
  floodStages: z
    .looseObject({
      unit: z.string(),
      action: z.number().optional(),
      minor: z.number().optional(),
      moderate: z.number().optional(),
      major: z.number().optional(),
    })
    .optional(),
});
const GaugeFacts = z.looseObject({ gauges: z.array(Gauge) });

/** What a tool answered, in the shape that a chart needs; undefined where the answer has it otherwise or not at all. */
function factsOf<T>(parts: readonly PartReading[], tool: PartReading['tool'], shape: z.ZodType<T>) {
  const answer = parts.find((part) => part.tool === tool)?.answer;
  const parsed = answer && shape.safeParse(answer.facts);
  if (!answer || !parsed?.success) return undefined;
  const cite = (key: string): SectionCitation | undefined =>
    answer.citations[key] && sectionCitation(answer.citations[key]);
  return { facts: parsed.data, cite };
}
const withSource = (chart: Omit<Chart, 'citation'>, citation: SectionCitation | undefined): Chart[] =>
  citation ? [{ ...chart, citation }] : [];

function priceIndex(parts: readonly PartReading[]): Chart[] {
  const read = factsOf(parts, 'svc_house_price_index', IndexFacts);
  if (!read) return [];
  const series = read.facts.series.toSorted((a, b) => a.year - b.year);
  return withSource(
    {
      id: 'price_index',
      title: 'House price index',
      form: 'line',
      unit: `index of the county${read.facts.county ? `, ${read.facts.county.value}` : ''}, by year`,
      labels: series.map(({ year }) => String(year)),
      series: [{ values: series.map(({ index }) => index) }],
    },
    read.cite(series[0]?.citation ?? ''),
  );
}

function drought(parts: readonly PartReading[]): Chart[] {
  const read = factsOf(parts, 'svc_drought_status', DroughtFacts);
  if (!read) return [];
  const weeks = [...read.facts.earlier, read.facts.latest].toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return withSource(
    {
      id: 'drought',
      title: 'Drought week by week',
      form: 'columns',
      unit: 'percent of the county at least abnormally dry (D0), by map date',
      labels: weeks.map(({ date }) => date.slice(5)),
      series: [{ values: weeks.map(({ d0OrMorePercent }) => d0OrMorePercent) }],
    },
    read.cite(read.facts.latest.citation),
  );
}

const opposite = [
  ['S', 'N'],
  ['W', 'E'],
] as const;

function terrain(parts: readonly PartReading[]): Chart[] {
  const read = factsOf(parts, 'svc_terrain_profile', TerrainFacts);
  const profiles = read?.facts.profiles ?? [];
  const distances = [...new Set(profiles.map(({ distanceMeters }) => distanceMeters))].sort((a, b) => a - b);
  if (!read || distances.length === 0) return [];
  const at = (direction: string, meters: number) =>
    profiles.find((one) => one.direction === direction && one.distanceMeters === meters)?.aboveCenterFeet ?? null;
  const along = [...distances.toReversed().map((meters) => -meters), 0, ...distances];
  return withSource(
    {
      id: 'terrain',
      title: 'Ground around the place',
      form: 'line',
      unit: 'feet above the place, by meters from it (south or west first)',
      labels: along.map((meters) => `${meters > 0 ? '+' : ''}${meters}`),
      series: opposite.map(([back, ahead]) => ({
        name: `${back}\u2013${ahead}`,
        values: along.map((meters) => (meters === 0 ? 0 : at(meters < 0 ? back : ahead, Math.abs(meters)))),
      })),
    },
    read.cite(profiles[0]?.citation ?? ''),
  );
}

/** The nearest gauge whose flood stages are known, against them. */
function river(parts: readonly PartReading[]): Chart[] {
  const read = factsOf(parts, 'svc_flood_gauges', GaugeFacts);
  const gauge = read?.facts.gauges.find(({ floodStages, observed }) => floodStages && observed?.stage !== undefined);
  if (!read || !gauge?.floodStages || !gauge.observed) return [];
  const { floodStages, observed, forecast } = gauge;
  const shown = [
    { label: `observed ${observed.at.slice(0, 10)}`, value: observed.stage },
    ...(forecast?.stage === undefined
      ? []
      : [{ label: `forecast ${forecast.at.slice(0, 10)}`, value: forecast.stage }]),
  ];
  const names = ['action', 'minor', 'moderate', 'major'] as const;
  return withSource(
    {
      id: 'river_stage',
      title: `River stage: ${gauge.name}`,
      form: 'columns',
      unit: `stage in ${floodStages.unit} above the gauge's own datum; flood stages as lines`,
      labels: shown.length > 1 ? shown.map(({ label }) => label) : [...shown.map(({ label }) => label), 'no forecast'],
      series: [{ values: shown.length > 1 ? shown.map(({ value }) => value ?? null) : [observed.stage ?? null, null] }],
      levels: names.flatMap((name) => {
        const value = floodStages[name];
        return value === undefined ? [] : [{ label: name, value }];
      }),
    },
    read.cite(gauge.citation),
  );
}

const counted = ['permits', 'service_requests', 'incidents'] as const satisfies readonly Lane[];

const quarterOf = (date: string) => `${date.slice(0, 4)} Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;

/** Quarters that lie whole between two days, and the last one as far as it has come. */
function quartersBetween(from: string, to: string): readonly string[] {
  const quarters: string[] = [];
  let [year, quarter] = [Number(from.slice(0, 4)), Math.ceil(Number(from.slice(5, 7)) / 3)];
  const isStart = from.slice(5) === `${String(quarter * 3 - 2).padStart(2, '0')}-01`;
  if (!isStart) [year, quarter] = quarter === 4 ? [year + 1, 1] : [year, quarter + 1];
  for (let steps = 0; steps < 16; steps++) {
    const name = `${year} Q${quarter}`;
    if (name > quarterOf(to)) break;
    quarters.push(name);
    [year, quarter] = quarter === 4 ? [year + 1, 1] : [year, quarter + 1];
  }
  return quarters;
}

/** Counts by quarter of one lane, out of a period that was read whole; too few records make no picture. */
function quarterly(lane: Lane, some: readonly LaneReading[]): Chart[] {
  const [first] = some;
  const [, from, to] = /^(\d{4}-\d{2}-\d{2}) to (\d{4}-\d{2}-\d{2})$/.exec(first?.period ?? '') ?? [];
  const whole = some.every(({ state, period }) => state !== 'partial' && period === first?.period);
  const records: readonly PlaceRecord[] = some.flatMap((one) => one.records);
  if (!first?.citation || !from || !to || !whole || records.length < leastRecords) return [];
  const quarters = quartersBetween(from, to);
  if (quarters.length < 2) return [];
  const counts = quarters.map(
    (quarter) => records.filter(({ occurredAt = '' }) => quarterOf(occurredAt) === quarter).length,
  );
  return withSource(
    {
      id: `counts.${lane}`,
      title: laneTitle(lane),
      note: first.area,
      form: 'columns',
      unit: `records a quarter; the last one to ${to}`,
      labels: [...quarters],
      series: [{ values: counts }],
    },
    sectionCitation(first.citation),
  );
}

/** Fewer records are a list, and no picture. */
const leastRecords = 4;

/** Small charts of what the report has in numbers over time or distance; none where nothing has enough of them. */
export function chartSections({ components, local, input }: ReportMaterial): readonly ReportSection[] {
  if (input.mode !== 'reasoning') return [];
  const byQuarter = counted.flatMap((lane) =>
    quarterly(
      lane,
      local.filter((one) => one.lane === lane && isAnswered(one.state)),
    ),
  );
  const charts = [
    ...byQuarter,
    ...priceIndex(components),
    ...river(components),
    ...terrain(components),
    ...drought(components),
  ];
  return charts.length > 0 ? [{ id: 'charts', title: 'In figures', kind: 'charts', charts }] : [];
}
