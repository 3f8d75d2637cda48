import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { answerSchema, fact, row, rows } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import type { PointSubject } from '../../src/kernel/subject.ts';
import { crossSamples, type Sample, type Slope, slopeOf, type Wind } from '../../src/rules/terrain.ts';
import { combineLookups } from '../../src/sources/shared/combine.ts';
import { elevationsAt } from '../../src/sources/usgs-3dep-elevation/client.ts';
import { type Elevation, elevationAt } from '../../src/sources/usgs-epqs/client.ts';

const distances = [50, 100];
const datum = 'above NAVD88';

const slope = { slopePercent: z.number(), slopeDegrees: z.number(), fallsToward: z.string().optional() };
const facts = z.strictObject({
  elevation: fact(z.number()),
  slope: row({ ...slope, overMeters: z.number(), method: z.string() }).optional(),
  relief: row({
    lowestFeet: z.number(),
    highestFeet: z.number(),
    differenceFeet: z.number(),
    withinMeters: z.number(),
  }).optional(),
  profiles: rows({ direction: z.enum(['N', 'E', 'S', 'W']), distanceMeters: z.number(), aboveCenterFeet: z.number() })
    .optional()
    .describe('Height of samples relative to the point'),
});

const oneDecimal = (value: number) => Math.round(value * 10) / 10;

type Height = Sample & { readonly feet: number };

const area = { point: 'the point', samples: 'the point and eight samples 50 m and 100 m around it' } as const;

/** One query for each sample, where one query for all of them failed. */
async function oneByOne(sources: SourceAccess, center: Lookup<Elevation>, samples: readonly Sample[]) {
  const arms = await Promise.all(samples.slice(1).map(({ point }) => elevationAt(sources, point)));
  const around = Object.fromEntries(
    arms.map((lookup, index) => {
      const sample = samples[index + 1];
      return [`${sample?.direction}${sample?.distanceMeters}`, lookup];
    }),
  );
  const heights = [center, ...arms].flatMap((reading, index) => {
    const sample = samples[index];
    return sample && hasData(reading) ? [{ ...sample, feet: reading.data.feet }] : [];
  });
  return { lookup: combineLookups(center, around), heights };
}

/**
 * Asks for the point, which comes with its survey, and beside it for all samples in one question. Where the point itself
 * has no value the samples are no ground of it.
 */
async function read(sources: SourceAccess, subject: PointSubject, answer: AnswerBuilder) {
  const samples = crossSamples(subject, distances);
  const [center, together] = await Promise.all([
    elevationAt(sources, subject),
    elevationsAt(
      sources,
      samples.map(({ point }) => point),
    ),
  ]);
  if (hasData(together) && center.state !== 'empty') {
    const heights = samples.flatMap((sample, index) => {
      const feet = together.data[index];
      return feet === undefined ? [] : [{ ...sample, feet }];
    });
    const own = heights.find(({ direction }) => direction === 'center');
    const at = answer.addLookup(center, { area: area.point });
    const around = answer.addLookup(together, { area: area.samples });
    if (around && (at || own)) {
      const feet = Math.round((own?.feet ?? 0) * 100) / 100;
      return { center: at ?? { data: { feet }, citation: around.citation }, heights, citation: around.citation };
    }
  }
  if (!hasData(center)) {
    answer.addLookup(center, { area: area.samples });
    return center;
  }
  const { lookup, heights } = await oneByOne(sources, center, samples);
  const cited = answer.addLookup(lookup, { area: area.samples });
  const citation = cited?.citation ?? '';
  return { center: { data: center.data, citation }, heights, citation };
}

/** Slope over the four samples at a distance; undefined where one of them was not read. */
function slopeAcross(heights: readonly Height[], at: number): Slope | undefined {
  const ring = heights.filter((sample) => sample.distanceMeters === at);
  return ring.length === 4
    ? slopeOf(Object.fromEntries(ring.map((s) => [s.direction, s.feet])) as Record<Wind, number>, at)
    : undefined;
}

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
        : [{ direction, distanceMeters, aboveCenterFeet: oneDecimal(height - centerFeet), citation }],
    ),
  };
}

export default defineTool({
  title: 'Ground elevation and slope',
  summary: 'Ground elevation, slope, direction of fall and relief within 100 m, from USGS 3DEP point samples.',
  whenToUse: 'How high does the ground lie here, how steep is it, and which way does it fall?',
  notFor: 'Not a survey, an elevation certificate or a base flood elevation (svc_flood_zone).',
  sources: ['usgs-epqs', 'usgs-3dep-elevation'],
  examples: [
    { title: 'Terrain at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Terrain at a point', arguments: { latitude: 35.7783, longitude: -78.6431 } },
  ],
  output: answerSchema({ facts }),
  paid: oneCentTerms(['elevation', 'slope', 'terrain', '3DEP']),
  async run(ctx) {
    const { subject, answer } = ctx;
    const ground = await read(ctx.sources, subject, answer);
    if (!('heights' in ground))
      return answer.miss(ground, {
        empty: 'The USGS elevation model has no value at the point (open water, or outside its rasters).',
        failed: 'The USGS elevation service could not be read for the point.',
      });
    const { center, heights, citation } = ground;
    const { feet, resolutionMeters } = center.data;
    const slope = slopeAcross(heights, 50);
    const middle = heights.find(({ direction }) => direction === 'center');
    return answer.finish({
      summary:
        `The USGS elevation model puts the ground at ${feet} feet ${datum}` +
        (slope
          ? `, with a slope of ${slope.slopePercent}% over 100 m${slope.fallsToward ? ` falling toward the ${slope.fallsToward}` : ''}.`
          : '; the slope could not be computed from the samples that were read.'),
      facts: {
        elevation: {
          value: feet,
          unit: 'ft',
          citation: center.citation,
          note: resolutionMeters === undefined ? datum : `${datum}, raster cell of ${resolutionMeters} m`,
        },
        slope: slope && {
          ...slope,
          overMeters: 100,
          method: 'central differences of four samples 50 m away',
          citation,
        },
        ...(middle && heights.length > 1 && reliefOf(heights, middle.feet, citation)),
      },
    });
  },
});
