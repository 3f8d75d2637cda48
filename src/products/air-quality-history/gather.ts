import type { PartReading } from '../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { hasData } from '../../kernel/lookup.ts';
import { isAnswered } from '../../kernel/state.ts';
import { isPointSubject, type PointSubject } from '../../kernel/subject.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { type CountyAqiYear, countyAqi, countyAqiMirror } from '../../mirror/queries/air-county.ts';
import { monitorsMirror } from '../../mirror/queries/air-monitors.ts';
import { newestYearOf } from '../../mirror/queries/parts.ts';
import { type SmokeYear, smokeDaysAt, smokeMirror } from '../../mirror/queries/smoke-days.ts';
import type { Chart } from '../../reports/pictures/schema.ts';
import type { ReportTable, SectionCitation } from '../../reports/sections.ts';
import { airPollutants } from '../../rules/air-pollutants.ts';
import { limitsOf } from '../../rules/limits.ts';
import { nextChecks } from '../../rules/next-checks.ts';
import { isModeled } from '../../sources/cdc-modeled-air/client.ts';
import type { BriefContext, ExtraReadings } from '../shared/brief-route.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { readModeled } from './modeled.ts';
import { type Asked, type PollutantReading, readPollutant } from './monitors.ts';
import { type AirHistory, spanOf } from './schema.ts';

const tool: RouteName = 'svc-air-quality-history';

export interface AirInput {
  readonly radiusKm: number;
  readonly years: number;
}

export interface AirReading extends ExtraReadings {
  /** Which sections have something to sell. */
  readonly substantive: readonly string[];
  readonly history: AirHistory;
}

interface Part {
  readonly reading: PartReading;
  readonly tables?: readonly ReportTable[];
  readonly chart?: Chart;
  readonly isSubstantive: boolean;
}

function yearsUpTo(newest: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => String(newest - at));
}

const countyLimits = limitsOf('air-quality-history.county');

const countyColumns = [
  ['year', 'Year'],
  ['withIndexDays', 'Days with index'],
  ['goodDays', 'Good'],
  ['moderateDays', 'Moderate'],
  ['unhealthyForSensitiveGroupsDays', 'Unhealthy for sensitive groups'],
  ['unhealthyDays', 'Unhealthy'],
  ['veryUnhealthyDays', 'Very unhealthy'],
  ['hazardousDays', 'Hazardous'],
  ['highestIndex', 'Highest index'],
] as const satisfies readonly (readonly [keyof CountyAqiYear, string])[];

function readCounty({ mirror }: BriefContext, subject: PointSubject, years: readonly string[]): Part {
  const answer = new AnswerBuilder(subject);
  const county = subject.county?.name ?? 'the county';
  const period = `${years.at(-1)} to ${years[0]}`;
  const lookup = countyAqi(mirror, subject, years);
  const cited = answer.addLookup(lookup, { area: county, period, recordScope: 'days by category of the index' });
  const [newest] = cited?.data ?? [];
  const head = { id: 'county_index', tool, title: 'Air quality index of the county' };
  const verifyNext = nextChecks('air-quality-history.county');
  if (!cited || !newest || !hasData(lookup)) {
    const why = answer.state === 'empty' ? `no line for ${county}, so it has no monitor` : 'not been read';
    const summary = `The yearly index by county has ${why}, ${period}.`;
    return {
      isSubstantive: false,
      reading: { ...head, answer: answer.finish({ summary, limits: countyLimits, verifyNext }) },
    };
  }
  return {
    isSubstantive: false,
    tables: [
      {
        id: `${tool}.county_index.years`,
        label: 'Days of the year by category',
        columns: countyColumns.map(([key, label]) => ({ key, label })),
        rows: cited.data.map((year) => ({
          cells: countyColumns.map(([key]) => year[key] ?? null),
          citation: { ...sectionCitation(lookup.citation), sourceDate: spanOf(cited.data.map((one) => one.year)) },
        })),
        leftOut: 0,
      },
    ],
    reading: {
      ...head,
      answer: answer.finish({
        summary: `${county}, ${newest.year}: ${newest.withIndexDays} days with an index, ${newest.goodDays} of them in EPA's category "good".`,
        facts: {
          newestYear: { value: newest.year, citation: cited.citation },
          withIndexDays: { value: newest.withIndexDays, unit: 'days', citation: cited.citation },
        },
        limits: countyLimits,
        verifyNext,
      }),
    },
  };
}

const smokeLimits = limitsOf('air-quality-history.smoke');

const smokeColumns = [
  ['year', 'Year'],
  ['smokeDays', 'Days with smoke'],
  ['lightDays', 'Light'],
  ['mediumDays', 'Medium'],
  ['heavyDays', 'Heavy'],
  ['unclassedDays', 'Not classed'],
  ['daysWithoutPolygons', 'Days without any polygon'],
] as const satisfies readonly (readonly [keyof SmokeYear, string])[];

const smokeChart = (found: readonly SmokeYear[], citation: SectionCitation): Chart | undefined =>
  found.length < 2 || found.every(({ smokeDays }) => smokeDays === 0)
    ? undefined
    : {
        id: 'smoke-days',
        title: 'Days with smoke seen overhead',
        form: 'columns',
        unit: 'days of the year, any density',
        labels: found.map(({ year }) => year).toReversed(),
        series: [{ values: found.map(({ smokeDays }) => smokeDays).toReversed() }],
        citation,
      };

function readSmoke({ mirror }: BriefContext, subject: PointSubject, years: readonly string[]) {
  const answer = new AnswerBuilder(subject);
  const scope = { area: 'the point', recordScope: 'days with smoke drawn over it' };
  const queried = years.map((year) => ({ year, lookup: smokeDaysAt(mirror, subject, year) }));
  const found = queried.flatMap(({ year, lookup }) => {
    const cited = answer.addLookup(lookup, { ...scope, period: year });
    return cited && hasData(lookup)
      ? [{ ...cited, source: { ...sectionCitation(lookup.citation), sourceDate: year } }]
      : [];
  });
  const [newest] = found;
  const head = { id: 'smoke', tool, title: 'Smoke seen from above' };
  const verifyNext = nextChecks('air-quality-history.smoke');
  if (!newest) {
    const summary = `The smoke polygons of ${years.at(-1)} to ${years[0]} could not be read.`;
    return {
      isSubstantive: false,
      years: [],
      reading: { ...head, answer: answer.finish({ summary, limits: smokeLimits, verifyNext }) },
    };
  }
  const rows = found.map(({ data }) => data);
  const together = rows.reduce((sum, { smokeDays }) => sum + smokeDays, 0);
  const chart = smokeChart(rows, newest.source);
  return {
    isSubstantive: together > 0,
    years: found.map(({ data: { year, ...counts }, source }) => ({ year: Number(year), ...counts, citation: source })),
    ...(chart && { chart }),
    tables: [
      {
        id: `${tool}.smoke.years`,
        label: 'Days of the year, by the thickest class drawn over the point',
        columns: smokeColumns.map(([key, label]) => ({ key, label })),
        rows: rows.map((data) => ({
          cells: smokeColumns.map(([key]) => data[key]),
          citation: { ...newest.source, sourceDate: spanOf(rows.map(({ year }) => year)) },
        })),
        leftOut: 0,
      },
    ],
    reading: {
      ...head,
      answer: answer.finish({
        summary: `Smoke was drawn over the point on ${together} days of ${rows.length} years; on ${newest.data.smokeDays} in ${newest.data.year}.`,
        facts: {
          newestYear: { value: newest.data.year, citation: newest.citation },
          smokeDays: {
            value: newest.data.smokeDays,
            unit: 'days',
            note: `in ${newest.data.year}`,
            citation: newest.citation,
          },
        },
        limits: smokeLimits,
        verifyNext,
      }),
    },
  };
}

const nothing: AirReading = {
  readings: [],
  substantive: [],
  history: { monitors: [], modeledYears: [], smokeYears: [], charts: [] },
};

/** Whether the monitors were read and none of them tells a year: there the model of the same pollutant is read. */
const isWithoutMonitor = ({ isSubstantive, reading }: PollutantReading) =>
  !isSubstantive && isAnswered(reading.answer.state);

/**
 * Yearly figures of the nearest monitors, modeled ones where no monitor tells a year, days by category in the county, and
 * days with smoke overhead.
 */
export async function readAirHistory(ctx: BriefContext, { radiusKm, years }: AirInput): Promise<AirReading> {
  const { subject, mirror } = ctx;
  if (!isPointSubject(subject)) return nothing;
  const of = (dataset: string) => yearsUpTo(newestYearOf(mirror, dataset), years);
  const queried: Asked = { radiusMeters: radiusKm * 1000, years: of(monitorsMirror) };
  const pollutants = airPollutants().map((pollutant) => readPollutant(ctx, subject, pollutant, queried));
  const modeled = await Promise.all(
    pollutants.filter(isWithoutMonitor).flatMap(({ reading: { id } }) => {
      return isModeled(id) ? [readModeled(ctx, subject, id, { count: years, radiusKm })] : [];
    }),
  );
  const smoke = readSmoke(ctx, subject, of(smokeMirror));
  const parts: readonly Part[] = [...pollutants, ...modeled, readCounty(ctx, subject, of(countyAqiMirror)), smoke];
  return {
    readings: parts.map(({ reading }) => reading),
    tables: Object.fromEntries(parts.map(({ reading, tables = [] }) => [reading.id, tables])),
    substantive: parts.flatMap(({ reading, isSubstantive }) => (isSubstantive ? [reading.id] : [])),
    history: {
      monitors: pollutants.flatMap(({ monitors }) => monitors),
      modeledYears: modeled.flatMap((part) => part.modeled),
      smokeYears: smoke.years,
      charts: parts.flatMap(({ chart }) => chart ?? []),
    },
  };
}

/** What was read of the copies, where not all of it was: for the message of the free answer. */
export function whyNoHistory({ readings }: AirReading): string {
  const states = new Set(readings.map(({ answer }) => answer.state));
  if (states.size === 0) return 'the place is known to its area only';
  if ([...states].every((state) => state === 'unavailable')) return 'none of the mirrored files could be read';
  const model = readings.filter(({ id }) => id.startsWith('modeled_')).every(({ answer }) => isAnswered(answer.state))
    ? 'no modeled concentration is published for its census tract'
    : 'the modeled concentrations of its census tract could not be read';
  return `no monitor within the distance has a complete year with a mean, ${model}, and no smoke was drawn over the point in the years that were read`;
}
