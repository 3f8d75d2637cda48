import { z } from 'zod';
import { precisions } from '../../../kernel/subject.ts';
import {
  LedgerEntrySchema,
  ReportFactSchema,
  ReportTableSchema,
  SectionCitationSchema,
} from '../../../reports/sections.ts';

/** Evidence groups of a packet, in its order. The last one frames the surroundings and never counts toward a threshold. */
export const followUpGroups = [
  'subject_identity',
  'use_occupancy_permits',
  'physical_land',
  'environmental_records',
  'access_infrastructure',
  'change_policy',
  'cost_transfer_timing',
  'area_operating_context',
] as const;
export type FollowUpGroup = (typeof followUpGroups)[number];

export const packetStates = [
  'follow_up_items_found',
  'checked_no_follow_up_items_in_answered_components',
  'incomplete_evidence',
  'source_unavailable',
] as const;

export const itemStatuses = ['open', 'awaiting_authority', 'resolved_with_evidence'] as const;

const text = z.string().min(1);
const NextSchema = z.strictObject({ action: text, with: text, url: z.url().optional() });

const ItemCitationSchema = z.strictObject({
  sourceName: text,
  sourceUrl: z.url(),
  recordId: z.string().optional(),
  fetchedAt: z.string().optional(),
  sourceVersion: z.string().optional().describe('Date or vintage that the source gives'),
});

const FollowUpItemSchema = z.strictObject({
  id: text,
  status: z.enum(itemStatuses),
  question: text,
  evidenceNeeded: z.array(text),
  /** Filled only where a record resolves the question. */
  resolutionEvidence: z.array(
    z.strictObject({ sourceUrl: z.url(), observedAt: z.string(), recordId: z.string().optional() }),
  ),
  supersedes: z
    .array(z.string())
    .describe(
      'Ids, the same in every packet of a place, of items that an earlier packet may hold and this one replaces',
    ),
  group: z.enum(followUpGroups),
  factualBasis: text.describe('What the records state, that the question comes from'),
  recordIds: z.array(z.string()),
  citations: z.array(ItemCitationSchema),
  verifyNext: NextSchema,
});

const ParcelSchema = z.strictObject({
  parcelId: text,
  accountId: z.string().optional(),
  siteAddress: z.string().optional(),
  matchedBy: z.string().optional(),
  addressAgrees: z.boolean().optional().describe('Whether the parcel carries the address queried'),
  citation: ItemCitationSchema,
});

const packetShape = {
  kind: z.literal('transaction_follow_up'),
  state: z.enum(packetStates),
  intent: text,
  profileTitle: text,
  subject: z.strictObject({
    input: z.string(),
    resolved: z.string().optional(),
    latitude: z.number().optional(),
    longitude: z.number().optional(),
    precision: z.enum(precisions),
    state: z.string().optional(),
    countyFips: z.string().optional(),
    countyName: z.string().optional(),
    basis: z
      .enum(['parcel', 'caller_point', 'not_established'])
      .describe('What the packet is about: one parcel, or the very point that the caller gave'),
    parcel: ParcelSchema.optional(),
    candidates: z.array(z.string()).optional().describe('Addresses to choose from, where several fit'),
  }),
  /** The caller's own words: they frame the packet and select nothing. */
  callerContext: z.strictObject({
    transactionStage: z.string().optional(),
    projectArchetype: z.string().optional(),
    requestedAreaContext: z.array(z.string()).optional(),
    statedUse: z.string().optional(),
    projectType: z.string().optional(),
    suiteOrUnit: z.string().optional(),
    use: z.literal('framing only; it selects no source and changes no item'),
  }),
  groups: z.array(
    z.strictObject({
      group: z.enum(followUpGroups),
      title: text,
      answeredComponents: z.int().min(0),
      components: z.array(
        z.strictObject({
          coverage: LedgerEntrySchema,
          counts: z.boolean().describe('Whether an answer counts toward the threshold'),
          note: z.string().optional().describe("The tool's own sentence: what it searched and found"),
          facts: z.array(ReportFactSchema),
          tables: z.array(ReportTableSchema).optional(),
        }),
      ),
    }),
  ),
  threshold: z.strictObject({
    met: z.boolean(),
    answeredComponents: z.int().min(0),
    answeredGroups: z.int().min(0),
    missing: z.array(z.string()),
  }),
  followUpItems: z.array(FollowUpItemSchema),
  unansweredQuestions: z.array(z.string()),
  handoffs: z.array(z.strictObject({ to: text, rail: z.enum(['free', 'paid']), why: text })),
  timeline: z.array(z.strictObject({ date: text, label: text, citation: SectionCitationSchema })),
  caveats: z.array(z.string()),
  boundary: text,
};

/** The packet: by itself the free answer where the evidence does not meet the threshold of its profile. */
export const PacketSchema = z
  .strictObject({
    ...packetShape,
    charged: z
      .literal(false)
      .describe(
        'False in this shape always: the packet names no price. A sold one comes in its wrapper, with a receipt',
      ),
  })
  .meta({ id: 'FollowUpPacket' });

/**
 * What is sold: the packet in a compact wrapper, with the hash of its canonical JSON. The interface fixes the fields of
 * both, `charged: false` of the packet among them; that the wrapper was paid for is reported by the receipt beside it.
 */
export const SoldFollowUpSchema = z
  .strictObject({
    id: text,
    generatedAt: z.string(),
    summary: text,
    queriedAddress: text,
    reportType: text,
    responseMode: z.literal('compact'),
    artifact: z.strictObject({
      reportId: text,
      canonicalHash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe('SHA-256 of the RFC 8785 JSON of transactionFollowUp'),
      available: z.boolean(),
      access: text,
    }),
    transactionFollowUp: PacketSchema,
  })
  .meta({ id: 'SoldFollowUp' });

export type ItemCitation = z.infer<typeof ItemCitationSchema>;
export type FollowUpItem = z.infer<typeof FollowUpItemSchema>;
export type NextCheck = z.infer<typeof NextSchema>;
export type Packet = z.infer<typeof PacketSchema>;
export type SoldFollowUp = z.infer<typeof SoldFollowUpSchema>;
export type PacketSubject = Packet['subject'];
export type CallerContext = Packet['callerContext'];
