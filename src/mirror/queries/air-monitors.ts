import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';

export const monitorsMirror = 'epa-airdata-annual';

/** What a monitor's year comes to, in the units of `unit`. */
export interface MonitorYear {
  readonly year: string;
  /** Absent where the year has too few values, which is not zero. */
  readonly mean?: number;
  /** The same without wildfires and the like, where the file has both. */
  readonly meanWithoutEvents?: number;
  readonly percentile98?: number;
  readonly observedPercent?: number;
  readonly isComplete: boolean;
  /** The file's own words on wildfires and the like. */
  readonly events: string;
}

/** One instrument at one site, by one standard. */
export interface Monitor extends GeoPoint {
  /** State, county, site, parameter and instrument. */
  readonly monitorId: string;
  readonly siteName?: string;
  readonly parameter: string;
  readonly standard: string;
  readonly metric: string;
  readonly duration: string;
  readonly unit: string;
  readonly distanceMeters: number;
  /** Newest first. */
  readonly years: readonly MonitorYear[];
  /** Further instruments of the same pollutant at the site. */
  readonly otherInstruments: number;
}

type Near = MirrorRow & { readonly distanceMeters: number };

const mostRows = 50_000;
const withoutEvents = /excluded/i;
const text = (value: unknown, instead: string) => (typeof value === 'string' && value !== '' ? value : instead);
const number = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** A year's row that counts everything that was measured, and what the one without events states beside it. */
function yearOf(year: string, rows: readonly Near[]): MonitorYear | undefined {
  const isWithout = ({ events }: Near) => withoutEvents.test(String(events));
  const row = rows.find((one) => !isWithout(one)) ?? rows[0];
  if (!row) return undefined;
  const without = isWithout(row) ? undefined : number(rows.find(isWithout)?.mean);
  const [mean, percentile98, observedPercent] = [row.mean, row.percentile98, row.observedPercent].map(number);
  return {
    year,
    ...(mean !== undefined && { mean }),
    ...(without !== undefined && { meanWithoutEvents: without }),
    ...(percentile98 !== undefined && { percentile98 }),
    ...(observedPercent !== undefined && { observedPercent }),
    isComplete: row.complete === 'Y',
    events: text(row.events, 'not stated'),
  };
}

const standardOf = (rows: readonly Near[], standards: readonly string[]) =>
  standards.find((standard) => rows.some((row) => String(row.standard).startsWith(standard)));

function monitorOf(monitorId: string, rows: readonly Near[], standards: readonly string[]): Monitor | undefined {
  const standard = standardOf(rows, standards);
  const own = standard === undefined ? [] : rows.filter((row) => String(row.standard).startsWith(standard));
  const years = [...groupBy(own, ({ year }) => String(year))]
    .flatMap(([year, group]) => yearOf(year, group) ?? [])
    .toSorted((a, b) => b.year.localeCompare(a.year, 'en'));
  const newest = own.find(({ year }) => year === years[0]?.year);
  if (!newest) return undefined;
  return {
    monitorId,
    ...(typeof newest.siteName === 'string' && { siteName: newest.siteName }),
    parameter: text(newest.parameter, 'not stated'),
    standard: text(newest.standard, 'not stated'),
    metric: text(newest.metric, 'not stated'),
    duration: text(newest.duration, 'not stated'),
    unit: text(newest.unit, 'unit not stated'),
    latitude: Number(newest.latitude),
    longitude: Number(newest.longitude),
    distanceMeters: newest.distanceMeters,
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

const siteOf = ({ stateFips, countyFips3, site }: MirrorRow) => `${stateFips}-${countyFips3}-${site}`;

/**
 * Monitors of a pollutant within a distance in the given years, nearest first, one instrument of each site. `empty` where
 * the years that are loaded have none; years that are not loaded make it `partial`, or `unavailable` where none is.
 */
export function monitorsNear(
  mirror: MirrorAccess,
  point: GeoPoint,
  radiusMeters: number,
  of: {
    readonly parameters: readonly string[];
    readonly standards: readonly string[];
    readonly years: readonly string[];
  },
): Lookup<readonly Monitor[]> {
  const { parts = [] } = mirror.status(monitorsMirror);
  const lacking = of.years.filter((year) => !parts.includes(year));
  const missing = mirror.need(monitorsMirror, of.years);
  if (missing && lacking.length === of.years.length) return missing;
  const rows: Near[] = [];
  let last: Extract<Lookup<unknown>, { data: unknown }> | undefined;
  for (const parameterCode of of.parameters) {
    const found = mirror.near(monitorsMirror, point, radiusMeters, { limit: mostRows, where: { parameterCode } });
    if (found.state === 'empty') continue;
    if (!hasData(found)) return found;
    last = found;
    rows.push(...found.data.filter(({ year }) => of.years.includes(String(year))));
  }
  const citation = last?.citation ?? mirror.citation(monitorsMirror);
  if (!citation) return { state: 'unavailable', source: mirror.status(monitorsMirror).title, reason: 'not loaded' };
  const bySite = [...groupBy(rows, siteOf)].map(([site, own]) =>
    oneOfSite(
      [...groupBy(own, ({ parameterCode, instrument }) => `${parameterCode}-${instrument}`)].flatMap(
        ([instrument, group]) => monitorOf(`${site}-${instrument}`, group, of.standards) ?? [],
      ),
    ),
  );
  const data = bySite.flatMap((monitor) => monitor ?? []).toSorted((a, b) => a.distanceMeters - b.distanceMeters);
  if (last?.state === 'stale') return { ...last, data };
  if (lacking.length > 0) {
    const reason = missing && 'reason' in missing ? (missing.reason ?? '') : '';
    return { state: 'partial', data, citation, reason, missing: 'parts' };
  }
  return data.length > 0 ? { state: 'found', data, citation } : { state: 'empty', citation };
}
