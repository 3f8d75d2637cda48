import { z } from 'zod';
import { type RecordTypeId, recordTypes } from '../../answers/registers/record-types.ts';
import { MapSectionShape } from '../../reports/pictures/schema.ts';
import { SectionCitationSchema } from '../../reports/sections.ts';

const type = z.enum(Object.keys(recordTypes) as [RecordTypeId, ...RecordTypeId[]]);

export const siteMatches = ['parcel_outline', 'street_address'] as const;

export const SiteRecordSchema = z.strictObject({
  placeNumber: z
    .int()
    .positive()
    .optional()
    .describe(
      'Number of the site, as on the maps: records of one site share it whatever list they are on; 1 is the place itself where records of it are known',
    ),
  types: z.array(type).min(1),
  label: z.string().describe('The record types in words'),
  stateList: z.literal(true).optional().describe("On a list of the state's environmental agency"),
  recordId: z.string().optional().describe('Number of the record in its register'),
  name: z.string(),
  address: z.string().optional(),
  status: z.string().optional().describe("The register's own words"),
  date: z.string().optional(),
  matchedBy: z.array(z.enum(siteMatches)).optional().describe('How it is known to be of the place itself'),
  distanceMeters: z.number().optional().describe('From the matched point'),
  direction: z.string().optional().describe('Eight winds, seen from the matched point'),
  outlineDistanceMeters: z
    .number()
    .optional()
    .describe('From the outline of the parcel, 0 inside; where the outline is known'),
  elevationDifferenceFeet: z
    .number()
    .optional()
    .describe('Ground at its position above (positive) or below that at the matched point'),
  position: z.strictObject({ latitude: z.number(), longitude: z.number() }).optional(),
  locality: z.string().optional().describe('Of a record without a position: where it lies by its own word'),
  citation: SectionCitationSchema,
});

const counts = {
  onSiteCount: z.int().optional().describe('Records of the place itself; absent where that cannot be determined'),
  bands: z
    .array(z.strictObject({ overMeters: z.int(), withinMeters: z.int(), count: z.int() }))
    .describe('Counts between one distance and the next, without those of the place itself'),
  notPlacedCount: z.int().describe('Records without a position that may lie here'),
};

export const MatrixRowSchema = z.strictObject({
  type,
  label: z.string(),
  usualRadiusMeters: z.number().describe('Distance of the federal rule or of practice'),
  basis: z.enum(['rule', 'practice', 'added']).describe('rule: 40 CFR 312.26; added: outside it'),
  radiusMeters: z.number().describe('How far was read'),
  state: z.enum(['read', 'read_in_part', 'not_read']),
  ...counts,
});

export const recordsSearchFields = {
  recordsByDistance: z
    .strictObject({
      siteKnownBy: z.array(z.enum(siteMatches)).describe('What records of the place itself were determined by'),
      parcelId: z.string().optional(),
      rule: z.strictObject({ name: z.string(), url: z.url() }),
      rows: z.array(MatrixRowSchema),
      notSearched: z.string(),
    })
    .describe('Record types by distance from the matched point, the place itself first'),
  onSite: z.array(SiteRecordSchema).describe('Records of the place itself'),
  nearby: z.array(SiteRecordSchema).describe('Within the usual distance of their type, nearest first'),
  nearbyLeftOut: z.int().optional(),
  notPlaced: z.array(SiteRecordSchema).describe('Records that cannot be measured; any of them may lie near'),
  notPlacedLeftOut: z.int().optional(),
  databases: z.array(
    z.strictObject({
      name: z.string().describe('As the field calls it'),
      source: z.string(),
      state: z.enum(['read', 'read_in_part', 'not_read']),
      edition: z
        .string()
        .optional()
        .describe('Day or edition of the data; absent: kept up, that of the day it was read'),
      reason: z.string().optional(),
      citation: SectionCitationSchema.optional(),
    }),
  ),
};

const { center, centerLabel, areas, roads, layers, notDrawn } = MapSectionShape;

/** What the maps of the brief are drawn from, beside the records, and the ground at the place. */
export const recordsMapFields = {
  map: z.strictObject({ center, centerLabel, areas, roads, layers, notDrawn }),
  elevation: z
    .strictObject({ matchedPointFeet: z.number(), citation: SectionCitationSchema })
    .optional()
    .describe('Ground at the matched point, NAVD88; absent where it could not be read'),
};

const body = z.strictObject(recordsSearchFields);
export type RecordsSearch = z.infer<typeof body>;
export type RecordsMap = z.infer<z.ZodObject<typeof recordsMapFields>>;
export type SiteRecord = z.infer<typeof SiteRecordSchema>;
export type MatrixRow = z.infer<typeof MatrixRowSchema>;
