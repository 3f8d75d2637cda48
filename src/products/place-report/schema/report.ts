import { z } from 'zod';
import { RecordInputSchema, RecordSchema } from '../../../kernel/record.ts';
import { ReportFactSchema, ReportSectionSchema, ReportSignalSchema } from '../../../reports/sections.ts';
import { LiveAerialViewSchema, VisualSchema, VisualStatusSchema } from '../../../reports/visual/schema.ts';
import { SupportingContextSchema } from './supporting.ts';

export const sourceAdapters = ['chicago-crimes', 'raleigh-permits', 'raleigh-ask', 'raleigh-nibrs'] as const;
export const reportTypes = ['site_feasibility', 'property_due_diligence', 'pre_development_analysis'] as const;

export const ReportPrefsSchema = z.strictObject({
  goal: z.string().min(1).max(160).optional(),
  projectType: z.string().min(1).max(160).optional(),
  decisionStage: z.string().min(1).max(120).optional(),
  focusAreas: z.array(z.string().min(1).max(120)).max(8).optional(),
  questions: z.array(z.string().min(1).max(200)).max(3).optional(),
});

/** Fields of a place report's request; the either/or rules are added where the tool is defined. */
export const placeReportInputShape = {
  address: z.string().trim().min(1).optional().describe('US street address; a full one with city and state is best'),
  zip: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe('ZIP code, used when there is no street address; a ZIP without latitude and longitude is answered free'),
  latitude: z.number().min(-90).max(90).optional().describe('WGS84 latitude; together with longitude'),
  longitude: z.number().min(-180).max(180).optional().describe('WGS84 longitude; together with latitude'),
  jurisdiction: z.enum(['chicago', 'raleigh']).optional().describe('Only where the place lies in this jurisdiction'),
  radiusMeters: z.number().positive().max(50_000).default(800).describe('Search radius of the records, in meters'),
  lookbackDays: z.int().positive().max(3650).default(365).describe('How far back records are read, in days'),
  records: z
    .array(RecordInputSchema)
    .max(200)
    .optional()
    .describe('Your own records; merged and tagged caller-supplied'),
  sourceAdapters: z
    .array(z.enum(sourceAdapters))
    .optional()
    .describe('Local record sources to read; all wired ones where absent'),
  mode: z
    .enum(['reasoning', 'adapters-only'])
    .default('reasoning')
    .describe('reasoning adds conflicts, timeline, gaps and questions; adapters-only leaves them out'),
  reportPrefs: ReportPrefsSchema.optional().describe('Your brief; echoed in the report, never selects sources'),
  reportType: z.enum(reportTypes).optional().describe('Changes the presentation only'),
};

const PlaceReportInputSchema = z.strictObject(placeReportInputShape);

const OwnerCitationSchema = z.strictObject({
  sourceUrl: z.url(),
  fetchedAt: z.string(),
  sourceName: z.string().optional(),
  recordId: z.string().optional(),
});

const ownerFields = {
  ownerOfRecord: z.string().min(1).max(80).optional(),
  ownerOfRecordCitation: OwnerCitationSchema.optional(),
};

/** A successful place report. `sections` and `signals` are typed here where the interface leaves them open. */
export const PlaceReportSchema = z
  .strictObject({
    id: z.string().min(1),
    generatedAt: z.string(),
    query: z.strictObject({
      address: z.string().optional(),
      zip: z.string().optional(),
      radiusMeters: z.number(),
      lookbackDays: z.number(),
      requestedAt: z.string(),
      focus: z.array(z.string()).optional(),
    }),
    summary: z.string(),
    recordCounts: z.record(z.string(), z.number()),
    signals: z.array(ReportSignalSchema),
    sections: z.array(ReportSectionSchema),
    records: z.array(RecordSchema),
    caveats: z.array(z.string()),
    composeStatus: z.enum(['ok', 'degraded']).optional(),
    storage: z
      .array(
        z.strictObject({
          provider: z.string(),
          locator: z.string(),
          contentHash: z.string(),
          pinned: z.boolean().optional(),
        }),
      )
      .optional(),
    visual: VisualSchema.optional(),
    visualStatus: VisualStatusSchema.optional(),
    liveAerialView: LiveAerialViewSchema.optional(),
    supportingContext: SupportingContextSchema.optional(),
    highlights: z.array(ReportFactSchema).optional(),
    queriedAddress: z.string().optional(),
    index: z.array(z.strictObject({ id: z.string(), title: z.string() })).optional(),
    /** Where the stored, owner-free copies of this report are served; paths on this service. */
    access: z
      .strictObject({
        html: z.string(),
        pdf: z.string(),
        json: z.string(),
        bundle: z.string().optional().describe('Evidence bundle: report, hashes of source answers, ledger'),
        svg: z.string().optional(),
        geojson: z.string().optional().describe('Positions and areas, GeoJSON (RFC 7946)'),
        csv: z.string().optional().describe('Records with their positions, one a row'),
        until: z.string().optional().describe('When these addresses end, unless withdrawn or renewed (ISO 8601)'),
        note: z.string().optional().describe('Who can read the copies, and how the buyer withdraws or renews them'),
      })
      .optional(),
    reportPrefs: ReportPrefsSchema.optional(),
    reportType: z.enum(reportTypes).optional(),
    placeFacts: z
      .array(
        z.strictObject({
          tool: z.string(),
          result: z.strictObject({
            ...ownerFields,
            parcel: z.strictObject(ownerFields).optional(),
            summary: z.string().optional(),
          }),
        }),
      )
      .optional(),
  })
  .meta({ id: 'PlaceReport' });

/** The free answer for a place that no report can be made for. */
export const CoverageDiagnosticSchema = z
  .strictObject({
    kind: z.literal('place_report_coverage_diagnostic'),
    place: z.strictObject({
      input: z.string(),
      resolved: z.string().optional(),
      jurisdictionId: z.string().optional(),
      coverageStatus: z.enum(['unsupported', 'discovery_only']),
    }),
    charged: z.literal(false),
    message: z.string(),
    candidateSources: z.array(
      z.strictObject({ category: z.string(), sourceName: z.string(), sourceUrl: z.string(), status: z.string() }),
    ),
    whatWeWouldNeed: z.array(z.string()),
    caveats: z.array(z.string()),
  })
  .meta({ id: 'PlaceReportCoverageDiagnostic' });

export type PlaceReportInput = z.output<typeof PlaceReportInputSchema>;
export type PlaceReport = z.infer<typeof PlaceReportSchema>;
export type CoverageDiagnostic = z.infer<typeof CoverageDiagnosticSchema>;
export type ReportPrefs = z.infer<typeof ReportPrefsSchema>;
