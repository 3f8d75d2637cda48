import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerSchema, optionalRows, row } from '../../src/kernel/answer.ts';
import { hasData } from '../../src/kernel/lookup.ts';
import { citedRows, many } from '../../src/kernel/nearby-shape.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { recordPage } from '../../src/sources/shared/lookup.ts';
import {
  lastDepth,
  type WaterDepth,
  type Well,
  waterDepths,
  wells as wellColumns,
  wellsNear,
} from '../../src/sources/usgs-groundwater/client.ts';
import { networkWells, networkWellsNear } from '../../src/sources/usgs-ngwmn/client.ts';

const groundwaterCard = sourceCard('usgs-groundwater');

const wellFields = ['wellDepthFeet', 'constructed', 'aquiferCode', 'altitudeFeet', 'verticalDatum'] as const;
const shownWells = 4;
const shownNetwork = 3;
const unreadDepths = 'the last depth to water of some wells could not be read';

const facts = z.strictObject({
  wells: optionalRows('Wells of the USGS: those with a measured depth to water first, then by distance', {
    id: z.string(),
    ...wellColumns.shape('name'),
    distanceMeters: z.number(),
    direction: z.string(),
    ...wellColumns.shape(...wellFields),
    depthToWater: z
      .strictObject({
        value: z.number(),
        ...waterDepths.shape('unit'),
        observedAt: z.string(),
        ...waterDepths.shape('approval'),
      })
      .optional()
      .describe('Last field measurement; absent where none is on record'),
    recordUrl: z.url().optional().describe('Page of the well'),
  }),
  wellCounts: row({ count: z.int(), withMeasuredDepthCount: z.int() }).optional(),
  networkWells: optionalRows('Further wells of the National Ground-Water Monitoring Network, of other agencies', {
    ...networkWells.shape('id', 'agency'),
    distanceMeters: z.number(),
    direction: z.string(),
    ...networkWells.shape('aquiferType', 'aquiferCode'),
  }),
});

const wellRow = (well: Well, depth: WaterDepth | undefined, citation: string) => ({
  ...pickFields(well, 'id', 'name', 'distanceMeters', 'direction', ...wellFields),
  ...recordPage(groundwaterCard, well.id),
  depthToWater: depth && pickFields(depth, 'value', 'unit', 'observedAt', 'approval'),
  citation,
});

export default defineTool({
  title: 'Groundwater wells and depth to water near an address',
  summary: 'Monitoring wells near an address with their last measured depth to water, depth and aquifer code.',
  whenToUse: 'How deep was groundwater measured in wells near this address, when, and which networks watch it?',
  notFor:
    'Not a well log or a yield, and not drinking water (svc_drinking_water_violations); streams: svc_flood_gauges.',
  sources: ['usgs-groundwater', 'usgs-ngwmn'],
  examples: [
    { title: 'Wells near an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Within 3 km', arguments: { address: '222 W Hargett St, Raleigh, NC 27601', radiusMeters: 3000 } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(10_000, 40_000) }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['groundwater', 'wells', 'USGS', 'water']),
  async run({ subject, sources, answer }, { radiusMeters: radius }) {
    const area = `within ${radius} m of the point`;
    const [wells, network] = await Promise.all([
      wellsNear(sources, subject, radius),
      networkWellsNear(sources, subject, radius),
    ]);
    const all = hasData(wells) ? wells.data : [];
    const measured = all.filter(({ lastMeasured }) => lastMeasured !== undefined);
    const chosen = [...measured, ...all.filter(({ lastMeasured }) => lastMeasured === undefined)].slice(0, shownWells);
    const lookups = await Promise.all(
      chosen.map(({ id, lastMeasured }) => (lastMeasured ? lastDepth(sources, id, lastMeasured) : undefined)),
    );
    const depths = lookups.map((depth) => (depth && hasData(depth) ? depth.data : undefined));
    const unread = lookups.some((depth) => depth && !hasData(depth) && depth.state !== 'empty');
    const usgs = answer.addLookup(
      unread && wells.state === 'found'
        ? { ...wells, state: 'partial', reason: unreadDepths, missing: 'failed' }
        : wells,
      { area, recordScope: 'wells of the USGS and their field measurements of depth to water' },
    );
    const others = answer.addLookup(network, { area, recordScope: 'wells of the monitoring network' });
    const further = (others?.data ?? []).filter(({ id }) => !all.some((well) => well.id === id));
    if ((!usgs || all.length === 0) && further.length === 0) {
      const none = `Neither the USGS nor the monitoring network lists a well ${area}.`;
      const failed = `Groundwater wells ${area} could not be read in full.`;
      return answer.miss(answer, { empty: none, failed }, { state: answer.state !== 'empty' && 'unavailable' });
    }
    const first = depths.find((depth) => depth !== undefined);
    const unit = first && /^ft$/i.test(first.unit ?? '') ? 'ft' : 'units as reported';
    const reading = first
      ? `; the nearest measured one stood ${first.value} ${unit} below its land surface on ${first.observedAt.slice(0, 10)}`
      : '; no measured depth to water could be given';
    const left = all.length - chosen.length;
    return answer.finish({
      summary: `${usgs ? many(all.length, 'USGS well') : 'An unknown number of USGS wells'} (${measured.length} with a measured depth to water) and ${many(further.length, 'well')} of other agencies lie ${area}${reading}.`,
      facts: {
        ...(usgs &&
          all.length > 0 && {
            wellCounts: { count: all.length, withMeasuredDepthCount: measured.length, citation: usgs.citation },
            wells: chosen.map((well, index) => wellRow(well, depths[index], usgs.citation)),
          }),
        networkWells: citedRows(further, others?.citation, shownNetwork, [
          'id',
          'agency',
          'distanceMeters',
          'direction',
          'aquiferType',
          'aquiferCode',
        ]),
      },
      limits: [left > 0 && `Left out: ${left} further USGS wells.`],
    });
  },
});
