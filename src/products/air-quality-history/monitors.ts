import type { PartReading } from '../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import { displayName, plainName } from '../../kernel/text.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { type Monitor, type MonitorYear, monitorsNear } from '../../mirror/queries/air-monitors.ts';
import type { Chart } from '../../reports/pictures/schema.ts';
import type { ReportTable, SectionCitation } from '../../reports/sections.ts';
import { valueText } from '../../reports/values.ts';
import type { AirPollutant } from '../../rules/air-pollutants.ts';
import { limitsOf } from '../../rules/limits.ts';
import type { BriefContext } from '../shared/brief-route.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { type AirHistory, spanOf } from './schema.ts';

const tool: RouteName = 'svc-air-quality-history';
const shownMonitors = 5;
const page = { with: 'EPA AirData', url: 'https://www.epa.gov/outdoor-air-quality-data' };

export interface Asked {
  readonly radiusMeters: number;
  /** Newest first. */
  readonly years: readonly string[];
}

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

const isTold = ({ isComplete, mean }: MonitorYear) => isComplete && mean !== undefined;

/** Years of one monitor; all of them have its record and the span of its years as their source. */
function tableOf({ pollutant }: AirPollutant, monitor: Monitor, found: SectionCitation): ReportTable {
  const { monitorId, years, unit, distanceMeters } = monitor;
  const citation = { ...found, recordId: monitorId, sourceDate: spanOf(years.map(({ year }) => year)) };
  return {
    id: `${tool}.${pollutant}.${monitorId}`,
    label: `${nameOf(monitor)}, ${meters(distanceMeters)} away, ${unit}`,
    columns: [
      { key: 'year', label: 'Year' },
      { key: 'mean', label: 'Mean' },
      { key: 'percentile98', label: '98th percentile' },
      { key: 'observedPercent', label: 'Observed', unit: 'percent' },
      { key: 'isComplete', label: 'Complete' },
      { key: 'events', label: 'Events' },
    ],
    rows: years.map((year) => ({
      cells: [
        year.year,
        year.mean === undefined ? null : plain(year.mean),
        year.percentile98 ?? null,
        year.observedPercent ?? null,
        year.isComplete,
        year.meanWithoutEvents === undefined
          ? year.events
          : `${year.events}; without them ${plain(year.meanWithoutEvents)}`,
      ],
      citation,
    })),
    leftOut: 0,
  };
}

function chartOf(
  { pollutant, title }: AirPollutant,
  monitors: readonly Monitor[],
  years: readonly string[],
  citation: SectionCitation,
): Chart | undefined {
  const drawn = monitors.filter((monitor) => monitor.years.filter(isTold).length > 1).slice(0, 2);
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
        return year && isTold(year) && year.mean !== undefined ? plain(year.mean) : null;
      }),
    })),
    note: `complete years only${isAlone ? `, ${nameOf(first)}` : ''}`,
    citation,
  };
}

const entryOf = (pollutant: string, monitor: Monitor, citation: SectionCitation): AirHistory['monitors'][number] => ({
  pollutant,
  monitorId: monitor.monitorId,
  ...(monitor.siteName !== undefined && { siteName: monitor.siteName }),
  distanceMeters: monitor.distanceMeters,
  parameter: monitor.parameter,
  standard: monitor.standard,
  metric: monitor.metric,
  unit: monitor.unit,
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

/** Yearly figures of the nearest monitors of one pollutant. */
export function readPollutant(
  { mirror }: BriefContext,
  subject: PointSubject,
  pollutant: AirPollutant,
  { radiusMeters, years }: Asked,
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
  const isSubstantive = monitors.some((monitor) => monitor.years.some(isTold));
  const summary =
    nearest && found
      ? `${title}: ${many(all, 'monitor')} within ${radiusMeters / 1000} km in ${period}; the nearest, ${plainName(nameOf(nearest)) ?? nearest.monitorId}, is ${meters(nearest.distanceMeters)} away.`
      : `${title}: ${answer.state === 'empty' || answer.state === 'partial' ? 'no monitor' : 'the yearly figures could not be read'} within ${radiusMeters / 1000} km in ${period}.`;
  const chart = found && chartOf(pollutant, monitors, years, found);
  return {
    isSubstantive,
    monitors: found ? monitors.map((monitor) => entryOf(pollutant.pollutant, monitor, found)) : [],
    tables: found ? monitors.map((monitor) => tableOf(pollutant, monitor, found)) : [],
    ...(chart && { chart }),
    reading: {
      id: pollutant.pollutant,
      tool,
      title,
      answer: answer.finish({
        summary,
        facts: cited && factsOf(monitors, all, cited.citation),
        limits: limitsOf('air-quality-history.monitors'),
        verifyNext: [{ action: 'Look the monitor and its days up', ...page }],
      }),
    },
  };
}
