import { z } from 'zod';
import { accessSchema } from '../shared/sold-body.ts';
import { PacketSchema, ProofSchema } from '../surrounding-area/schema.ts';

export const reportKind = 'surrounding_area_report';
export const reportDiagnosticKind = 'surrounding_area_report_diagnostic';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.strictObject({ url: z.string(), contentHash: hash.describe('SHA-256 of its bytes') });

export const SurroundingReportSchema = z.strictObject({
  kind: z.literal(reportKind),
  charged: z.literal(true),
  generatedAt: z.string(),
  summary: z.string(),
  packetId: PacketSchema.shape.packetId,
  packetHash: hash,
  /** When the packet was made that the report is drawn from: no source was queried since. */
  packetGeneratedAt: z.string(),
  subject: PacketSchema.shape.subject,
  html: file,
  pdf: file.extend({ pageCount: z.int().positive() }),
  access: accessSchema,
  sources: PacketSchema.shape.sources,
  caveats: z.array(z.string()),
  composeStatus: PacketSchema.shape.composeStatus,
});

export const reportReasons = [
  'proof_invalid',
  'proof_expired',
  'packet_not_kept',
  'already_reported',
  'render_failed',
] as const;

export const ReportDiagnosticSchema = z.strictObject({
  kind: z.literal(reportDiagnosticKind),
  charged: z.literal(false),
  message: z.string(),
  reason: z.enum(reportReasons),
  nextChecks: z.array(z.strictObject({ order: z.int().positive(), action: z.string(), with: z.string() })),
});

export { ProofSchema };
export type SurroundingReport = z.infer<typeof SurroundingReportSchema>;
export type ReportDiagnostic = z.infer<typeof ReportDiagnosticSchema>;
export type ReportReason = ReportDiagnostic['reason'];
