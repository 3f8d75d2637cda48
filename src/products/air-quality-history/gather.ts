import type { PartReading } from '../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { hasData } from '../../kernel/lookup.ts';
import { isAnswered } from '../../kernel/state.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { type CountyAqiYear, countyAqi, countyAqiMirror } from '../../mirror/queries/air-county.ts';
import { monitorsMirror } from '../../mirror/queries/air-monitors.ts';
import { newestYearOf } from '../../mirror/queries/parts.ts';
import { type SmokeYear, smokeDaysAt, smokeMirror } from '../../mirror/queries/smoke-days.ts';
import type { Chart } from '../../reports/pictures/schema.ts';
import type { ReportTable, SectionCitation } from '../../reports/sections.ts';
import { airPollutants } from '../../rules/air-pollutants.ts';
import { isModeled } from '../../sources/cdc-modeled-air/client.ts';
import { type BriefContext, type ExtraReadings, ownReading } from '../shared/brief-route.ts';
import { keyedTable } from '../shared/compose/fact-tables.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { readModeled } from './modeled.ts';
import { type PollutantReading, readPollutant } from './monitors.ts';
import { type AirHistory, spanOf } from './schema.ts';

const tool: RouteName = 'svc-air-quality-history';

interface AirInput {
  readonly radiusKm: number;
  readonly years: number;
}

interface AirReading extends ExtraReadings {
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

function readCounty({ mirror, subject }: BriefContext, years: readonly string[]): Part {
  const answer = new AnswerBuilder(subject);
  const county = subject.county?.name ?? 'the county';
  const period = `${years.at(-1)} to ${years[0]}`;
  const lookup = countyAqi(mirror, subject, years);
  const cited = answer.addLookup(lookup, { area: county, period, recordScope: 'days by category of the index' });
  const [newest] = cited?.data ?? [];
  const head = { id: 'county_index', tool, title: 'Air quality index of the county' };
  const about = 'air-quality-history.county';
  if (!cited || !newest || !hasData(lookup)) {
    const why = answer.state === 'empty' ? `no line for ${county}, so it has no monitor` : 'not been read';
    const summary = `The yearly index by county has ${why}, ${period}.`;
    return { isSubstantive: false, reading: ownReading(head, answer, { about, summary }) };
  }
  const { citation } = cited;
  const source = { ...sectionCitation(lookup.citation), sourceDate: spanOf(cited.data.map(({ year }) => year)) };
  const id = `${tool}.county_index.years`;
  const rows = cited.data.map((cells) => ({ cells: { ...cells }, citation: source }));
  return {
    isSubstantive: false,
    tables: [keyedTable({ id, label: 'Days of the year by category', columns: countyColumns }, rows)],
    reading: ownReading(head, answer, {
      about,
      summary: `${county}, ${newest.year}: ${newest.withIndexDays} days with an index, ${newest.goodDays} of them in EPA's category "good".`,
      facts: {
        newestYear: { value: newest.year, citation },
        withIndexDays: { value: newest.withIndexDays, unit: 'days', citation },
      },
    }),
  };
}

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

function readSmoke({ mirror, subject }: BriefContext, years: readonly string[]) {
  const answer = new AnswerBuilder(subject);
  const scope = { area: 'the point', recordScope: 'days with smoke drawn over it' };
  const found = years.flatMap((year) => {
    const lookup = smokeDaysAt(mirror, subject, year);
    const cited = answer.addLookup(lookup, { ...scope, period: year });
    return cited && hasData(lookup)
      ? [{ ...cited, source: { ...sectionCitation(lookup.citation), sourceDate: year } }]
      : [];
  });
  const [newest] = found;
  const head = { id: 'smoke', tool, title: 'Smoke seen from above' };
  const about = 'air-quality-history.smoke';
  if (!newest) {
    const summary = `The smoke polygons of ${years.at(-1)} to ${years[0]} could not be read.`;
    return { isSubstantive: false, years: [], reading: ownReading(head, answer, { about, summary }) };
  }
  const rows = found.map(({ data }) => data);
  const together = rows.reduce((sum, { smokeDays }) => sum + smokeDays, 0);
  const chart = smokeChart(rows, newest.source);
  const { data, citation } = newest;
  const source = { ...newest.source, sourceDate: spanOf(rows.map(({ year }) => year)) };
  const label = 'Days of the year, by the thickest class drawn over the point';
  const table = { id: `${tool}.smoke.years`, label, columns: smokeColumns };
  const tableRows = rows.map((cells) => ({ cells: { ...cells }, citation: source }));
  return {
    isSubstantive: together > 0,
    years: found.map(({ data: { year, ...counts }, source }) => ({ year: Number(year), ...counts, citation: source })),
    ...(chart && { chart }),
    tables: [keyedTable(table, tableRows)],
    reading: ownReading(head, answer, {
      about,
      summary: `Smoke was drawn over the point on ${together} days of ${rows.length} years; on ${data.smokeDays} in ${data.year}.`,
      facts: {
        newestYear: { value: data.year, citation },
        smokeDays: { value: data.smokeDays, unit: 'days', note: `in ${data.year}`, citation },
      },
    }),
  };
}

/** Whether the monitors were read and none of them has a year: there the model of the same pollutant is read. */
const isWithoutMonitor = ({ isSubstantive, reading }: PollutantReading) =>
  !isSubstantive && isAnswered(reading.answer.state);

/**
 * Yearly figures of the nearest monitors, modeled ones where no monitor has a year, days by category in the county, and
 * days with smoke overhead.
 */
export async function readAirHistory(ctx: BriefContext, { radiusKm, years }: AirInput): Promise<AirReading> {
  const of = (dataset: string) => yearsUpTo(newestYearOf(ctx.mirror, dataset), years);
  const queried = { radiusMeters: radiusKm * 1000, years: of(monitorsMirror) };
  const pollutants = airPollutants().map((pollutant) => readPollutant(ctx, pollutant, queried));
  const modeled = await Promise.all(
    pollutants.filter(isWithoutMonitor).flatMap(({ reading: { id } }) => {
      return isModeled(id) ? [readModeled(ctx, id, { count: years, radiusKm })] : [];
    }),
  );
  const smoke = readSmoke(ctx, of(smokeMirror));
  const parts: readonly Part[] = [...pollutants, ...modeled, readCounty(ctx, of(countyAqiMirror)), smoke];
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
  if ([...states].every((state) => state === 'unavailable')) return 'none of the mirrored files could be read';
  const model = readings.filter(({ id }) => id.startsWith('modeled_')).every(({ answer }) => isAnswered(answer.state))
    ? 'no modeled concentration is published for its census tract'
    : 'the modeled concentrations of its census tract could not be read';
  return `no monitor within the distance has a complete year with a mean, ${model}, and no smoke was drawn over the point in the years that were read`;
}
