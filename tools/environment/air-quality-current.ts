import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { compass } from '../../src/geometry/geo.ts';
import { answerSchema, rows } from '../../src/kernel/answer.ts';
import type { Cited } from '../../src/kernel/answer-builder.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import { citedRows, filled, many } from '../../src/kernel/nearby-shape.ts';
import type { PointSubject } from '../../src/kernel/subject.ts';
import { type ClosestReading, closestReadings } from '../../src/sources/airnow-api/client.ts';
import { areasNear, type Monitor, monitorsNear, type ReportingArea } from '../../src/sources/airnow-files/client.ts';
import { isPollutant } from '../../src/sources/airnow-files/fields.ts';
import { sourceCard } from '../../src/sources/cards.ts';

const airnowApi = sourceCard('airnow-api');

const shownAreas = 2;
const shownMonitors = 4;
/** AirNow writes its index every hour; an older one is not the current air. */
const currentHours = 3;

const index = z.strictObject({
  pollutant: z.string(),
  aqi: z.number().optional().describe('Air Quality Index of the pollutant; absent where none is stated'),
  category: z.string().optional().describe("AirNow's own word"),
  observedLocal: z.string(),
  hoursOld: z.number().optional().describe(`Only where it is older than ${currentHours} hours`),
});

const facts = z.strictObject({
  reportingAreas: rows({
    area: z.string(),
    state: z.string().optional(),
    distanceMeters: z.number().optional().describe('To the reference point of the area'),
    direction: z.string().optional(),
    index: z.array(index),
  }).optional(),
  monitors: rows({
    siteId: z.string(),
    name: z.string(),
    distanceMeters: z.number(),
    direction: z.string(),
    observedAt: z.string().describe('Start of the hour, UTC'),
    concentrations: z.array(z.strictObject({ parameter: z.string(), value: z.number(), unit: z.string() })),
  })
    .optional()
    .describe('Hourly concentrations of the nearest monitors; not index values'),
});

type Index = z.infer<typeof index>;
type Shown = NonNullable<z.infer<typeof facts>['reportingAreas']>;

interface Observed {
  readonly observedAt?: string | undefined;
}

/** Whole hours since an observation where it is no longer current; undefined where it is, or where its hour is not known. */
function hoursOld({ observedAt }: Observed, now: Date): number | undefined {
  if (!observedAt) return undefined;
  const hours = Math.floor((now.getTime() - Date.parse(observedAt)) / 3_600_000);
  return hours > currentHours ? hours : undefined;
}

/** A lookup whose every observation is old is stale: the service answered, with the air of hours ago. */
function heldAgainst<T>(lookup: Lookup<T>, observed: (data: T) => readonly Observed[], now: Date): Lookup<T> {
  if (lookup.state !== 'found') return lookup;
  const all = observed(lookup.data);
  const ages = all.flatMap((one) => hoursOld(one, now) ?? []);
  if (all.length === 0 || ages.length < all.length) return lookup;
  const reason = `the newest index is ${Math.min(...ages)} hours old; AirNow writes one every hour`;
  return { ...lookup, state: 'stale', reason };
}

function shownAround({ data, citation }: Cited<readonly ReportingArea[]>, subject: PointSubject, now: Date): Shown {
  return data.slice(0, shownAreas).map((place) => ({
    area: place.area,
    state: place.state,
    distanceMeters: place.distanceMeters,
    direction: compass(subject, place),
    index: place.observations.slice(0, 6).map((one) => ({
      ...pickFields(one, 'pollutant', 'aqi', 'category', 'observedLocal'),
      hoursOld: hoursOld(one, now),
    })),
    citation,
  }));
}

/** Readings of the service with a key, by the area that each names. */
function shownClosest(closest: Cited<readonly ClosestReading[]> | undefined, now: Date): Shown {
  const byArea = new Map<string, Index[]>();
  for (const { area: name, observedAt, ...reading } of closest?.data ?? []) {
    byArea.set(name, [...(byArea.get(name) ?? []), { ...reading, hoursOld: hoursOld({ observedAt }, now) }]);
  }
  return [...byArea].slice(0, shownAreas).map(([name, readings]) => ({
    area: name,
    index: readings,
    citation: closest?.citation ?? '',
  }));
}

const monitorRow = ({ siteId, name, distanceMeters, readings, ...at }: Monitor, subject: PointSubject) => ({
  siteId,
  name,
  distanceMeters,
  direction: compass(subject, at),
  observedAt: readings[0]?.observedAt ?? 'not stated',
  concentrations: readings.map(({ parameter, value, unit }) => ({ parameter, value, unit })),
});

function indexSentence(readings: readonly Index[]): string {
  const highest = readings
    .filter(({ aqi, pollutant }) => aqi !== undefined && isPollutant(pollutant))
    .toSorted((a, b) => (b.aqi ?? 0) - (a.aqi ?? 0))[0];
  return highest
    ? `The nearest AirNow reporting area states an index of ${highest.aqi} (${highest.pollutant}${highest.category ? `, ${highest.category}` : ''}${highest.hoursOld ? `; ${highest.hoursOld} hours old, not current` : ''})`
    : 'No AirNow reporting area with an index was found';
}

function monitorSentence(
  lookup: Lookup<readonly Monitor[]>,
  monitors: Cited<readonly Monitor[]> | undefined,
  area: string,
): string {
  if (monitors) {
    return `${many(monitors.data.length, 'monitor')} reported in the newest hour ${area}, the nearest ${monitors.data[0]?.distanceMeters} m away`;
  }
  return lookup.state === 'empty'
    ? `no monitor reported in the newest hour ${area}`
    : 'hourly readings of monitors could not be read';
}

export default defineTool({
  title: 'Current air quality near an address',
  summary: 'Current Air Quality Index of the reporting area and hourly concentrations of the nearest monitors.',
  whenToUse: 'What does AirNow report for the air near this place right now, and how far away is the monitor?',
  notFor: 'Not past years, not emissions of plants (svc_toxic_releases), no health advice.',
  scope: 'national',
  sources: ['airnow-files', 'airnow-api'],
  examples: [
    { title: 'Around an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Around a point', arguments: { latitude: 35.7783, longitude: -78.6431 } },
  ],
  input: atAddress({
    radiusKm: z.number().positive().max(100).default(40).describe('Search radius in km; default 40, at most 100'),
  }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['air', 'AQI', 'environment', 'AirNow']),
  async run({ subject, sources, now, answer }, { radiusKm }) {
    const radius = radiusKm * 1000;
    const area = `within ${radiusKm} km of the point`;
    const [foundAreas, monitorLookup] = await Promise.all([
      areasNear(sources, subject, radius),
      monitorsNear(sources, subject, radius, now),
    ]);
    const areaLookup = heldAgainst(foundAreas, (found) => found[0]?.observations ?? [], now);
    const areas = answer.addLookup(areaLookup, { area, period: 'current', recordScope: 'reporting areas' });
    const monitors = answer.addLookup(monitorLookup, { area, period: 'newest hour', recordScope: 'monitors' });
    // the service with a key is read only where the file of areas cannot be read
    const closest =
      areaLookup.state === 'unavailable' && sources.hasKey(airnowApi)
        ? answer.addLookup(
            heldAgainst(await closestReadings(sources, subject), (found) => found, now),
            {
              area: 'within 50 miles of the point',
              period: 'current',
              recordScope: 'closest reading of each pollutant',
            },
          )
        : undefined;
    if (!areas && !monitors && !closest) {
      const empty = answer.state === 'empty';
      const summary = empty
        ? `AirNow has no reporting area and no reporting monitor ${area}.`
        : `AirNow's current data ${area} could not be read, so the air quality is unknown.`;
      return answer.finish({ summary, state: !empty && 'unavailable' });
    }
    const shown = areas ? shownAround(areas, subject, now) : shownClosest(closest, now);
    const monitorSays = monitorSentence(monitorLookup, monitors, area);
    const left = [
      ...(areas && areas.data.length > shownAreas ? [`${areas.data.length - shownAreas} more distant areas`] : []),
      ...(monitors && monitors.data.length > shownMonitors
        ? [`${monitors.data.length - shownMonitors} more distant monitors`]
        : []),
    ];
    return answer.finish({
      summary: `${indexSentence(shown[0]?.index ?? [])}; ${monitorSays}.`,
      facts: {
        reportingAreas: filled(shown),
        monitors: citedRows(monitors?.data, monitors?.citation, shownMonitors, (one) => monitorRow(one, subject)),
      },
      limits: [left.length > 0 && `Left out: ${left.join(', ')}.`],
    });
  },
});
