import { mirroredRows } from '../../fields/mirrored.ts';
import { pickFields, type RowOf } from '../../fields/table.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { monitorYears } from '../datasets/epa-airdata-annual.ts';
import { overParts } from './parts.ts';

export const monitorsMirror = 'epa-airdata-annual';

const yearShown = ['year', 'mean', 'percentile98', 'observedPercent', 'events'] as const;

/** What a monitor's year comes to, in the units of `unit`. */
export interface MonitorYear extends Pick<Near, (typeof yearShown)[number]> {
  /** The mean without wildfires and the like, where the file has both. */
  readonly meanWithoutEvents?: number;
  readonly isComplete: boolean;
}

const monitorShown = ['siteName', 'parameter', 'standard', 'metric', 'duration', 'unit', 'distanceMeters'] as const;

export interface Monitor extends GeoPoint, Pick<Near, (typeof monitorShown)[number]> {
  /** State, county, site, parameter and instrument. */
  readonly monitorId: string;
  readonly years: readonly MonitorYear[];
  /** Further instruments of the same pollutant at the site. */
  readonly otherInstruments: number;
}

type Near = RowOf<typeof monitorYears> & { readonly distanceMeters: number };

const mostRows = 50_000;
const withoutEvents = /excluded/i;

/** A year's row that counts everything that was measured, and what the one without events states beside it. */
function yearOf(rows: readonly Near[]): MonitorYear | undefined {
  const isWithout = ({ events }: Near) => withoutEvents.test(events);
  const row = rows.find((one) => !isWithout(one)) ?? rows[0];
  if (!row) return undefined;
  const meanWithoutEvents = isWithout(row) ? undefined : rows.find(isWithout)?.mean;
  return {
    ...pickFields(row, ...yearShown),
    ...(meanWithoutEvents !== undefined && { meanWithoutEvents }),
    isComplete: row.isComplete === true,
  };
}

const standardOf = (rows: readonly Near[], standards: readonly string[]) =>
  standards.find((standard) => rows.some((row) => row.standard.startsWith(standard)));

function monitorOf(monitorId: string, rows: readonly Near[], standards: readonly string[]): Monitor | undefined {
  const standard = standardOf(rows, standards);
  const own = standard === undefined ? [] : rows.filter((row) => row.standard.startsWith(standard));
  const years = [...groupBy(own, ({ year }) => year)]
    .flatMap(([, group]) => yearOf(group) ?? [])
    .toSorted((a, b) => b.year.localeCompare(a.year, 'en'));
  const newest = own.find(({ year }) => year === years[0]?.year);
  if (!newest?.at) return undefined;
  return {
    ...pickFields(newest, ...monitorShown),
    ...newest.at,
    monitorId,
    years,
    otherInstruments: 0,
  };
}

const completeYears = ({ years }: Monitor) => years.filter(({ isComplete }) => isComplete).length;

/** Of several instruments at a site the one with most complete years; then by its number. */
function oneOfSite(monitors: readonly Monitor[]): Monitor | undefined {
  const [first] = monitors.toSorted(
    (a, b) => completeYears(b) - completeYears(a) || a.monitorId.localeCompare(b.monitorId, 'en'),
  );
  return first && { ...first, otherInstruments: monitors.length - 1 };
}

const siteOf = ({ stateFips, countyFips3, site }: Near) => `${stateFips}-${countyFips3}-${site}`;

/** What is looked for: pollutants by their codes, standards by the beginning of their names, years. */
interface MonitorSearch {
  readonly parameters: readonly string[];
  readonly standards: readonly string[];
  readonly years: readonly string[];
}

/**
 * Monitors of a pollutant within a distance in the given years, nearest first, one instrument of each site. `empty` where
 * the years that are loaded have none; years that are not loaded make it `partial`, or `unavailable` where none is.
 */
export const monitorsNear = (
  mirror: MirrorAccess,
  point: GeoPoint,
  radiusMeters: number,
  search: MonitorSearch,
): Lookup<readonly Monitor[]> =>
  overParts(mirror, monitorsMirror, search.years, () => loadedMonitors(mirror, point, radiusMeters, search));

function loadedMonitors(
  mirror: MirrorAccess,
  point: GeoPoint,
  radiusMeters: number,
  { parameters, standards, years }: MonitorSearch,
): Lookup<readonly Monitor[]> {
  const rows: Near[] = [];
  let last: Extract<Lookup<unknown>, { data: unknown }> | undefined;
  for (const parameterCode of parameters) {
    const near = mirror.near(monitorsMirror, point, radiusMeters, { limit: mostRows, where: { parameterCode } });
    const found = mirroredRows(monitorYears, near);
    if (found.state === 'empty') continue;
    if (!hasData(found)) return found;
    last = found;
    rows.push(...found.data.filter(({ year }) => years.includes(year)));
  }
  const bySite = [...groupBy(rows, siteOf)].map(([site, own]) =>
    oneOfSite(
      [...groupBy(own, ({ parameterCode, instrument }) => `${parameterCode}-${instrument}`)].flatMap(
        ([instrument, group]) => monitorOf(`${site}-${instrument}`, group, standards) ?? [],
      ),
    ),
  );
  const data = bySite.flatMap((monitor) => monitor ?? []).toSorted((a, b) => a.distanceMeters - b.distanceMeters);
  if (last?.state === 'stale') return { ...last, data };
  const citation = last?.citation ?? mirror.citation(monitorsMirror);
  return citation
    ? { state: 'found', data, citation }
    : { state: 'unavailable', source: mirror.status(monitorsMirror).title, reason: 'not loaded' };
}
