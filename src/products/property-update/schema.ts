import { z } from 'zod';
import { dayMs } from '../../kernel/time.ts';
import { checkSchema } from '../shared/sold-body.ts';
import { FlyerHandoffSchema } from './handoff.ts';

const mostYears = 10;

/** Fields of a property update's request; how far back it may reach is added where the day is known. */
export const updateInputShape = {
  address: z.string().trim().min(5).max(240).describe('US street address of one property, with city and state'),
  sinceDate: z.iso
    .date()
    .optional()
    .describe(`What was published since this day, YYYY-MM-DD, 1 day to ${mostYears} years back; default one year`),
  radiusMeters: z.int().min(50).max(2000).default(250).describe('How far around the parcel, in meters'),
  confirm: z
    .strictObject({
      parcelId: z.string().trim().min(1).max(60),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    })
    .optional()
    .describe(
      'Only as the retryInput of a 409 clarification_required carried it, once the user has confirmed the parcel',
    ),
};

export type UpdateInput = z.output<z.ZodObject<typeof updateInputShape>>;

/** From which day on; undefined where the day given is not between a day and ten years back. */
export function sinceOf(
  { sinceDate }: UpdateInput,
  now: Date,
): { readonly since: string; readonly days: number } | undefined {
  const today = Date.parse(now.toISOString().slice(0, 10));
  const since = sinceDate ?? new Date(today - 365 * dayMs).toISOString().slice(0, 10);
  const days = Math.round((today - Date.parse(since)) / dayMs);
  return days >= 1 && days <= mostYears * 365 ? { since, days } : undefined;
}

const instant = z.iso.datetime();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const UpdateItemSchema = z.strictObject({
  stage: z.enum(['report', 'video']),
  address: z.string(),
  sinceDate: z.iso.date(),
  radiusMeters: z.number(),
  parcelId: z.string().describe('The parcel that was established before the sale'),
  latitude: z.number().optional().describe('Of a confirmed parcel: the point that was confirmed'),
  longitude: z.number().optional(),
});
export type UpdateItem = z.infer<typeof UpdateItemSchema>;

const VideoSchema = z.strictObject({
  state: z.enum(['pending', 'ready', 'unavailable', 'expired']),
  url: z.string().optional().describe('Only while it is ready'),
  mediaType: z.literal('video/mp4').optional(),
  durationSeconds: z.number().optional(),
  contentHash: hash.optional(),
  expiresAt: instant.optional().describe('From then on it is expired, and its address answers 410'),
  reason: z.string().optional().describe('Why there is none: encoder_unavailable, code_unreadable, report_failed'),
});
export type UpdateVideo = z.infer<typeof VideoSchema>;

const ReportSchema = z.strictObject({
  reportId: z.string(),
  reportHash: hash,
  html: z.string(),
  pdf: z.string(),
  json: z.string(),
  svg: z.string().optional(),
  recordsAboutParcelCount: z.int().min(0),
  recordsAroundCount: z.int().min(0),
  summary: z.string(),
});
export type UpdateReport = z.infer<typeof ReportSchema>;

export const updateFields = {
  reportReady: z.boolean(),
  report: ReportSchema.optional(),
  flyerReady: z.boolean().describe('True once flyerHandoff is there, before the video is'),
  flyerHandoff: FlyerHandoffSchema.optional().describe('Pass it on unchanged as reportHandoff of svc-property-flyer'),
  flyerRequires: z
    .array(z.literal('subjectImage'))
    .optional()
    .describe('The report has no aerial image: the flyer takes a photo in its place'),
  flyerUnavailable: z
    .literal('no_public_address')
    .optional()
    .describe('No flyer can be made: this service has no public address that a code could open'),
  video: VideoSchema,
};

export const updateCodes = [
  'unsupported',
  'subject_unresolved',
  'source_unavailable',
  'insufficient_current_context',
] as const;

export const UpdateDiagnosticSchema = z.strictObject({
  kind: z.literal('property_update_diagnostic'),
  charged: z.literal(false),
  code: z.enum(updateCodes),
  message: z.string(),
  subject: z.strictObject({ input: z.string(), resolved: z.string().optional(), parcelId: z.string().optional() }),
  /** How many dated records lie within each distance; only where too few were found. */
  context: z
    .strictObject({
      sinceDate: z.iso.date(),
      within: z.array(z.strictObject({ radiusMeters: z.int().positive(), recordCount: z.int().min(0) })),
      lanes: z.array(z.string()).describe('Kinds of registers that answered'),
    })
    .optional(),
  suggestedRadiusMeters: z.int().positive().optional().describe('Smallest of 500, 1000 and 2000 that has two records'),
  alternativeTools: z.array(z.strictObject({ slug: z.string(), priceUsdc: z.string().optional(), why: z.string() })),
  nextChecks: z.array(checkSchema).min(1),
  caveats: z.array(z.string()),
});
export type UpdateDiagnostic = z.infer<typeof UpdateDiagnosticSchema>;
