import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { answerSchema, rows } from '../../src/kernel/answer.ts';
import { limitOf } from '../../src/rules/limits.ts';
import { type PlaceKind, placeKinds, placesNear } from '../../src/sources/osm-overpass/client.ts';

const perKind = 2;
const kinds = Object.keys(placeKinds) as [PlaceKind, ...PlaceKind[]];

const facts = z.strictObject({
  counts: rows({ kind: z.enum(kinds), places: z.int() }).describe('Mapped places within the radius by kind'),
  nearest: rows({
    kind: z.enum(kinds),
    tag: z.string().describe('Value of the OpenStreetMap tag'),
    name: z.string().optional(),
    distanceMeters: z.number(),
    osmId: z.string(),
  }).describe(`The ${perKind} nearest of each kind`),
  attribution: z.literal('© OpenStreetMap contributors, ODbL 1.0'),
});

export default defineTool({
  title: 'Places near an address',
  summary:
    'Groceries, food, schools, health, civic places, parks and transit mapped around an address, with distances.',
  whenToUse: 'Which shops, schools, pharmacies, parks and stops lie within a short distance of this address?',
  notFor: 'Not opening hours, reviews or a walkability figure; highways and rail are svc_transportation_context.',
  sources: ['osm-overpass'],
  examples: [
    { title: 'A short walk', arguments: { address: '222 W Hargett St, Raleigh, NC 27601', radiusMeters: 800 } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(800, 3000) }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['places', 'amenities', 'OpenStreetMap']),
  async run({ subject, sources, answer }, { radiusMeters: radius }) {
    const lookup = await placesNear(sources, subject, radius);
    const cited = answer.addLookup(lookup, {
      area: `within ${radius} m of the point`,
      recordScope: 'groceries, food, schools, health, civic places, parks, transit stops',
    });
    const verifyNext = [
      {
        action: 'Look at the map itself',
        with: 'OpenStreetMap',
        url: `https://www.openstreetmap.org/#map=17/${subject.latitude}/${subject.longitude}`,
      },
    ];
    if (!cited)
      return answer.miss(
        lookup,
        {
          empty: `OpenStreetMap has none of the seven kinds of places mapped within ${radius} m of the point.`,
          failed: 'OpenStreetMap could not be read, so the places around the point are unknown.',
        },
        { verifyNext },
      );
    const { data, citation } = cited;
    const groups = kinds
      .map((kind) => ({ kind, places: data.filter((place) => place.kind === kind) }))
      .filter(({ places }) => places.length > 0);
    return answer.finish({
      summary: `OpenStreetMap has ${data.length} places mapped within ${radius} m of the point: ${groups.map(({ kind, places }) => `${kind} ${places.length}`).join(', ')}.`,
      facts: {
        counts: groups.map(({ kind, places }) => ({ kind, places: places.length, citation })),
        nearest: groups.flatMap(({ places }) => places.slice(0, perKind).map((place) => ({ ...place, citation }))),
        attribution: '© OpenStreetMap contributors, ODbL 1.0',
      },
      limits: [subject.precision === 'address' && limitOf('address.along_street')],
      verifyNext,
    });
  },
});
