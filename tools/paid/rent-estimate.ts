import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { address, inputObject, whole } from '../../src/catalog/inputs.ts';
import { defined } from '../../src/kernel/defined.ts';
import { licensedReference, notLicensed, rentReason } from '../../src/products/rent-estimate/licensed.ts';
import {
  propertyTypes,
  type RentReason,
  rentFields,
  rentReasonField,
} from '../../src/products/rent-estimate/schema.ts';
import { type BriefContext, briefRoute } from '../../src/products/shared/brief-route.ts';
import {
  leastCells,
  leastPublishers,
  mostMarginPercent,
  rangeSentence,
} from '../../src/products/shared/rents/cells.ts';
import { type RentReading, readRents } from '../../src/products/shared/rents/read.ts';

const priceUsdc = '0.05';

const why: Readonly<Record<RentReason, string>> = {
  commercial_use: 'the parcel record of the address says commercial use',
  no_estimate: `fewer than ${leastCells} published figures of ${leastPublishers} publishers count for this bedroom count (a survey figure counts up to a margin of error of ${mostMarginPercent} %)`,
  no_comparables: 'no rent is published for this bedroom count around the address',
  uncovered: 'no source of rents could be read for the place',
};

const input = inputObject({
  address,
  bedrooms: whole(0, 5).describe('Bedrooms, 0 to 5; 0 is a studio, 5 is five or more'),
  bathrooms: z.number().min(0).max(10).multipleOf(0.5).optional().describe('Bathrooms, 0 to 10 in halves'),
  squareFeet: z.number().min(100).max(20_000).optional().describe('Floor area in square feet, 100 to 20000'),
  propertyType: z
    .enum(propertyTypes)
    .optional()
    .describe(`Type of the home: ${propertyTypes.join(', ')}`),
});
type Input = z.output<typeof input>;

const notUsed = ['bathrooms', 'squareFeet', 'propertyType'] as const;

function queriedOf(given: Input) {
  const { bedrooms, bathrooms, squareFeet, propertyType } = given;
  return {
    bedroomCount: bedrooms,
    ...defined({ bathroomCount: bathrooms, areaSquareFeet: squareFeet, propertyType }),
    notUsed: notUsed.filter((name) => given[name] !== undefined),
  };
}

function fieldsOf({ estimate, cells }: RentReading, given: Input) {
  if (!estimate) throw new Error('sold without an estimate');
  return { asked: queriedOf(given), estimate, comparables: [...cells] };
}

const route = briefRoute({
  kind: 'rent_estimate',
  label: 'Published rents',
  fields: rentFields,
  diagnosticFields: rentReasonField,
  extraReadings: (ctx, given: Input) => readRents(ctx, { bedrooms: given.bedrooms, slug: 'svc-rent-estimate' }),
  thin: (readings, subject, own) => {
    const reason = rentReason(readings, subject, own);
    return reason && why[reason];
  },
  lead: ({ own, input: { bedrooms } }) => own.estimate && rangeSentence(bedrooms, own.estimate),
  extraFields: ({ own, input: given }) => fieldsOf(own, given),
  extraDiagnosticFields: (readings, own, subject) => ({ reason: rentReason(readings, subject, own) ?? 'uncovered' }),
});

export default definePaid('svc-rent-estimate', {
  input,
  ...route,
  async preflight(ctx: BriefContext, given: Input) {
    const covered = await route.preflight(ctx, given);
    if (!covered.ready || notLicensed(ctx.providers, priceUsdc)) return covered;
    return { ...covered, challengeHeaders: await ctx.providers.challengeHeaders(['rent_reference']) };
  },
  async run(ctx: BriefContext, given: Input) {
    const outcome = await route.run(ctx, given);
    if (!outcome.charge) return outcome;
    const without = notLicensed(ctx.providers, priceUsdc);
    const reference = without ?? (await licensedReference(ctx.providers, given));
    return { charge: true as const, body: { ...outcome.body, licensedReference: reference } };
  },
});
