import { z } from 'zod';
import { placeWords } from '../../src/answers/uncovered.ts';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { boxAround } from '../../src/geometry/geo.ts';
import { answerSchema, fact, optionalRows, rows } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { groupBy } from '../../src/kernel/group.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import { citedRows, many, metricWords } from '../../src/kernel/nearby-shape.ts';
import { plainName } from '../../src/kernel/text.ts';
import { limitOf } from '../../src/rules/limits.ts';
import { airportsNear } from '../../src/sources/faa-airports/client.ts';
import { airports as airportTable } from '../../src/sources/faa-airports/fields.ts';
import { segments as segmentTable, trafficNear } from '../../src/sources/fhwa-hpms/client.ts';
import { highwaysNear, highways as highwayTable } from '../../src/sources/ntad-highways/client.ts';
import { railNear, railLines as railTable } from '../../src/sources/ntad-rail/client.ts';
import { transitStops as stopTable, transitStopsNear } from '../../src/sources/ntad-transit-stops/client.ts';
import { centerLinesIn, type RoadLayer, roadLayers } from '../../src/sources/tiger-roads/client.ts';

const roadClasses = Object.keys(roadLayers) as RoadLayer[];
/** A picture of 800 pixels shows no more, and the answer stays below 80 kB. */
const mostCorners = 3000;

const roadLinesShape = {
  roadLines: optionalRows(
    'Mapped center lines of the roads in the square around the point, for a map; not for measuring',
    {
      name: z.string().optional(),
      roadClass: z.enum(roadClasses),
      lines: z
        .array(z.array(z.tuple([z.number(), z.number()])))
        .describe('Center lines; [longitude, latitude] in WGS84 degrees'),
    },
  ),
} satisfies z.ZodRawShape;

const fivePlaces = (value: number) => Math.round(value * 1e5) / 1e5;

/**
 * Center lines of the roads in the square around the place, main roads first, one row for each name and class; five
 * decimals. Roads that do not fit into 3,000 corners are left out; `limit` says how many.
 */
async function roadLines(
  { sources, subject }: Pick<ToolContext<'point'>, 'sources' | 'subject'>,
  answer: AnswerBuilder,
  radiusMeters: number,
) {
  const box = boxAround(subject, radiusMeters);
  const found = await Promise.all(roadClasses.map((layer) => centerLinesIn(sources, layer, box)));
  let corners = 0;
  let leftOut = 0;
  const drawn = found.flatMap((lookup) => {
    const cited = answer.addLookup(lookup, {
      area: `square of ${radiusMeters} m around the point`,
      recordScope: 'center lines of roads',
    });
    if (!cited || !hasData(lookup)) return [];
    return [...groupBy(lookup.data, ({ name = '' }) => name).values()].flatMap((parts) => {
      const [first] = parts;
      const lines = parts.flatMap(({ lines }) =>
        lines.map((line) => line.map(([x, y]): [number, number] => [fivePlaces(x), fivePlaces(y)])),
      );
      const own = lines.reduce((sum, { length }) => sum + length, 0);
      if (!first) return [];
      if (corners + own > mostCorners) {
        leftOut++;
        return [];
      }
      corners += own;
      const { name, layer } = first;
      return [{ ...(name && { name }), roadClass: layer, lines, citation: cited.citation }];
    });
  });
  return {
    ...(drawn.length > 0 && { roadLines: drawn }),
    limit: leftOut > 0 && `Lines of ${many(leftOut, 'further road')} are left out of roadLines for their length.`,
  };
}

/** The roads whose traffic is noticed; within more, a city has too many segments to know the nearest. */
const trafficMeters = 800;
/** Airports matter at distances at which a street does not. */
const airportMeters = 20_000;
const shown = 5;
const shownVolumes = 2;
/** Beyond it the streets of a town are too many for one map. */
const drawnMeters = 1000;

const distance = { distanceMeters: z.number() };

const facts = z.strictObject({
  highways: rows({ ...highwayTable.shape('route'), ...distance }).optional(),
  railLines: rows({ ...railTable.shape('railroad', 'network'), ...distance }).optional(),
  transitStops: rows({ ...stopTable.shape('name', 'stopId', 'mode'), ...distance }).optional(),
  stopCount: fact(z.int()).optional(),
  airports: rows({ ...airportTable.shape('name', 'ident', 'icao', 'city'), ...distance }).optional(),
  trafficVolumes: rows({
    ...segmentTable.shape('functionalClass', 'vehiclesPerDay'),
    ...distance,
  })
    .optional()
    .describe('Roads of the federal-aid system with traffic volumes, the nearest first; each route once'),
  ...roadLinesShape,
});

function layersOf(answer: AnswerBuilder) {
  const findings: string[] = [];
  const take = <T extends { readonly distanceMeters: number }>(
    name: string,
    lookup: Lookup<readonly T[]>,
    meters: number,
    label: (first: T, count: number) => string,
  ) => {
    const cited = answer.addPart(name, { area: `within ${metricWords(meters)} of the point` }, lookup);
    const [first] = cited?.data ?? [];
    if (!cited || !first) return undefined;
    const { data, citation } = cited;
    findings.push(label(first, data.length));
    return { count: data.length, citation, rows: citedRows(data, citation, shown) };
  };
  return { findings, take };
}

export default defineTool({
  title: 'Transportation around an address',
  summary:
    'Nearest highways, traffic volumes (AADT), rail lines, transit stops and airports, with straight-line distances.',
  whenToUse:
    'Which highways, rail lines, transit stops and airports lie near this address, and how busy are its roads (AADT)?',
  notFor:
    'Not transit routes (svc_transit_context), crashes (svc_traffic_crash_context) or noise (svc_noise_proximity).',
  sources: ['ntad-highways', 'ntad-rail', 'ntad-transit-stops', 'faa-airports', 'fhwa-hpms', 'tiger-roads'],
  examples: [
    { title: 'Around an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601', radiusMeters: 1600 } },
    { title: 'Around a point', arguments: { latitude: 41.8838, longitude: -87.6319 } },
  ],
  input: atAddress({
    radiusMeters: radiusMeters(1600, 10_000),
    roadLines: z
      .boolean()
      .optional()
      .describe('true: the answer carries the lines of roads within radiusMeters (at most 1000 m) for a map'),
  }),
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['transportation', 'transit', 'rail', 'airports', 'traffic']),
  async run(ctx, { radiusMeters: radius, roadLines: withLines }) {
    const { subject, sources, answer } = ctx;
    const airportRadius = Math.max(radius, airportMeters);
    const trafficRadius = Math.min(radius, trafficMeters);
    const [highways, rail, stops, airports, traffic] = await Promise.all([
      highwaysNear(sources, subject, radius),
      railNear(sources, subject, radius),
      transitStopsNear(sources, subject, radius),
      airportsNear(sources, subject, airportRadius),
      trafficNear(sources, subject.stateCode, subject, trafficRadius),
    ]);
    const { findings, take } = layersOf(answer);
    const at = (meters: number) => `at ${metricWords(meters)}`;
    const roads = take(
      'highways',
      highways,
      radius,
      (entry) => `${plainName(entry.route) ?? 'a highway'} ${at(entry.distanceMeters)}`,
    );
    const lines = take(
      'railLines',
      rail,
      radius,
      (entry) => `${plainName(entry.railroad) ?? 'a'} rail line ${at(entry.distanceMeters)}`,
    );
    const halts = take('transitStops', stops, radius, (_, count) => `${count} transit stops`);
    const fields = take(
      'airports',
      airports,
      airportRadius,
      (entry) => `${plainName(entry.name) ?? 'an'} airport ${at(entry.distanceMeters)}`,
    );
    const volumes = take(
      'trafficVolumes',
      traffic,
      trafficRadius,
      ({ vehiclesPerDay, distanceMeters }) =>
        `${vehiclesPerDay.toLocaleString('en-US')} vehicles a day ${at(distanceMeters)}`,
    );
    const unanswered = answer.missing.length;
    const drawn = withLines ? await roadLines(ctx, answer, Math.min(radius, drawnMeters)) : undefined;
    const more = [roads, lines, halts, fields, volumes].filter((list) => list && list.count > shown).length;
    return answer.finish({
      summary:
        `Five federal layers were queried around ${placeWords(subject)} (${metricWords(radius)}, airports ${metricWords(airportRadius)}): ` +
        `${findings.length > 0 ? findings.join(', ') : 'nothing was found in the layers that answered'}` +
        `${unanswered > 0 ? `; ${unanswered} of 5 did not answer` : ''}.`,
      facts: {
        highways: roads?.rows,
        railLines: lines?.rows,
        transitStops: halts?.rows,
        stopCount: halts && { value: halts.count, unit: 'stops', citation: halts.citation },
        airports: fields?.rows,
        trafficVolumes: volumes?.rows?.slice(0, shownVolumes).map(({ routeId: _, ...segment }) => segment),
        ...(drawn?.roadLines && { roadLines: drawn.roadLines }),
      },
      limits: [
        drawn?.limit,
        more > 0 && `Each list shows the nearest, at most ${shown}.`,
        subject.precision === 'address' && limitOf('address.along_street'),
      ],
    });
  },
});
