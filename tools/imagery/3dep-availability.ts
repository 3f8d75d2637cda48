import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { answerSchema, optionalRows, row } from '../../src/kernel/answer.ts';
import { missWords } from '../../src/kernel/answer-builder.ts';
import { leftOut, listed } from '../../src/kernel/nearby-shape.ts';
import { workUnits, workUnitsAt } from '../../src/sources/usgs-3dep-index/client.ts';
import { elevationProducts, tilesAt } from '../../src/sources/usgs-tnm/client.ts';

const shown = 4;

const product = row({
  product: z.string(),
  tileCount: z.int(),
  newestPublishedOn: z.string().optional().describe('Newest publication date among the tiles that were listed'),
}).optional();

const facts = z.strictObject({
  workUnits: optionalRows('Lidar work units that cover the point, newest collection first', {
    ...workUnits.shape('workUnit', 'project', 'collectedFrom', 'collectedUntil'),
    ...workUnits.shape('qualityLevel', 'horizontalCrs', 'verticalCrs'),
  }),
  workUnitsLeftOut: leftOut,
  oneMeterDem: product,
  lidarPointCloud: product,
});

export default defineTool({
  title: '3DEP lidar and elevation data at an address',
  summary: 'USGS 3DEP lidar projects that cover a point, with dates and quality level, and published 1 m DEM tiles.',
  whenToUse: 'Is there lidar or a 1-meter elevation model at this address, and from when?',
  notFor: 'Not an elevation or slope (svc_terrain_profile), not a survey and not flood elevations (svc_flood_zone).',
  sources: ['usgs-3dep-index', 'usgs-tnm'],
  examples: [{ title: 'At an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['lidar', 'elevation', 'USGS', '3DEP']),
  async run({ subject, sources, answer }) {
    const [units, dem, cloud] = await Promise.all([
      workUnitsAt(sources, subject),
      tilesAt(sources, subject, 'oneMeterDem'),
      tilesAt(sources, subject, 'lidarPointCloud'),
    ]);
    const area = 'the point';
    const collected = answer.addPart('workUnits', { area, recordScope: 'lidar work units' }, units);
    const model = answer.addPart('oneMeterDem', { area, recordScope: elevationProducts.oneMeterDem }, dem);
    const points = answer.addPart('lidarPointCloud', { area, recordScope: elevationProducts.lidarPointCloud }, cloud);
    const newest = collected?.data[0];
    const findings = [
      newest
        ? `${collected.data.length} lidar work units${newest.collectedUntil ? `, the newest collected until ${newest.collectedUntil}` : ''}`
        : missWords(units, { empty: 'no lidar work unit', failed: 'work units unknown (the index did not answer)' }),
      model
        ? `${model.data.tileCount} tiles of the 1 m elevation model`
        : missWords(dem, {
            empty: 'no tile of the 1 m elevation model',
            failed: 'elevation model unknown (no answer)',
          }),
    ];
    const tile = (name: keyof typeof elevationProducts, cited: typeof model) =>
      cited && { [name]: { product: elevationProducts[name], ...cited.data, citation: cited.citation } };
    return answer.finish({
      summary: `USGS 3DEP at the point: ${findings.join('; ')}.`,
      facts: {
        ...listed('workUnits', collected?.data, collected?.citation, shown),
        ...tile('oneMeterDem', model),
        ...tile('lidarPointCloud', points),
      },
    });
  },
});
