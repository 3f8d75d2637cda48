import { z } from 'zod';
import type { ToolContext } from '../../src/catalog/context.ts';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress, editionYear, radiusMeters } from '../../src/catalog/inputs.ts';
import { compass } from '../../src/geometry/geo.ts';
import { row } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { cutTo, distance, leftOut, many } from '../../src/kernel/nearby-shape.ts';
import type { PointSubject } from '../../src/kernel/subject.ts';
import {
  type EmittingFacility,
  emissionShape,
  emissionsMirror,
  facilitiesNear,
  isCriteria,
  totalsOf,
} from '../../src/mirror/queries/emissions.ts';
import { answerRoute } from '../../src/products/shared/answer-route.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';

const kind = 'nei_emissions_nearby';
const detailLevels = ['summary', 'full'] as const;
type DetailLevel = (typeof detailLevels)[number];
const listed: Readonly<Record<DetailLevel, number>> = { summary: 10, full: 50 };

const facts = z.strictObject({
  inventory: row({
    year: z.int(),
    radiusMeters: z.number(),
    facilityCount: z.int(),
    pollutantCount: z.int(),
    detailLevel: z.enum(detailLevels),
  }),
  totals: z
    .array(row({ ...emissionShape, facilityCount: z.int(), withoutAmount: z.int().optional() }))
    .describe('All facilities within the radius together; detail summary: criteria pollutants and ammonia'),
  pollutantsLeftOut: z.int().optional().describe('Pollutants that only detailLevel full lists'),
  facilities: z
    .array(
      row({
        facilityId: z.string().describe('EIS facility id'),
        name: z.string(),
        naics: z.string().optional(),
        latitude: z.number(),
        longitude: z.number(),
        ...distance,
        emissions: z.array(z.strictObject(emissionShape)),
        pollutantsLeftOut: z.int().optional(),
      }),
    )
    .describe('Nearest first'),
  leftOut,
});

function facilityRow(facility: EmittingFacility, subject: PointSubject, full: boolean, citation: string) {
  const { emissions, ...rest } = facility;
  const shown = full ? emissions : emissions.filter(({ code }) => isCriteria(code));
  const further = emissions.length - shown.length;
  return {
    ...rest,
    direction: compass(subject, facility),
    emissions: [...shown],
    ...(further > 0 && { pollutantsLeftOut: further }),
    citation,
  };
}

interface Input {
  readonly radiusMeters: number;
  readonly year?: number | undefined;
  readonly detailLevel: DetailLevel;
}

async function ask({ subject, mirror }: ToolContext<'point'>, input: Input, builder: AnswerBuilder) {
  const { radiusMeters: radius, detailLevel } = input;
  const year = input.year ?? Number(mirror.status(emissionsMirror).wholeParts?.at(-1));
  const cited = builder.addLookup(facilitiesNear(mirror, subject, radius, String(year)), {
    area: `${radius} m around the point`,
    period: String(year),
    recordScope: 'facility totals by pollutant of the National Emissions Inventory',
  });
  const verifyNext = nextChecks('nei-emissions-nearby');
  if (!cited) {
    const failed = builder.state !== 'empty';
    return builder.finish({
      summary: failed
        ? `The facilities of the National Emissions Inventory of ${year} could not be read.`
        : `The National Emissions Inventory of ${year} lists no facility within ${radius} m of the point.`,
      verifyNext: failed
        ? [{ action: 'Ask for an earlier inventory year, three years before', with: 'this route' }]
        : [{ action: 'Ask with a larger radiusMeters', with: 'this route' }, ...verifyNext],
    });
  }
  const { data, citation } = cited;
  const full = detailLevel === 'full';
  const totals = totalsOf(data);
  const shownTotals = full ? totals : totals.filter(({ code }) => isCriteria(code));
  const pollutantsOf = (rows: readonly { code: string }[]) => new Set(rows.map(({ code }) => code)).size;
  const further = pollutantsOf(totals) - pollutantsOf(shownTotals);
  const { shown, rest } = cutTo(data, listed[detailLevel]);
  const [nearest] = data;
  return builder.finish({
    summary:
      `The National Emissions Inventory of ${year} lists ${many(data.length, 'facility', 'facilities')} with ` +
      `${many(pollutantsOf(totals), 'pollutant')} within ${radius} m` +
      `${nearest ? `; the nearest is ${nearest.name}, ${nearest.distanceMeters} m ${compass(subject, nearest)}` : ''}.`,
    facts: {
      inventory: {
        year,
        radiusMeters: radius,
        facilityCount: data.length,
        pollutantCount: pollutantsOf(totals),
        detailLevel,
        citation,
      },
      totals: shownTotals.map((total) => ({ ...total, citation })),
      ...(further > 0 && { pollutantsLeftOut: further }),
      facilities: shown.map((facility) => facilityRow(facility, subject, full, citation)),
      ...rest,
    },
    verifyNext,
  });
}

/** The first inventory whose facilities are published in this form. */
const firstInventory = 2017;

export default definePaid('svc-nei-emissions-nearby', {
  input: atAddress({
    radiusMeters: radiusMeters(5000, 25_000),
    year: editionYear
      .refine(
        (year) => year >= firstInventory && (year - firstInventory) % 3 === 0,
        'every third year: 2017, 2020, 2023 and so on',
      )
      .optional()
      .describe('Inventory year, every third from 2017 on; default the newest one'),
    detailLevel: z
      .enum(detailLevels)
      .default('summary')
      .describe('summary: criteria pollutants and ammonia of 10 facilities; full: every pollutant of 50 facilities'),
  }),
  ...answerRoute({ kind, facts, ask }),
});
