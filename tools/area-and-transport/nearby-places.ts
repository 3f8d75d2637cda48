import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import type { RowOf } from '../../src/fields/table.ts';
import { answerSchema, rows } from '../../src/kernel/answer.ts';
import { missWords } from '../../src/kernel/answer-builder.ts';
import { groupBy } from '../../src/kernel/group.ts';
import { citedRows, leftOut, listed } from '../../src/kernel/nearby-shape.ts';
import { limitOf } from '../../src/rules/limits.ts';
import { chargingNear, stations as stationTable } from '../../src/sources/afdc-stations/client.ts';
import { schoolsNear, schools as schoolTable } from '../../src/sources/nces-schools/client.ts';
import { registered, registeredAt, registeredNear } from '../../src/sources/nps-nrhp/client.ts';
import { type PlaceKind, placeKinds, placesNear } from '../../src/sources/osm-overpass/client.ts';
import { protectedAreas as areaTable, protectedAreasNear } from '../../src/sources/usgs-padus/client.ts';

const perKind = 2;
const shown = 3;
const kinds = Object.keys(placeKinds) as [PlaceKind, ...PlaceKind[]];

const distance = { distanceMeters: z.number() };
const listedShape = registered.shape('refNumber', 'name', 'kind', 'nationalHistoricLandmark');

const facts = z.strictObject({
  historicAreas: rows(listedShape).optional().describe('Listed properties and districts whose area holds the point'),
  historicPlaces: rows({ ...listedShape, ...distance })
    .optional()
    .describe('National Register, the nearest first'),
  historicPlacesLeftOut: leftOut,
  schools: rows({ ...schoolTable.shape('ncesId', 'name', 'street'), ...distance })
    .optional()
    .describe('Public schools as NCES lists them; the nearest is not the assigned one'),
  schoolsLeftOut: leftOut,
  charging: rows({
    ...stationTable.shape('name', 'network', 'status', 'level2PortCount', 'fastChargingPortCount'),
    ...distance,
  })
    .optional()
    .describe('Public charging stations of the Alternative Fuels Data Center'),
  chargingLeftOut: leftOut,
  protectedLands: rows(areaTable.shape('name', 'agency', 'publicAccess', 'acres'))
    .optional()
    .describe('Protected lands of PAD-US within the radius, the largest first'),
  protectedLandsLeftOut: leftOut,
  counts: rows({ kind: z.enum(kinds), places: z.int() })
    .optional()
    .describe('Mapped places within the radius by kind'),
  nearest: rows({
    kind: z.enum(kinds),
    tag: z.string().describe('Value of the OpenStreetMap tag'),
    name: z.string().optional(),
    distanceMeters: z.number(),
    osmId: z.string(),
  })
    .optional()
    .describe(`The ${perKind} nearest of each kind`),
  attribution: z.literal('© OpenStreetMap contributors, ODbL 1.0').optional(),
});

/** One row an area, that of its largest part, the largest first: an area of several parts comes in as many rows. */
const wholeAreas = (rows: readonly RowOf<typeof areaTable>[]) =>
  [
    ...groupBy(
      rows.toSorted((a, b) => (b.acres ?? 0) - (a.acres ?? 0)),
      ({ name, agency }) => `${name} ${agency}`,
    ).values(),
  ].flatMap(([largest]) => largest ?? []);

export default defineTool({
  title: 'Places near an address',
  summary:
    'Shops, food, schools, health, parks and stops mapped around an address; historic register, charging, public land.',
  whenToUse:
    'Which shops, schools, parks, charging stations, historic register places and public lands lie near this address?',
  notFor:
    'Not opening hours, reviews, attendance zones or a walkability figure; highways and rail are svc_transportation_context.',
  sources: ['osm-overpass', 'nps-nrhp', 'nces-schools', 'afdc-stations', 'usgs-padus'],
  examples: [
    { title: 'A short walk', arguments: { address: '222 W Hargett St, Raleigh, NC 27601', radiusMeters: 800 } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(800, 3000) }),
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['places', 'amenities', 'OpenStreetMap', 'schools', 'historic places']),
  async run({ subject, sources, answer }, { radiusMeters: radius }) {
    const [mapped, holding, historic, schools, charging, lands] = await Promise.all([
      placesNear(sources, subject, radius),
      registeredAt(sources, subject),
      registeredNear(sources, subject, radius),
      schoolsNear(sources, subject, radius),
      chargingNear(sources, subject, radius),
      protectedAreasNear(sources, subject, radius),
    ]);
    const area = `within ${radius} m of the point`;
    const recordScope = 'groceries, food, schools, health, civic places, parks, transit stops';
    const cited = answer.addPart('mappedPlaces', { area, recordScope }, mapped);
    const around = answer.addPart('historicAreas', { area: 'the point', recordScope: 'listed areas' }, holding);
    const listedPlaces = answer.addPart('historicPlaces', { area, recordScope: 'listed properties' }, historic);
    const campuses = answer.addPart('schools', { area, recordScope: 'public schools' }, schools);
    const chargers = answer.addPart('charging', { area, recordScope: 'public charging stations' }, charging);
    const fee = answer.addPart('protectedLands', { area, recordScope: 'protected lands held in fee' }, lands);
    const areas = fee && wholeAreas(fee.data);
    const groups = kinds
      .map((kind) => ({ kind, places: (cited?.data ?? []).filter((place) => place.kind === kind) }))
      .filter(({ places }) => places.length > 0);
    const further = [
      around && 'inside an area of the National Register',
      listedPlaces && `historic places ${listedPlaces.data.length}`,
      campuses && `public schools ${campuses.data.length}`,
      chargers && `charging stations ${chargers.data.length}`,
      areas && `protected lands ${areas.length}`,
    ].filter(Boolean);
    const osm = cited
      ? `OpenStreetMap has ${cited.data.length} places ${area}: ${groups.map(({ kind, places }) => `${kind} ${places.length}`).join(', ')}`
      : missWords(mapped, {
          empty: `OpenStreetMap has none of the seven kinds of places mapped ${area}`,
          failed: 'OpenStreetMap could not be read, so the places around the point are unknown',
        });
    const unread = answer.missing.filter((name) => name !== 'mappedPlaces').length;
    return answer.finish({
      summary: `${[osm, ...further].join('; ')}${unread > 0 ? `; ${unread} of 5 federal lists could not be read` : ''}.`,
      facts: {
        historicAreas: citedRows(around?.data, around?.citation, shown),
        ...listed('historicPlaces', listedPlaces?.data, listedPlaces?.citation, shown),
        ...listed('schools', campuses?.data, campuses?.citation, shown),
        ...listed(
          'charging',
          chargers?.data.map(({ access: _, stationId: __, ...station }) => station),
          chargers?.citation,
          shown,
        ),
        ...listed('protectedLands', areas, fee?.citation, shown),
        ...(cited && {
          counts: groups.map(({ kind, places }) => ({ kind, places: places.length, citation: cited.citation })),
          nearest: groups.flatMap(({ places }) => citedRows(places, cited.citation, perKind) ?? []),
          attribution: '© OpenStreetMap contributors, ODbL 1.0',
        }),
      },
      limits: [subject.precision === 'address' && limitOf('address.along_street')],
      verifyNext: [
        {
          action: 'Look at the map itself',
          with: 'OpenStreetMap',
          url: `https://www.openstreetmap.org/#map=17/${subject.latitude}/${subject.longitude}`,
        },
      ],
    });
  },
});
