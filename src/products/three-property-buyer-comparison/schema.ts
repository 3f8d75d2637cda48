import { z } from 'zod';
import { ComponentSchema } from '../../kernel/answer.ts';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { costModelSchema, licensedPartSchema } from '../shared/licensed/licensed.ts';
import { MatrixRowSchema, threeOf } from '../shared/side-by-side.ts';
import { closingFields, composeStatusSchema, nextChecksSchema, soldSubjectSchema } from '../shared/sold-body.ts';

const position = z.int().min(1).max(threeOf).describe('Position among the addresses as they were given, from 1');
const subject = soldSubjectSchema;

const maximumSignatures = 9;
const configured = z.strictObject({ state: z.enum(['configured', 'not_configured']) });

export const threePropertySchema = z.strictObject({
  kind: z.literal('three_property_buyer_comparison'),
  charged: z.literal(true),
  generatedAt: z.string(),
  priceUsdc: z.literal('2.49'),
  costModel: costModelSchema(maximumSignatures),
  summary: z.string(),
  subjects: z
    .array(
      z.strictObject({
        position,
        subject,
        parcel: z.strictObject({
          parcelId: z.string(),
          siteAddress: z.string().optional(),
          citation: SectionCitationSchema,
        }),
        answeredCount: z.int().describe('Official components that answered'),
        components: z.record(z.string(), ComponentSchema),
        licensed: z.array(licensedPartSchema),
      }),
    )
    .length(threeOf),
  components: z
    .strictObject({
      propertyRecord: configured,
      listing: configured,
      rentReference: configured,
    })
    .describe('Licensed parts; where one is not configured the comparison is of official records alone'),
  matrix: z.array(MatrixRowSchema).describe('One row for each field, cells in the order of the addresses'),
  leftOutCount: z.int().optional().describe('Further fields of the components that are not in the matrix'),
  ...closingFields,
  composeStatus: composeStatusSchema,
});
export type ThreePropertyBody = z.infer<typeof threePropertySchema>;

export const threePropertyDiagnosticSchema = z.strictObject({
  kind: z.literal('three_property_diagnostic'),
  charged: z.literal(false),
  reason: z.enum(['unresolved_subject', 'duplicate_subjects', 'parcel_not_established', 'too_few_components']),
  message: z.string(),
  subjects: z
    .array(
      z.strictObject({
        position,
        state: z.enum(['established', 'resolved', 'unresolved', 'duplicate', 'parcel_not_established', 'thin']),
        reason: z.string().optional(),
        subject,
        parcelId: z.string().optional(),
        answeredCount: z.int().optional(),
      }),
    )
    .length(threeOf),
  nextChecks: nextChecksSchema,
  caveats: z.array(z.string()),
});
export type ThreePropertyDiagnostic = z.infer<typeof threePropertyDiagnosticSchema>;
