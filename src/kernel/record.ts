import { z } from 'zod';

export const recordCategories = [
  'incident',
  'arrest',
  'court',
  'parcel',
  'rental_registry',
  'code_enforcement_request',
  'code_violation',
  'permit',
  'service_request',
] as const;

export const BiasProfileSchema = z
  .strictObject({
    measures: z.string().min(1).max(1000),
    doesNotMeasure: z.string().min(1).max(1000),
    knownBiases: z.array(z.string().min(1).max(1000)).min(1).max(12),
    lagDays: z.int().min(0).max(36_500).optional(),
  })
  .meta({ id: 'BiasProfile' });

export type BiasProfile = z.infer<typeof BiasProfileSchema>;

const recordSource = {
  sourceName: z.string().min(1),
  sourceUrl: z.url().optional(),
  recordId: z.string().optional(),
  recordUrl: z.url().optional(),
  fetchedAt: z.string().optional(),
  licenseNote: z.string().optional(),
};

const recordFields = {
  id: z.string().min(1),
  category: z.enum(recordCategories),
  title: z.string().min(1).max(500),
  occurredAt: z.string().optional(),
  distanceMeters: z.number().min(0).optional(),
  distanceBucket: z.string().optional(),
  locationPrecision: z.enum(['exact', 'block', 'area', 'unknown']),
  status: z.string().optional(),
  description: z.string().max(2000).optional(),
  tags: z.array(z.string()),
  categories: z.array(z.string()).optional(),
};

/** A Record as a caller may supply it (specification, Resources). */
export const RecordInputSchema = z
  .strictObject({ ...recordFields, source: z.strictObject(recordSource) })
  .meta({ id: 'RecordInput' });

/** A Record as an answer carries it: its source may also state what it measures. */
export const RecordSchema = z
  .strictObject({
    ...recordFields,
    source: z.strictObject({ ...recordSource, biasProfile: BiasProfileSchema.optional() }),
  })
  .meta({ id: 'Record' });

export type PlaceRecord = z.infer<typeof RecordSchema>;
export type RecordCategory = (typeof recordCategories)[number];
