import { z } from 'zod';
import { LedgerEntrySchema, SectionCitationSchema } from '../../reports/sections.ts';
import { composeStatusSchema, nextChecksSchema, soldSubjectSchema, sourcesSchema } from '../shared/sold-body.ts';

export const queriedRadii = [100, 200, 250, 500, 1000] as const;
export const windowMeters = [100, 200] as const;
/** Rings: counted where the request covered them whole and the register was read to its end. */
export const ringMeters = [250, 500, 1000] as const;

export const recordLanes = [
  'permits',
  'development_cases',
  'transfers',
  'code_violations',
  'service_requests',
] as const;
export type RecordCountLane = (typeof recordLanes)[number];

/** Codes that are listed; further ones stand together. */
export const codesShown = 15;

const count = z.int().min(0);

const codes = {
  byCode: z
    .array(
      z.strictObject({
        code: z.string().describe("The publisher's own code or word"),
        meaning: z.string().optional().describe("The publisher's own words beside its code"),
        count,
      }),
    )
    .describe('The most frequent first'),
  otherCodes: z
    .strictObject({ codeCount: count, count })
    .optional()
    .describe(`Codes beyond the ${codesShown} most frequent, together`),
  notPublishedCount: count.describe('Entries for which the source publishes no code'),
};

/** What one register of parcels has within a distance; `isComplete` false: at least so many. */
const ParcelCountsSchema = z.strictObject({
  parcelCount: count.describe('Parcel records without that of the subject'),
  outlineCount: count.optional().describe('Different outlines among them: units of one building share one'),
  isComplete: z.boolean(),
  byUse: z.strictObject(codes).describe('By the published use or class of the record'),
  lotArea: z
    .strictObject({
      smallestSquareFeet: z.number(),
      medianSquareFeet: z.number(),
      largestSquareFeet: z.number(),
      statedCount: count.describe('Parcels that the figures are of'),
      basis: z.enum(['stated', 'outline']).describe('The record states it, or it is computed from the outline'),
    })
    .optional(),
  builtYear: z
    .strictObject({
      oldestYear: z.int(),
      medianYear: z.int(),
      newestYear: z.int(),
      statedCount: count.describe('Parcels that the figures are of'),
    })
    .optional(),
  citation: SectionCitationSchema,
});

const ZoningCountsSchema = z.strictObject({
  byDistrict: z.strictObject(codes).describe('Parcels by the zoning district that holds their position'),
  citation: SectionCitationSchema,
});

/** What one register of records has within a distance; null where it was not read to its end so far out. */
const RecordCountsSchema = z.strictObject({
  lane: z.enum(recordLanes),
  label: z.string(),
  count: count.nullable(),
  byType: z.strictObject(codes).optional().describe('By the published type'),
  reason: z.string().optional().describe('Why there is no count'),
  citation: SectionCitationSchema,
});

export const WindowSchema = z.strictObject({
  withinMeters: z.number().positive(),
  parcels: ParcelCountsSchema,
  zoning: z.array(ZoningCountsSchema),
  records: z.array(RecordCountsSchema),
});

const RingSchema = WindowSchema.nullable();

const CenterSchema = z.strictObject({
  latitude: z.number(),
  longitude: z.number(),
  basis: z.enum(['parcel_middle', 'matched_point', 'given_point']).describe('Distances run from here'),
});

const SubjectParcelSchema = z.strictObject({
  parcelId: z.string(),
  siteAddress: z.string().optional(),
  citation: SectionCitationSchema,
});

const checkedFields = {
  subject: soldSubjectSchema,
  radiusMeters: z.literal(queriedRadii),
  coverage: z.array(LedgerEntrySchema),
  nextChecks: nextChecksSchema,
  caveats: z.array(z.string()),
};

export const packetKind = 'surrounding_area';
export const diagnosticKind = 'surrounding_area_diagnostic';

/** What is counted around a place, and where each count comes from; its hash is that of exactly these fields. */
export const PacketSchema = z.strictObject({
  kind: z.literal(packetKind),
  charged: z.literal(true),
  generatedAt: z.string(),
  summary: z.string(),
  packetId: z.uuid(),
  ...checkedFields,
  center: CenterSchema,
  subjectParcel: SubjectParcelSchema.optional(),
  windows: z.strictObject({ '100m': WindowSchema, '200m': WindowSchema }),
  rings: z
    .strictObject({ '250m': RingSchema, '500m': RingSchema, '1000m': RingSchema })
    .describe('null: not queried so far out, or the parcel register was not read to its end'),
  /** SHA-256 of what the map of the report is drawn from; it is kept as long as the packet. */
  mapHash: z.string().regex(/^[0-9a-f]{64}$/),
  sources: sourcesSchema,
  composeStatus: composeStatusSchema,
});

/** The proof with which the report of a packet is bought; handed on unchanged. */
export const ProofSchema = z.strictObject({
  packetId: z.string().max(64),
  packetHash: z.string().max(128),
  issuedAt: z.string().max(40),
  expiresAt: z.string().max(40),
  mac: z.string().max(128),
});

export const AnalysisSchema = PacketSchema.extend({
  packetHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the canonical JSON (RFC 8785) of this body without packetHash and upgrade'),
  upgrade: z.strictObject({
    endpoint: z.string(),
    priceUsdc: z.string(),
    proof: ProofSchema.describe('Send it unchanged as `proof`'),
  }),
});

export const analysisReasons = ['unstable_subject', 'no_surrounding_parcels', 'too_few_components'] as const;

export const AnalysisDiagnosticSchema = z.strictObject({
  kind: z.literal(diagnosticKind),
  charged: z.literal(false),
  message: z.string(),
  reason: z.enum(analysisReasons),
  ...checkedFields,
  radiusMeters: checkedFields.radiusMeters.optional(),
});

export type Window = z.infer<typeof WindowSchema>;
export type ParcelCounts = z.infer<typeof ParcelCountsSchema>;
export type ZoningCounts = z.infer<typeof ZoningCountsSchema>;
export type RecordCounts = z.infer<typeof RecordCountsSchema>;
export type CodeCounts = ParcelCounts['byUse'];
export type Packet = z.infer<typeof PacketSchema>;
export type Analysis = z.infer<typeof AnalysisSchema>;
export type AnalysisDiagnostic = z.infer<typeof AnalysisDiagnosticSchema>;
export type Center = Packet['center'];
export type SubjectParcel = z.infer<typeof SubjectParcelSchema>;
