import { z } from 'zod';
import { ComponentSchema } from '../../kernel/answer.ts';
import { precisions } from '../../kernel/subject.ts';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { licensedPartSchema } from '../shared/licensed/licensed.ts';
import { closingFields, composeStatusSchema } from '../shared/sold-body.ts';

const longestAddress = 200;

/** One house number with its street, ending in a five-digit ZIP; a list of addresses is none. */
const oneStreetAddress = /^\d[^;|\n\r]*[^\d;|\n\r]\d{5}(?:-\d{4})?$/;

export const solarAddress = z
  .string()
  .trim()
  .min(5)
  .max(longestAddress)
  .regex(
    oneStreetAddress,
    'one exact street address that begins with its house number and ends in a five-digit ZIP, such as 222 W Hargett St, Raleigh, NC 27601',
  )
  .describe('One exact US street address with its five-digit ZIP at the end');

export const financialZip = z
  .string()
  .trim()
  .regex(/^\d{5}$/, 'a five-digit ZIP code such as 27601')
  .optional()
  .describe('ZIP whose state the published electricity price is of; default: that of the address');

export const systemKw = z
  .number()
  .min(2)
  .max(20)
  .default(8)
  .describe('Size of the reference system in kilowatts, 2 to 20, default 8; it does not size anything on the roof');

/** What the price includes of an outside provider; fixed by the interface. */
export const screenCostModel = z.strictObject({
  downstreamProviderCostUsd: z.literal(0.12),
  signerProvider: z.literal('service_policy_signer'),
  signatureUnitCostUsd: z.literal(0.1),
  maximumSignatures: z.literal(2),
  maximumSignatureCostUsd: z.literal(0.2),
  pricingBasis: z.literal('pay_as_you_go_after_free_allowance'),
  freeAllowanceExcluded: z.literal(true),
});

const cited = { citation: SectionCitationSchema };

export const roofSchema = z.strictObject({
  imageryDate: z.string().optional().describe('Of the imagery that the model is made of'),
  imageryQuality: z.string().describe("In the provider's word"),
  maxPanelsCount: z.int().describe("Panels that the provider's model places on the whole roof"),
  panelCapacityWatts: z.number().optional().describe('Of the panel that the model places'),
  maxArrayAreaSquareMeters: z.number(),
  roofAreaSquareMeters: z.number(),
  maxSunshineHoursPerYear: z.number().describe('Of the sunniest point of the roof'),
  segments: z.array(
    z.strictObject({
      pitchDegrees: z.number(),
      azimuthDegrees: z.number().describe('Direction that the plane faces: 0 north, 90 east, 180 south'),
      areaSquareMeters: z.number(),
      sunshineHoursPerYear: z.number().describe('Median over the plane'),
    }),
  ),
  leftOutCount: z.int().optional().describe('Planes that are not shown, all smaller'),
  ...cited,
});

export const referenceSchema = z.strictObject({
  systemKw: z.number(),
  azimuthDegrees: z.number(),
  tiltDegrees: z.number(),
  lossesPercent: z.number(),
  acAnnualKwh: z.number().describe('Modeled, in a typical year'),
  acMonthlyKwh: z.array(z.number()).length(12).describe('January to December'),
  solarRadiationKwhPerSquareMeterDay: z.number().optional(),
  capacityFactorPercent: z.number().optional(),
  weather: z
    .strictObject({
      source: z.string().optional(),
      latitude: z.number().optional(),
      longitude: z.number().optional(),
      distanceMeters: z.number().optional(),
    })
    .optional(),
  ...cited,
});

export const priceSchema = z.strictObject({
  centsPerKilowattHour: z.number(),
  basis: z.literal('average_residential_price_of_the_state'),
  state: z.string(),
  zip: z.string().describe('The ZIP that the state follows from'),
  period: z.string().describe('Month, YYYY-MM'),
  ...cited,
});

export const arithmeticSchema = z.strictObject({
  acAnnualKwh: z.number(),
  centsPerKilowattHour: z.number(),
  productUsd: z.number().describe('The two multiplied, and nothing else: no saving, no bill and no payback'),
});

export const tariffSchema = z.strictObject({
  utility: z.string(),
  eiaId: z.string().optional(),
  name: z.string(),
  startsOn: z.string().optional(),
  fixedCharge: z.strictObject({ amountUsd: z.number(), unit: z.string() }).optional(),
  energyUsdPerKwh: z
    .strictObject({ lowest: z.number(), highest: z.number() })
    .optional()
    .describe('Over all periods and tiers, adjustments included'),
  periodsCount: z.int().optional(),
  tiersCount: z.int().optional(),
  publishedAt: z.string().optional().describe("The utility's own page of it"),
  ...cited,
});

export const officialFields = {
  reference: referenceSchema.optional(),
  price: priceSchema.optional(),
  arithmetic: arithmeticSchema.optional(),
  tariffs: z.array(tariffSchema).optional().describe('Open residential tariffs at the point: candidates'),
  tariffsLeftOutCount: z.int().optional(),
};

export const roofMatchSchema = z.strictObject({
  method: z
    .enum(['parcel_outline', 'distance_and_postal_code'])
    .describe("The building's center lies in the parcel's outline; or it is at most 20 m away with the same ZIP"),
  distanceMeters: z.number(),
  postalCodeAgrees: z.boolean().optional(),
});

export const solarSubjectSchema = z.strictObject({
  address: z.string(),
  resolved: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  precision: z.enum(precisions),
  zip: z.string().optional(),
  parcelId: z.string().optional(),
});

export const screenReasons = [
  'address_unresolved',
  'provider_not_configured',
  'reference_unavailable',
  'roof_evidence_missing',
  'roof_evidence_mismatched',
] as const;
export type ScreenReason = (typeof screenReasons)[number];

export const componentsSchema = z.record(z.string(), ComponentSchema);

export const screenBodySchema = z.strictObject({
  kind: z.literal('solar_property_screen'),
  charged: z.literal(true),
  generatedAt: z.string(),
  priceUsdc: z.literal('0.49'),
  costModel: screenCostModel,
  summary: z.string(),
  subject: solarSubjectSchema.extend({ roofMatch: roofMatchSchema }),
  roof: roofSchema,
  ...officialFields,
  components: componentsSchema,
  licensed: z.array(licensedPartSchema),
  ...closingFields,
  composeStatus: composeStatusSchema,
});
export type ScreenBody = z.infer<typeof screenBodySchema>;

export const screenDiagnosticSchema = z.strictObject({
  kind: z.literal('solar_property_screen_diagnostic'),
  charged: z.literal(false),
  reason: z.enum(screenReasons),
  message: z.string(),
  subject: solarSubjectSchema,
  ...officialFields,
  components: componentsSchema,
  licensed: z.array(licensedPartSchema),
  ...closingFields,
});
export type ScreenDiagnostic = z.infer<typeof screenDiagnosticSchema>;
