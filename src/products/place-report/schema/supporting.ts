import { z } from 'zod';

export const SupportingSourceSchema = z.strictObject({
  authority: z.enum(['official', 'secondary', 'vendor']),
  sourceName: z.string().min(1),
  sourceUrl: z.url(),
  fetchedAt: z.string(),
  recordId: z.string().optional(),
  locator: z.string().optional(),
  snapshotHash: z.string().optional(),
});

const common = {
  id: z.string().min(1),
  state: z.enum(['candidate', 'verified', 'conflict', 'rejected']),
  source: SupportingSourceSchema,
  verifierVersion: z.string().min(1),
  supersedesFactIds: z.array(z.string()).optional(),
  conflictsWithFactIds: z.array(z.string()).optional(),
};

const property = {
  addressLabel: z.string().min(1),
  source: SupportingSourceSchema,
  grossAreaSqft: z.number().positive().optional(),
  yearBuilt: z.int().optional(),
  acreage: z.number().positive().optional(),
};

export const SupportingFactSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('property_physical_comparison'),
    subject: z.strictObject(property),
    nearby: z
      .array(
        z.strictObject({
          ...property,
          recordId: z.string().optional(),
          saleDate: z.string().optional(),
          salePriceUsd: z.number().min(0).optional(),
        }),
      )
      .max(12),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('property_sale_market_timeline'),
    addressLabel: z.string().min(1),
    listedDate: z.string(),
    listPriceUsd: z.number().min(0),
    saleDate: z.string(),
    salePriceUsd: z.number().min(0),
    marketSources: z.array(SupportingSourceSchema).min(2).max(4),
    recordId: z.string().optional(),
    pendingDate: z.string().optional(),
    mlsId: z.string().optional(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('transportation_project_status'),
    projectId: z.string().min(1),
    currentStatus: z.string().min(1),
    edition: z.string().optional(),
    scopeMiles: z.number().positive().optional(),
    totalEstimateUsd: z.number().min(0).optional(),
    earlierSchedule: z
      .strictObject({
        sourceUrl: z.url(),
        rightOfWayYear: z.int().optional(),
        constructionYear: z.int().optional(),
      })
      .optional(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('development_case_milestone'),
    caseId: z.string().min(1),
    projectName: z.string().min(1),
    parcelCount: z.int().positive().optional(),
    hearingDates: z.array(z.string()).optional(),
    continuedTo: z.string().optional(),
    roads: z.array(z.string()).optional(),
  }),
]);

export const SupportingContextSchema = z.strictObject({
  schemaVersion: z.literal(1),
  researchedAt: z.string(),
  facts: z.array(SupportingFactSchema),
  excluded: z.array(z.string()),
});

export type SupportingSource = z.infer<typeof SupportingSourceSchema>;
export type SupportingFact = z.infer<typeof SupportingFactSchema>;
export type SupportingContext = z.infer<typeof SupportingContextSchema>;
