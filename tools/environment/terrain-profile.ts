import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { answerSchema, fact, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { hasData } from '../../src/kernel/lookup.ts';
import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import type { PointSubject } from '../../src/kernel/subject.ts';
import { crossSamples, type Sample, type Slope, slopeOf, type Wind } from '../../src/rules/terrain.ts';
import { combineLookups } from '../../src/sources/shared/combine.ts';
import { elevationAt } from '../../src/sources/usgs-epqs/client.ts';

const distances = [50, 100];
const datum = 'feet above NAVD88';

const slope = { percent: z.number(), degrees: z.number(), fallsToward: z.string().optional() };
const facts = z.strictObject({
  elevation: fact(z.number()),
  slope: row({ ...slope, overMeters: z.number(), method: z.string() }).optional(),
  relief: row({
    lowestFeet: z.number(),
    highestFeet: z.number(),
    differenceFeet: z.number(),
    withinMeters: z.number(),
  }).optional(),
  profiles: z
    .array(row({ direction: z.enum(['N', 'E', 'S', 'W']), distanceMeters: z.number(), feetAboveCenter: z.number() }))
    .optional()
    .describe('Height of samples relative to the point'),
});

const limits = [
  'Bare-earth elevation model, not a survey: no building floor, no fill after the survey, no retaining walls.',
  "An address is placed along its street; the building's ground can differ.",
];

const oneDecimal = (value: number) => Math.round(value * 10) / 10;

type Height = Sample & { readonly feet: number };

/** Elevations of the samples; the center first, because where it has no value the others are not asked. */
async function sampled(sources: SourceAccess, subject: PointSubject, samples: readonly Sample[]) {
  const center = await elevationAt(sources, subject);
  const arms = hasData(center)
    ? await Promise.all(samples.slice(1).map(({ point }) => elevationAt(sources, point)))
    : [];
  const around = Object.fromEntries(
    arms.map((lookup, index) => {
      const sample = samples[index + 1];
      return [`${sample?.direction}${sample?.distanceMeters}`, lookup];
    }),
  );
  return { center, arms, lookup: combineLookups(center, around) };
}

/** Slope over the four samples at a distance; undefined where one of them was not read. */
function slopeAcross(heights: readonly Height[], at: number): Slope | undefined {
  const ring = heights.filter((sample) => sample.distanceMeters === at);
  return ring.length === 4
    ? slopeOf(Object.fromEntries(ring.map((s) => [s.direction, s.feet])) as Record<Wind, number>, at)
    : undefined;
}

/** The lowest and highest of the samples, and each against the center. */
function reliefOf(heights: readonly Height[], centerFeet: number, citation: string) {
  const feet = heights.map((sample) => sample.feet);
  const [lowest, highest] = [Math.min(...feet), Math.max(...feet)];
  return {
    relief: {
      lowestFeet: oneDecimal(lowest),
      highestFeet: oneDecimal(highest),
      differenceFeet: oneDecimal(highest - lowest),
      withinMeters: 100,
      citation,
    },
    profiles: heights.flatMap(({ direction, distanceMeters, feet: height }) =>
      direction === 'center'
        ? []
        : [{ direction, distanceMeters, feetAboveCenter: oneDecimal(height - centerFeet), citation }],
    ),
  };
}

export default defineTool({
  title: 'Ground elevation and slope',
  summary: 'Ground elevation, slope, direction of fall and relief within 100 m, from USGS 3DEP point samples.',
  whenToUse: 'How high does the ground lie here, how steep is it, and which way does it fall?',
  notFor: 'Not a survey, an elevation certificate or a base flood elevation (svc_flood_zone).',
  synonyms: [
    'topography',
    'ground slope',
    'steep lot',
    'hillside',
    'grade of the lot',
    'altitude',
    'height above sea level',
    'aspect',
    'contour',
    'drainage direction',
  ],
  scope: 'national',
  subject: 'point',
  sources: ['usgs-epqs'],
  limits,
  examples: [
    { title: 'Terrain at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Terrain at a point', arguments: { latitude: 35.7783, longitude: -78.6431 } },
  ],
  input: atAddress({}),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['elevation', 'slope', 'terrain', '3DEP']),
  async run(ctx) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const samples = crossSamples(subject, distances);
    const { center, arms, lookup } = await sampled(ctx.sources, subject, samples);
    const cited = answer.addLookup(lookup, {
      area: 'the point and eight samples 50 m and 100 m around it',
    });
    const verifyNext = [
      {
        action: 'Compare the elevation on the map',
        with: 'USGS point query page',
        url: 'https://apps.nationalmap.gov/epqs/',
      },
    ];
    if (!cited) {
      const summary =
        lookup.state === 'empty'
          ? 'The USGS elevation model has no value at the point (open water, or outside its rasters).'
          : 'The USGS elevation service could not be read for the point.';
      return answer.finish({ summary, limits, verifyNext });
    }
    const { citation } = cited;
    const elevation = cited.data.main;
    const heights = samples.flatMap((sample, index) => {
      const reading = index === 0 ? center : arms[index - 1];
      return reading && hasData(reading) ? [{ ...sample, feet: reading.data.feet }] : [];
    });
    const slope = slopeAcross(heights, 50);
    return answer.finish({
      summary:
        `The USGS elevation model puts the ground at ${elevation.feet} ${datum}` +
        (slope
          ? `, with a slope of ${slope.percent}% over 100 m${slope.fallsToward ? ` falling toward the ${slope.fallsToward}` : ''}.`
          : '; the slope could not be computed from the samples that were read.'),
      facts: {
        elevation: {
          value: elevation.feet,
          unit: datum,
          citation,
          ...(elevation.resolutionMeters !== undefined && { note: `raster cell of ${elevation.resolutionMeters} m` }),
        },
        ...(slope && {
          slope: { ...slope, overMeters: 100, method: 'central differences of four samples 50 m away', citation },
        }),
        ...(heights.length > 1 && reliefOf(heights, elevation.feet, citation)),
      },
      limits,
      verifyNext,
    });
  },
});
