import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerSchema, optionalRows, rows } from '../../src/kernel/answer.ts';
import { hasData } from '../../src/kernel/lookup.ts';
import { beyond, citedRows, leftWords, many } from '../../src/kernel/nearby-shape.ts';
import type { SourceCard } from '../../src/kernel/source-card.ts';
import { dayMs } from '../../src/kernel/time.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import {
  type Gauge,
  gaugesNear,
  gaugeThresholds,
  readings,
  type Thresholds,
} from '../../src/sources/noaa-nwps/client.ts';
import { recordPage } from '../../src/sources/shared/lookup.ts';
import { type Station, stationsNear } from '../../src/sources/usgs-water/stations.ts';

const nwpsCard = sourceCard('noaa-nwps');
const usgsCard = sourceCard('usgs-water');

const maxGauges = 3;
const maxStations = 3;
const reportingDays = 7;

const where = {
  name: z.string(),
  distanceMeters: z.number(),
  direction: z.string(),
  recordUrl: z.url().optional().describe('Page of the gauge'),
};
const reading = z.strictObject(readings.shape('at', 'stage', 'stageUnit', 'flow', 'flowUnit', 'floodCategory'));
const value = z.strictObject({ value: z.number(), unit: z.string().optional(), observedAt: z.string() });

const facts = z.strictObject({
  gauges: optionalRows('Gauges of the National Weather Service', {
    id: z.string(),
    ...where,
    observed: reading.optional(),
    forecast: reading.optional().describe('Highest or next value that the Weather Service forecasts'),
    floodStages: z
      .strictObject({
        unit: z.string(),
        action: z.number().optional(),
        minor: z.number().optional(),
        moderate: z.number().optional(),
        major: z.number().optional(),
      })
      .optional()
      .describe("Stages at which the gauge's flood categories start"),
    outOfService: z.boolean().optional(),
  }),
  stations: rows({ id: z.string(), ...where, gageHeight: value.optional(), discharge: value.optional() })
    .optional()
    .describe('Further USGS stations with readings of the last 7 days'),
});

const at = (place: Gauge | Station, card: SourceCard) => ({
  ...pickFields(place, 'id', 'distanceMeters', 'direction'),
  name: place.name ?? place.id,
  ...recordPage(card, place.id),
});

function floodStages({ stageUnit, action, minor, moderate, major }: Partial<Thresholds> = {}) {
  const stages = Object.entries({ action, minor, moderate, major }).filter(([, stage]) => stage !== undefined);
  return stages.length > 0 ? { unit: stageUnit ?? 'not stated', ...Object.fromEntries(stages) } : undefined;
}

const floodWords = new Set(['no flooding', 'action', 'minor', 'moderate', 'major']);

/** The stage of the nearest gauge, what it calls it, and from which stage on it is a flood there. */
function nowAt({ observed, distanceMeters, direction }: Gauge, stages: ReturnType<typeof floodStages>): string {
  const nearest = `the nearest gauge, ${distanceMeters} m to the ${direction},`;
  if (observed?.stage === undefined) return `${nearest} reports no current stage`;
  const unit = /^(ft|m)$/.test(observed.stageUnit ?? '') ? ` ${observed.stageUnit}` : '';
  const category = floodWords.has(observed.floodCategory ?? '') ? ` (${observed.floodCategory})` : '';
  const minor = stages && 'minor' in stages ? String(stages.minor) : undefined;
  const flood = minor === undefined ? 'no flood stage is set there' : `flood stage ${minor} ${stages?.unit}`;
  return `${nearest} stood at ${observed.stage}${unit}${category}, ${flood}, on ${observed.at?.slice(0, 10)} at ${observed.at?.slice(11, 16)} UTC`;
}

export default defineTool({
  title: 'River gauges and flood stages near an address',
  summary: 'Nearest river gauges with observed and forecast stage, flood categories, and further USGS stations.',
  whenToUse: 'How high is the river or creek near this address now, and at what stage does the gauge call it a flood?',
  notFor: 'Not a flood zone (svc_flood_zone) and not a warning: follow weather.gov and local officials.',
  sources: ['noaa-nwps', 'usgs-water'],
  examples: [
    { title: 'Gauges near an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Within 25 km', arguments: { address: '222 W Hargett St, Raleigh, NC 27601', radiusMeters: 25_000 } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(10_000, 50_000) }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['flood', 'river', 'gauge', 'water']),
  async run(ctx, { radiusMeters: radius }) {
    const { subject, sources, now, answer } = ctx;
    const since = new Date(now.getTime() - reportingDays * dayMs);
    const [gauges, stations] = await Promise.all([
      gaugesNear(sources, subject, radius),
      stationsNear(sources, subject, radius, since),
    ]);
    const nearest = hasData(gauges) ? gauges.data.slice(0, maxGauges) : [];
    const lookups = await Promise.all(nearest.map((gauge) => gaugeThresholds(sources, gauge.id)));
    const details = lookups.map((detail): Partial<Thresholds> => (hasData(detail) ? detail.data : {}));
    const missing = !lookups.every(hasData);
    const area = `within ${radius} m of the point`;
    const nws = answer.addLookup(
      missing && gauges.state === 'found'
        ? { ...gauges, state: 'partial', reason: 'flood stages of some gauges could not be read', missing: 'failed' }
        : gauges,
      { area, recordScope: 'gauges of the National Weather Service' },
    );
    const usgs = answer.addLookup(stations, {
      area,
      period: `readings since ${since.toISOString().slice(0, 10)}`,
      recordScope: 'stations with gage height or discharge',
    });
    if (!nws && !usgs) {
      const none = `Neither the National Weather Service nor USGS lists a reporting stream gauge ${area}.`;
      const failed = `River gauges ${area} could not be read in full, so nearby water levels are unknown.`;
      return answer.miss(answer, { empty: none, failed }, { state: answer.state !== 'empty' && 'unavailable' });
    }
    const listed = new Set(details.flatMap(({ usgsId }) => (usgsId ? [`USGS-${usgsId}`] : [])));
    const further = (usgs?.data ?? []).filter((station) => !listed.has(station.id));
    const [first] = nearest;
    const left = [
      ...leftWords(beyond(nws?.data, maxGauges), 'more distant gauges'),
      ...leftWords(beyond(further, maxStations), 'more distant USGS stations'),
    ];
    const nearestNow = first
      ? nowAt(first, floodStages(details[0]))
      : `the nearest station lies ${usgs?.data[0]?.distanceMeters} m away`;
    return answer.finish({
      summary: `${many(nws?.data.length ?? 0, 'National Weather Service gauge')} and ${many(usgs?.data.length ?? 0, 'USGS station')} report ${area}; ${nearestNow}.`,
      facts: {
        gauges:
          nws &&
          nearest.map((gauge, index) => ({
            ...at(gauge, nwpsCard),
            ...pickFields(gauge, 'observed', 'forecast'),
            floodStages: floodStages(details[index]),
            outOfService: details[index]?.inService === false || undefined,
            citation: nws.citation,
          })),
        stations: citedRows(further, usgs?.citation, maxStations, (station) => ({
          ...at(station, usgsCard),
          ...pickFields(station, 'gageHeight', 'discharge'),
        })),
      },
      limits: [left.length > 0 && `Left out: ${left.join(', ')}.`],
    });
  },
});
