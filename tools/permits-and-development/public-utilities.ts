import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { compass } from '../../src/geometry/geo.ts';
import { answerOf, optionalRows, rows } from '../../src/kernel/answer.ts';
import { groupBy } from '../../src/kernel/group.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import { beyond, citedRows } from '../../src/kernel/nearby-shape.ts';
import { serviceAreas, serviceAreasAt } from '../../src/sources/epa-water-service-areas/client.ts';
import { territoriesAt, territoriesInCopy } from '../../src/sources/hifld-electric-territories/client.ts';
import { territories } from '../../src/sources/hifld-electric-territories/fields.ts';
import { mappedWorksNear } from '../../src/sources/osm-mapped-utilities/client.ts';

const shownWorks = 8;
const shownSystems = 4;

const territoryShown = ['name', 'eiaId', 'type'] as const;

export default defineTool({
  title: 'Public utilities at and near an address',
  summary:
    'Water system and electric territory mapped at an address, and substations, water and wastewater works near it.',
  whenToUse: 'Which water and electric utilities are mapped for this site, and what utility works stand around it?',
  notFor:
    'Not a will-serve letter or a capacity check (svc_utility_service_check); electric alone: svc_electric_utility_resolver.',
  scope: 'national',
  sources: ['epa-water-service-areas', 'hifld-electric-territories', 'osm-mapped-utilities'],
  mirrors: ['hifld-electric-territories'],
  examples: [
    { title: 'Utilities of a site', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Works within 1 km', arguments: { address: '222 W Hargett St, Raleigh, NC 27601', radiusMeters: 1000 } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(3000, 10_000) }),
  output: answerOf({
    waterSystemsAtPoint: rows(serviceAreas.shape('pwsId', 'name', 'populationServed', 'connections', 'boundary'))
      .optional()
      .describe('Community water systems whose mapped service area holds the point'),
    electricTerritoriesAtPoint: rows(territories.shape(...territoryShown))
      .optional()
      .describe('Candidates of the territory map frozen in August 2025'),
    mappedWorks: optionalRows('Nearest utility works on OpenStreetMap', {
      id: z.string(),
      kind: z.string(),
      name: z.string().optional(),
      distanceMeters: z.number(),
      direction: z.string(),
    }),
    mappedWorkCounts: rows({ kind: z.string(), count: z.int() }).optional(),
  }),
  paid: oneCentTerms(['utilities', 'water', 'electric', 'development']),
  async run({ subject, sources, mirror, answer }, { radiusMeters: radius }) {
    const [waterLookup, electricLookup, worksLookup] = await Promise.all([
      serviceAreasAt(sources, subject),
      territoriesAt(sources, subject),
      mappedWorksNear(sources, subject, radius),
    ]);
    const recordScope = 'service areas of community water systems';
    const water = answer.addLookup(waterLookup, { area: 'the point', recordScope });
    const { cited: electric, answered: electricAnswered } = answer.addLiveOrMirror(
      { area: 'the point', period: 'frozen 2025-08-21', recordScope: 'electric retail territories' },
      electricLookup,
      () => territoriesInCopy(mirror, subject),
    );
    const worksArea = `within ${radius} m of the point`;
    const works = answer.addLookup(worksLookup, { area: worksArea, recordScope: 'mapped utility works' });
    const kinds = [...groupBy(works?.data ?? [], ({ kind }) => kind)];
    const number = (lookup: Lookup<readonly unknown[]>) =>
      hasData(lookup) ? String(lookup.data.length) : lookup.state === 'empty' ? 'no' : 'an unknown number of';
    const electricNumber = electric ? String(electric.data.length) : electricAnswered ? 'no' : 'an unknown number of';
    const left = beyond(works?.data, shownWorks);
    return answer.finish({
      summary:
        `At the point ${number(waterLookup)} community water service areas and ${electricNumber} electric territories are mapped; ` +
        `OpenStreetMap shows ${number(worksLookup)} utility works ${worksArea}.`,
      facts: {
        waterSystemsAtPoint: citedRows(water?.data, water?.citation, shownSystems, ({ modelMethod: _, ...one }) => one),
        electricTerritoriesAtPoint: citedRows(electric?.data, electric?.citation, shownSystems, territoryShown),
        mappedWorks: citedRows(works?.data, works?.citation, shownWorks, ({ latitude, longitude, ...work }) => ({
          ...work,
          direction: compass(subject, { latitude, longitude }),
        })),
        mappedWorkCounts: citedRows(kinds, works?.citation, undefined, ([kind, { length: count }]) => ({
          kind,
          count,
        })),
      },
      limits: [left !== undefined && `Left out: ${left} more distant works.`],
    });
  },
});
