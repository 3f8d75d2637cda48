import type { PartReading } from '../../answers/ask-tools.ts';
import { pickFields } from '../../fields/table.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { many } from '../../kernel/nearby-shape.ts';
import { displayName, plainName } from '../../kernel/text.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { type Monitor, type MonitorYear, monitorsNear } from '../../mirror/queries/air-monitors.ts';
import type { Chart } from '../../reports/pictures/schema.ts';
import type { ReportTable, SectionCitation } from '../../reports/sections.ts';
import { valueText } from '../../reports/values.ts';
import type { AirPollutant } from '../../rules/air-pollutants.ts';
import { type BriefContext, ownReading } from '../shared/brief-route.ts';
import { keyedTable } from '../shared/compose/fact-tables.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { type AirHistory, spanOf } from './schema.ts';

const tool: RouteName = 'svc-air-quality-history';
const shownMonitors = 5;
const page = { with: 'EPA AirData', url: 'https://www.epa.gov/outdoor-air-quality-data' };

export interface PollutantReading {
  readonly reading: PartReading;
  readonly tables: readonly ReportTable[];
  readonly chart?: Chart;
  readonly monitors: AirHistory['monitors'];
  readonly isSubstantive: boolean;
}

const meters = (value: number) => valueText(value, 'm');
const plain = (value: number) => Number(value.toPrecision(4));
const nameOf = ({ siteName, monitorId }: Monitor) => displayName(siteName) ?? monitorId;

const hasMean = ({ isComplete, mean }: MonitorYear) => isComplete && mean !== undefined;

const columns = [
  ['year', 'Year'],
  ['mean', 'Mean'],
  ['percentile98', '98th percentile'],
  ['observedPercent', 'Observed', 'percent'],
  ['isComplete', 'Complete'],
  ['events', 'Events'],
] as const;

/** Years of one monitor; all of them have its record and the span of its years as their source. */
function tableOf({ pollutant }: AirPollutant, monitor: Monitor, found: SectionCitation): ReportTable {
  const { monitorId, years, unit, distanceMeters } = monitor;
  const citation = { ...found, recordId: monitorId, sourceDate: spanOf(years.map(({ year }) => year)) };
  const label = `${nameOf(monitor)}, ${meters(distanceMeters)} away, ${unit}`;
  const rows = years.map(({ mean, meanWithoutEvents: without, events, ...year }) => ({
    cells: {
      ...year,
      mean: mean === undefined ? null : plain(mean),
      events: without === undefined ? events : `${events}; without them ${plain(without)}`,
    },
    citation,
  }));
  return keyedTable({ id: `${tool}.${pollutant}.${monitorId}`, label, columns }, rows);
}

function chartOf(
  { pollutant, title }: AirPollutant,
  monitors: readonly Monitor[],
  years: readonly string[],
  citation: SectionCitation,
): Chart | undefined {
  const drawn = monitors.filter((monitor) => monitor.years.filter(hasMean).length > 1).slice(0, 2);
  const [first] = drawn;
  if (!first || years.length < 2) return undefined;
  const labels = years.toReversed();
  const series = drawn.filter(({ unit }) => unit === first.unit);
  const isAlone = series.length === 1;
  return {
    id: `${pollutant}-means`,
    title: `${title}, mean of the year`,
    form: 'line',
    unit: first.unit,
    labels,
    series: series.map((monitor) => ({
      ...(!isAlone && { name: nameOf(monitor) }),
      values: labels.map((label) => {
        const year = monitor.years.find((one) => one.year === label);
        return year && hasMean(year) && year.mean !== undefined ? plain(year.mean) : null;
      }),
    })),
    note: `complete years only${isAlone ? `, ${nameOf(first)}` : ''}`,
    citation,
  };
}

const entryOf = (pollutant: string, monitor: Monitor, citation: SectionCitation): AirHistory['monitors'][number] => ({
  pollutant,
  ...pickFields(monitor, 'monitorId', 'siteName', 'distanceMeters', 'parameter', 'standard', 'metric', 'unit'),
  years: monitor.years.map(({ year, ...rest }) => ({ year: Number(year), ...rest })),
  citation: { ...citation, recordId: monitor.monitorId },
});

function factsOf(monitors: readonly Monitor[], all: number, citation: string) {
  const [nearest] = monitors;
  if (!nearest) return undefined;
  return {
    nearestMonitor: { value: nameOf(nearest), citation, note: `${nearest.parameter}, ${nearest.monitorId}` },
    nearestDistance: { value: nearest.distanceMeters, unit: 'm', citation },
    monitorCount: { value: all, note: `${monitors.length} are shown`, citation },
    workedOutBy: { value: nearest.standard, note: `${nearest.metric}; ${nearest.duration}`, citation },
  };
}

/** Yearly figures of the nearest monitors of one pollutant; `years` newest first. */
export function readPollutant(
  { mirror, subject }: BriefContext,
  pollutant: AirPollutant,
  { radiusMeters, years }: { readonly radiusMeters: number; readonly years: readonly string[] },
): PollutantReading {
  const { title, parameters, standards } = pollutant;
  const answer = new AnswerBuilder(subject);
  const period = `${years.at(-1)} to ${years[0]}`;
  const area = `${radiusMeters / 1000} km around the point`;
  const lookup = monitorsNear(mirror, subject, radiusMeters, { parameters, standards, years });
  const cited = answer.addLookup(lookup, { area, period, recordScope: `${title}, yearly figures of monitors` });
  const monitors = cited?.data.slice(0, shownMonitors) ?? [];
  const [nearest] = monitors;
  const found = cited && 'citation' in lookup ? sectionCitation(lookup.citation) : undefined;
  const all = cited?.data.length ?? 0;
  const where = `within ${radiusMeters / 1000} km in ${period}`;
  const none = answer.state === 'empty' || answer.state === 'partial';
  const chart = found && chartOf(pollutant, monitors, years, found);
  return {
    isSubstantive: monitors.some((monitor) => monitor.years.some(hasMean)),
    monitors: found ? monitors.map((monitor) => entryOf(pollutant.pollutant, monitor, found)) : [],
    tables: found ? monitors.map((monitor) => tableOf(pollutant, monitor, found)) : [],
    ...(chart && { chart }),
    reading: ownReading({ id: pollutant.pollutant, tool, title }, answer, {
      about: 'air-quality-history.monitors',
      summary:
        nearest && found
          ? `${title}: ${many(all, 'monitor')} ${where}; the nearest, ${plainName(nameOf(nearest)) ?? nearest.monitorId}, is ${meters(nearest.distanceMeters)} away.`
          : `${title}: ${none ? 'no monitor' : 'the yearly figures could not be read'} ${where}.`,
      facts: cited && factsOf(monitors, all, cited.citation),
      verifyNext: [{ action: 'Look the monitor and its days up', ...page }],
    }),
  };
}
