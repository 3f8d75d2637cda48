import { z } from 'zod';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, isoDate } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import type { Bbox } from '../../src/geometry/geo.ts';
import { answerSchema, fact, rows } from '../../src/kernel/answer.ts';
import type { Cited } from '../../src/kernel/answer-builder.ts';
import { argumentFault } from '../../src/kernel/errors.ts';
import { groupBy } from '../../src/kernel/group.ts';
import { beyond, leftOut } from '../../src/kernel/nearby-shape.ts';
import { dayMs } from '../../src/kernel/time.ts';
import { boxSize, firstSceneDate } from '../../src/rules/satellite-area.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { type Scene, sceneItems, sceneKey, scenesOf } from '../../src/sources/earth-search/scenes.ts';

const earthSearch = sourceCard('earth-search');
const planetaryComputer = sourceCard('planetary-computer');

const shown = 8;
const maxAreaSquareKm = 10_000;

const facts = z.strictObject({
  sceneCount: fact(z.int()).describe('Different acquisitions, each tile and day once, no matter who lists them'),
  scenes: rows({
    ...sceneItems.shape('id', 'acquiredAt', 'cloudCoverPercent', 'tile'),
    coversBox: z.boolean().describe("The scene's bounding box holds the whole box"),
    ...sceneItems.shape('nodataPercent'),
    providers: z.array(z.enum(['earth-search', 'planetary-computer'])),
  }),
  scenesLeftOut: leftOut,
});

/** What is wrong with the box or the dates; thrown as a caller's fault. */
function refuse(path: string, message: string): never {
  throw argumentFault(path, 'custom', message);
}

function check([west, south, east, north]: Bbox, fromDate: string, toDate: string, today: string): void {
  if (west >= east || south >= north) refuse('bbox', 'order is [west, south, east, north], longitude before latitude');
  if (Math.abs(west) > 180 || Math.abs(east) > 180 || Math.abs(south) > 90 || Math.abs(north) > 90) {
    refuse('bbox', 'longitudes lie within 180 and latitudes within 90 degrees');
  }
  if (boxSize([west, south, east, north]).areaSquareKilometers > maxAreaSquareKm) {
    refuse('bbox', `the box may hold at most ${maxAreaSquareKm} square kilometers`);
  }
  if (toDate < fromDate) refuse('toDate', 'toDate must not lie before fromDate');
  if (fromDate < firstSceneDate) refuse('fromDate', `Sentinel-2 scenes start on ${firstSceneDate}`);
  if (fromDate > today) refuse('fromDate', `fromDate must not lie after today (${today})`);
  if (Date.parse(toDate) - Date.parse(fromDate) > 731 * dayMs) refuse('toDate', 'ask for at most two years at once');
}

type Provider = 'earth-search' | 'planetary-computer';

const scenesIn = (provider: Provider, part: Cited<readonly Scene[]> | undefined) =>
  (part?.data ?? []).map((scene) => ({ scene, citation: part?.citation ?? '', provider }));

export default defineTool({
  title: 'Satellite scenes of a box',
  summary:
    'Sentinel-2 scenes of a box and period from two public catalogs: dates, tiles and cloud cover; metadata only.',
  whenToUse: 'Which Sentinel-2 scenes with little cloud exist for this box between two dates?',
  notFor:
    'Renders nothing (svc-large-site-satellite-change does); the box of an address is svc_satellite_area_prepare.',
  subject: 'none',
  sources: ['earth-search', 'planetary-computer'],
  examples: [
    {
      title: 'A month over a site',
      arguments: {
        bbox: [-78.654, 35.769, -78.632, 35.787],
        fromDate: '2026-05-01',
        toDate: '2026-05-31',
        maxCloudCoverage: 30,
      },
    },
  ],
  input: inputObject({
    bbox: z.array(z.number()).length(4).describe('[west, south, east, north], WGS84, longitude before latitude'),
    fromDate: isoDate.describe('First day, YYYY-MM-DD'),
    toDate: isoDate.describe('Last day, YYYY-MM-DD; at most two years after the first'),
    maxCloudCoverage: z
      .number()
      .min(0)
      .max(100)
      .default(30)
      .describe('Largest cloud cover of the tile in percent; default 30'),
  }),
  output: answerSchema({ facts, components: true }),
  async run({ sources, now, answer }, { bbox, fromDate, toDate, maxCloudCoverage }) {
    const [west = 0, south = 0, east = 0, north = 0] = bbox;
    const box: Bbox = [west, south, east, north];
    check(box, fromDate, toDate, now.toISOString().slice(0, 10));
    const question = { bbox: box, fromDate, toDate, maxCloudCoverage };
    const [first, second] = await Promise.all([
      scenesOf(sources, earthSearch, question),
      scenesOf(sources, planetaryComputer, question),
    ]);
    const searchExtent = {
      area: `the box ${box.join(', ')}`,
      period: `${fromDate} to ${toDate}`,
      recordScope: `Sentinel-2 L2A, cloud cover of the tile at most ${maxCloudCoverage}%`,
    };
    const listed = [
      ...scenesIn('earth-search', answer.addPart('earthSearch', searchExtent, first)),
      ...scenesIn('planetary-computer', answer.addPart('planetaryComputer', searchExtent, second)),
    ];
    const all = [...groupBy(listed, ({ scene }) => sceneKey(scene)).values()]
      .flatMap((same) => same.slice(0, 1).map((one) => ({ ...one, providers: same.map(({ provider }) => provider) })))
      .toSorted((a, b) => b.scene.acquiredAt.localeCompare(a.scene.acquiredAt, 'en'));
    const [newest] = all;
    const unanswered = answer.missing.length;
    if (!newest) {
      const summary =
        unanswered === 2
          ? 'Neither of the two scene catalogs could be read.'
          : `${2 - unanswered} of 2 scene catalogs answered and listed no Sentinel-2 scene of the box from ${fromDate} to ${toDate} with at most ${maxCloudCoverage}% cloud.`;
      return answer.finish({ summary });
    }
    return answer.finish({
      summary: `${all.length} Sentinel-2 scenes reach into the box from ${fromDate} to ${toDate} with at most ${maxCloudCoverage}% cloud over the tile, the newest of ${newest.scene.acquiredAt.slice(0, 10)}${unanswered > 0 ? '; one of two catalogs did not answer' : ''}.`,
      facts: {
        sceneCount: { value: all.length, unit: 'scenes', citation: newest.citation },
        scenes: all.slice(0, shown).map(({ scene, citation, providers }) => ({
          ...pickFields(scene, 'id', 'acquiredAt', 'cloudCoverPercent', 'tile', 'coversBox', 'nodataPercent'),
          providers,
          citation,
        })),
        scenesLeftOut: beyond(all, shown),
      },
    });
  },
});
