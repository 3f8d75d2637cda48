import { z } from 'zod';
import { licensedPartSchema } from '../shared/licensed/licensed.ts';
import { MatrixRowSchema, threeOf } from '../shared/side-by-side.ts';
import { closingFields, composeStatusSchema } from '../shared/sold-body.ts';
import {
  officialFields,
  roofMatchSchema,
  roofSchema,
  screenCostModel,
  screenReasons,
  solarSubjectSchema,
} from '../solar-property-screen/schema.ts';

const position = z.int().min(1).max(threeOf).describe('Position among the addresses as they were given, from 1');

const screened = z.strictObject({
  position,
  state: z.literal('screened'),
  subject: solarSubjectSchema.extend({ roofMatch: roofMatchSchema }),
  roof: roofSchema,
  ...officialFields,
});

/** One property without a roof that could be attributed to it; what is official about it is there all the same. */
const notScreened = z.strictObject({
  position,
  state: z.literal('diagnostic'),
  reason: z.enum([...screenReasons, 'duplicate_subject', 'not_asked']),
  message: z.string(),
  subject: solarSubjectSchema,
  ...officialFields,
});

const result = z.discriminatedUnion('state', [screened, notScreened]);
export type ComparedResult = z.infer<typeof result>;

export const comparisonBodySchema = z.strictObject({
  kind: z.literal('solar_property_comparison'),
  charged: z.literal(true),
  generatedAt: z.string(),
  priceUsdc: z.literal('1.09'),
  costModel: screenCostModel.extend({
    downstreamProviderCostUsd: z.literal(0.36),
    maximumSignatures: z.literal(4),
    maximumSignatureCostUsd: z.literal(0.4),
  }),
  summary: z.string(),
  results: z.array(result).length(threeOf),
  matrix: z.array(MatrixRowSchema),
  licensed: z.array(licensedPartSchema),
  ...closingFields,
  composeStatus: composeStatusSchema,
});
export type ComparisonBody = z.infer<typeof comparisonBodySchema>;

export const comparisonDiagnosticSchema = z.strictObject({
  kind: z.literal('solar_property_comparison_diagnostic'),
  charged: z.literal(false),
  reason: z.enum(['duplicate_subjects', 'provider_not_configured', 'fewer_than_two_attributable']),
  message: z.string(),
  results: z.array(notScreened).length(threeOf),
  licensed: z.array(licensedPartSchema),
  ...closingFields,
});
export type ComparisonDiagnostic = z.infer<typeof comparisonDiagnosticSchema>;
