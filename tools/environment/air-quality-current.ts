import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerSchema, optionalRows, rows } from '../../src/kernel/answer.ts';
import { type Cited, missWords } from '../../src/kernel/answer-builder.ts';
import { groupBy } from '../../src/kernel/group.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import { beyond, citedRows, filled, leftWords, many } from '../../src/kernel/nearby-shape.ts';
import { type ClosestReading, closestReadings } from '../../src/sources/airnow-api/client.ts';
import {
  areasNear,
  isPollutant,
  monitorsNear,
  type ReportingArea,
  readings,
  siteReadings,
} from '../../src/sources/airnow-files/client.ts';
import { sourceCard } from '../../src/sources/cards.ts';

const airnowApi = sourceCard('airnow-api');

const shownAreas = 2;
const shownMonitors = 4;
/** AirNow writes its index every hour; an older one is not the current air. */
const currentHours = 3;

const indexFields = ['pollutant', 'aqi', 'category', 'observedLocal'] as const;
const index = z.strictObject({
  ...readings.shape(...indexFields),
  hoursOld: z.number().optional().describe(`Only where it is older than ${currentHours} hours`),
});

const facts = z.strictObject({
  reportingAreas: rows({
    ...readings.shape('area', 'state'),
    distanceMeters: z.number().optional().describe('To the reference point of the area'),
    direction: z.string().optional(),
    index: z.array(index),
  }).optional(),
  monitors: optionalRows('Hourly concentrations of the nearest monitors; not index values', {
    siteId: z.string(),
    name: z.string(),
    distanceMeters: z.number(),
    direction: z.string(),
    observedAt: z.string().describe('Start of the hour, UTC'),
    concentrations: z.array(z.strictObject(siteReadings.shape('parameter', 'value', 'unit'))),
  }),
});

type Index = z.infer<typeof index>;
type Shown = NonNullable<z.infer<typeof facts>['reportingAreas']>;

type Observed = Pick<ClosestReading, 'observedAt'>;

/** Whole hours since an observation where it is no longer current; undefined where it is, or where its hour is not known. */
function hoursOld({ observedAt }: Observed, now: Date): number | undefined {
  if (!observedAt) return undefined;
  const hours = Math.floor((now.getTime() - Date.parse(observedAt)) / 3_600_000);
  return hours > currentHours ? hours : undefined;
}

/** A lookup whose every observation is old is stale: the service answered, with the air of hours ago. */
function staleWhereOld<T>(lookup: Lookup<T>, observed: (data: T) => readonly Observed[], now: Date): Lookup<T> {
  if (lookup.state !== 'found') return lookup;
  const all = observed(lookup.data);
  const ages = all.flatMap((one) => hoursOld(one, now) ?? []);
  if (all.length === 0 || ages.length < all.length) return lookup;
  const reason = `the newest index is ${Math.min(...ages)} hours old; AirNow writes one every hour`;
  return { ...lookup, state: 'stale', reason };
}

const viewIndex = (observed: readonly ClosestReading[], now: Date): Index[] =>
  observed.map((one) => ({ ...pickFields(one, ...indexFields), hoursOld: hoursOld(one, now) }));

const shownAround = ({ data, citation }: Cited<readonly ReportingArea[]>, now: Date): Shown =>
  data.slice(0, shownAreas).map((place) => ({
    ...pickFields(place, 'area', 'state', 'distanceMeters', 'direction'),
    index: viewIndex(place.observations.slice(0, 6), now),
    citation,
  }));

/** Readings of the service with a key, by the area that each names. */
const shownClosest = ({ data, citation }: Cited<readonly ClosestReading[]>, now: Date): Shown =>
  [...groupBy(data, ({ area }) => area)]
    .slice(0, shownAreas)
    .map(([area, observed]) => ({ area, index: viewIndex(observed, now), citation }));

function indexSentence(readings: readonly Index[]): string {
  const highest = readings
    .filter(({ aqi, pollutant }) => aqi !== undefined && isPollutant(pollutant))
    .toSorted((a, b) => (b.aqi ?? 0) - (a.aqi ?? 0))[0];
  return highest
    ? `The nearest AirNow reporting area states an index of ${highest.aqi} (${highest.pollutant}${highest.category ? `, ${highest.category}` : ''}${highest.hoursOld ? `; ${highest.hoursOld} hours old, not current` : ''})`
    : 'No AirNow reporting area with an index was found';
}

function monitorSentence(lookup: Lookup<readonly { readonly distanceMeters: number }[]>, area: string): string {
  if (hasData(lookup))
    return `${many(lookup.data.length, 'monitor')} reported in the newest hour ${area}, the nearest ${lookup.data[0]?.distanceMeters} m away`;
  return missWords(lookup, {
    empty: `no monitor reported in the newest hour ${area}`,
    failed: 'hourly readings of monitors could not be read',
  });
}

export default defineTool({
  title: 'Current air quality near an address',
  summary: 'Current Air Quality Index of the reporting area and hourly concentrations of the nearest monitors.',
  whenToUse: 'What does AirNow report for the air near this place right now, and how far away is the monitor?',
  notFor: 'Not past years, not emissions of plants (svc_toxic_releases), no health advice.',
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
    const areaLookup = staleWhereOld(foundAreas, (found) => found[0]?.observations ?? [], now);
    const areas = answer.addLookup(areaLookup, { area, period: 'current', recordScope: 'reporting areas' });
    const monitors = answer.addLookup(monitorLookup, { area, period: 'newest hour', recordScope: 'monitors' });
    // the service with a key is read only where the file of areas cannot be read
    const closest =
      areaLookup.state === 'unavailable' && sources.hasKey(airnowApi)
        ? answer.addLookup(
            staleWhereOld(await closestReadings(sources, subject), (found) => found, now),
            {
              area: 'within 50 miles of the point',
              period: 'current',
              recordScope: 'closest reading of each pollutant',
            },
          )
        : undefined;
    if (!areas && !monitors && !closest) {
      const empty = `AirNow has no reporting area and no reporting monitor ${area}.`;
      const failed = `AirNow's current data ${area} could not be read, so the air quality is unknown.`;
      return answer.miss(answer, { empty, failed }, { state: answer.state !== 'empty' && 'unavailable' });
    }
    const shown = areas ? shownAround(areas, now) : closest ? shownClosest(closest, now) : [];
    const left = [
      ...leftWords(beyond(areas?.data, shownAreas), 'more distant areas'),
      ...leftWords(beyond(monitors?.data, shownMonitors), 'more distant monitors'),
    ];
    return answer.finish({
      summary: `${indexSentence(shown[0]?.index ?? [])}; ${monitorSentence(monitorLookup, area)}.`,
      facts: {
        reportingAreas: filled(shown),
        monitors: citedRows(monitors?.data, monitors?.citation, shownMonitors, (monitor) => ({
          ...pickFields(monitor, 'siteId', 'name', 'distanceMeters', 'direction'),
          observedAt: monitor.readings[0]?.observedAt ?? 'not stated',
          concentrations: monitor.readings.map((reading) => pickFields(reading, 'parameter', 'value', 'unit')),
        })),
      },
      limits: [left.length > 0 && `Left out: ${left.join(', ')}.`],
    });
  },
});
