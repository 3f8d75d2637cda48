import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerSchema, optionalRows, rows } from '../../src/kernel/answer.ts';
import { type AnswerBuilder, missWords } from '../../src/kernel/answer-builder.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import { beyond, citedRows, leftWords, many } from '../../src/kernel/nearby-shape.ts';
import type { SourceCard } from '../../src/kernel/source-card.ts';
import type { GeoPoint } from '../../src/kernel/subject.ts';
import { sentence } from '../../src/kernel/text.ts';
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
import { firstOfEach, nearestRows } from '../../src/sources/shared/table-rows.ts';
import { damsNear, dams as damTable } from '../../src/sources/usace-nid/client.ts';
import { type Station, stationsNear } from '../../src/sources/usgs-water/stations.ts';

const nwpsCard = sourceCard('noaa-nwps');
const usgsCard = sourceCard('usgs-water');

const maxGauges = 3;
const maxStations = 3;
const maxDams = 5;
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
  dams: rows({
    ...damTable.shape(
      'nidId',
      'name',
      'river',
      'hazardPotential',
      'operationalStatus',
      'maxStorageAcreFeet',
      'drainageAreaSquareMiles',
      'updatedOn',
    ),
    distanceMeters: z.number(),
    direction: z.string(),
  })
    .optional()
    .describe(
      'Dams within the radius, those of high hazard potential first; whether one lies upstream was not examined',
    ),
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

/** How many a source lists; a source that failed has no zero. */
const countWords = (found: Lookup<readonly unknown[]>, one: string): string =>
  hasData(found) || found.state === 'empty'
    ? many(hasData(found) ? found.data.length : 0, one)
    : `an unknown number of ${one}s`;

/** The order of consequence, as the inventory words it; a word that it does not use comes last. */
const hazardOrder = ['High', 'Significant', 'Undetermined', 'Low'];
const hazardRank = ({ hazardPotential = '' }: { readonly hazardPotential?: string | undefined }) =>
  hazardOrder.includes(hazardPotential) ? hazardOrder.indexOf(hazardPotential) : hazardOrder.length;

/** Dams within the radius, those whose failure could do most first, then the nearest; and the clause about them. */
function damsOf(answer: AnswerBuilder, found: Awaited<ReturnType<typeof damsNear>>, point: GeoPoint, radius: number) {
  // a saddle dam repeats the number of its dam
  const near = firstOfEach(nearestRows(found, point, radius), ({ nidId }) => nidId);
  const area = `within ${radius} m of the point`;
  const cited = answer.addLookup(near, { area, recordScope: 'dams of the National Inventory' });
  const dams = (cited?.data ?? []).toSorted(
    (a, b) => hazardRank(a) - hazardRank(b) || a.distanceMeters - b.distanceMeters,
  );
  const high = dams.filter(({ hazardPotential }) => hazardPotential === 'High').length;
  const words = cited
    ? `${many(dams.length, 'dam')} of the National Inventory (${high} of high hazard potential)`
    : missWords(near, { empty: 'no dam of the National Inventory', failed: 'dams that could not be read' });
  return { dams, citation: cited?.citation, words };
}

export default defineTool({
  title: 'River gauges, flood stages and dams near an address',
  summary:
    'Nearest river gauges with stage and flood categories, further USGS stations, and dams of the National Inventory.',
  whenToUse: 'How high is the river near this address now, at what stage is it a flood, and which dams are nearby?',
  notFor: 'Not a flood zone (svc_flood_zone) and not a warning: follow weather.gov and local officials.',
  sources: ['noaa-nwps', 'usgs-water', 'usace-nid'],
  examples: [
    { title: 'Gauges near an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Within 25 km', arguments: { address: '222 W Hargett St, Raleigh, NC 27601', radiusMeters: 25_000 } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(10_000, 50_000) }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['flood', 'river', 'gauge', 'water', 'dam']),
  async run(ctx, { radiusMeters: radius }) {
    const { subject, sources, now, answer } = ctx;
    const since = new Date(now.getTime() - reportingDays * dayMs);
    const [gauges, stations, inventory] = await Promise.all([
      gaugesNear(sources, subject, radius),
      stationsNear(sources, subject, radius, since),
      damsNear(sources, subject, radius),
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
    const { dams, citation: damCitation, words: damWords } = damsOf(answer, inventory, subject, radius);
    if (!nws && !usgs && dams.length === 0) {
      const none = `Neither the National Weather Service nor USGS lists a reporting stream gauge ${area}, and the National Inventory lists no dam.`;
      const failed = `River gauges and dams ${area} could not be read in full, so nearby water levels are unknown.`;
      return answer.miss(answer, { empty: none, failed }, { state: answer.state !== 'empty' && 'unavailable' });
    }
    const listed = new Set(details.flatMap(({ usgsId }) => (usgsId ? [`USGS-${usgsId}`] : [])));
    const further = (usgs?.data ?? []).filter((station) => !listed.has(station.id));
    const [first] = nearest;
    const left = [
      ...leftWords(beyond(nws?.data, maxGauges), 'more distant gauges'),
      ...leftWords(beyond(further, maxStations), 'more distant USGS stations'),
      ...leftWords(beyond(dams, maxDams), 'further dams'),
    ];
    const nearestNow = first
      ? nowAt(first, floodStages(details[0]))
      : usgs
        ? `the nearest station lies ${usgs.data[0]?.distanceMeters} m away`
        : undefined;
    return answer.finish({
      summary: sentence(
        `${countWords(gauges, 'National Weather Service gauge')} and ${countWords(stations, 'USGS station')} report ${area}${nearestNow ? `; ${nearestNow}` : ''}; ${damWords} ${area}`,
      ),
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
        dams: citedRows(dams, damCitation, maxDams, ({ at: _, ...dam }) => dam),
      },
      limits: [left.length > 0 && `Left out: ${left.join(', ')}.`],
    });
  },
});
