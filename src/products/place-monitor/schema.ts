import { z } from 'zod';
import type { Subject } from '../../kernel/subject.ts';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { nextChecksSchema, soldSubjectSchema } from '../shared/sold-body.ts';

export const watchedLanes = [
  'permits',
  'development_cases',
  'code_violations',
  'service_requests',
  'incidents',
  'transfers',
  'legislation',
  'rental_registry',
] as const;
export type WatchedLane = (typeof watchedLanes)[number];

export const monitorKind = 'place_monitor';
export const monitorDiagnosticKind = 'place_monitor_diagnostic';

const count = z.int().min(0);
const instant = z.iso.datetime();
const value = z.union([z.string(), z.number(), z.boolean()]);

export const WaySchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('radius'), radiusMeters: z.number().positive() }),
  z.strictObject({ by: z.literal('parcel'), parcelId: z.string() }),
  z.strictObject({ by: z.literal('address'), streetLine: z.string() }),
  z.strictObject({ by: z.literal('building') }),
  z.strictObject({ by: z.literal('council') }),
]);
export type Way = z.infer<typeof WaySchema>;

export const checkStates = ['checked', 'checked_in_part', 'baseline_taken', 'not_checked'] as const;

const head = {
  lane: z.enum(watchedLanes),
  recordId: z.string(),
  title: z.string().optional(),
  date: z.string().optional(),
  recordUrl: z.string().optional(),
};

const change = <C extends string>(what: C) =>
  z.strictObject({ change: z.literal(what), ...head, citation: SectionCitationSchema });

/** One difference between what a register listed before and what it lists now; each is reported once. */
export const ChangeSchema = z.discriminatedUnion('change', [
  change('added'),
  change('changed').extend({
    fields: z.array(z.strictObject({ field: z.string(), from: value.nullable(), to: value.nullable() })).min(1),
  }),
  change('no_longer_listed'),
]);
export type Change = z.infer<typeof ChangeSchema>;

export const RegisterCheckSchema = z.strictObject({
  lane: z.enum(watchedLanes),
  register: z.string(),
  state: z
    .enum(checkStates)
    .describe('not_checked: the source failed, and nothing of what was known before was touched'),
  reason: z.string().optional(),
  recordCount: count.optional().describe('Records that it listed'),
  changeCount: count.optional(),
  firstSeenCount: count
    .optional()
    .describe('Records that were not known because an earlier list was cut: they may have been there before'),
  agedOutCount: count.optional().describe('Records older than the register keeps them'),
});
export type RegisterCheck = z.infer<typeof RegisterCheckSchema>;

export const CheckSchema = z.strictObject({
  position: z.int().min(1),
  dueAt: instant.optional(),
  checkedAt: instant.optional(),
  state: z.enum(['done', 'not_checked', 'failed']),
  registers: z.array(RegisterCheckSchema),
  changes: z.array(ChangeSchema),
  changesLeftOutCount: count.optional().describe('Further ones, at the address of the item'),
});

const BaselineSchema = z.array(
  RegisterCheckSchema.pick({ lane: true, register: true, state: true, reason: true }).extend({
    searchExtent: z.string(),
    recordCount: count,
    newestOn: z.string().optional(),
    citation: SectionCitationSchema.optional(),
  }),
);

export const monitorFields = {
  subject: soldSubjectSchema,
  feedUrl: z.string().describe('The same as an Atom feed (GET)'),
  endsAt: instant,
  nextCheckAt: instant.optional().describe('Absent after the last check'),
  baseline: BaselineSchema,
  notWatched: z.array(z.strictObject({ lane: z.enum(watchedLanes), reason: z.string() })),
  checks: z.array(CheckSchema).describe('Those that have ended, the oldest first'),
  changeCount: count,
};

export const MonitorDiagnosticSchema = z.strictObject({
  kind: z.literal(monitorDiagnosticKind),
  charged: z.literal(false),
  message: z.string(),
  reason: z.enum(['place_unsupported', 'no_lane_covered', 'baseline_unavailable']),
  subject: soldSubjectSchema,
  lanes: z.array(z.strictObject({ lane: z.enum(watchedLanes), state: z.string(), reason: z.string() })),
  nextChecks: nextChecksSchema,
  caveats: z.array(z.string()),
});

export type MonitorDiagnostic = z.infer<typeof MonitorDiagnosticSchema>;

const RememberedSchema = z.strictObject({
  hash: z.string(),
  fields: z.record(z.string(), value),
  /** Further rows under the same number: none of them is reported apart from another. */
  rows: z.int().min(1),
  date: z.string().optional(),
  recordUrl: z.string().optional(),
});
export type Remembered = z.infer<typeof RememberedSchema>;

export const SnapshotSchema = z.strictObject({
  lane: z.enum(watchedLanes),
  cardId: z.string(),
  register: z.string(),
  way: WaySchema,
  since: z.string().optional(),
  searchExtent: z.string(),
  /** False until it was read whole once: until then, that a record was not known says nothing. */
  wasWhole: z.boolean(),
  /** Undefined until it was read once. */
  records: z.record(z.string(), RememberedSchema).optional(),
  citation: SectionCitationSchema.optional(),
});
export type Snapshot = z.infer<typeof SnapshotSchema>;

export const MonitorResultSchema = z.strictObject({
  subject: z.custom<Subject>((value) => typeof value === 'object' && value !== null && 'precision' in value),
  snapshots: z.array(SnapshotSchema),
  registers: z.array(RegisterCheckSchema),
  changes: z.array(ChangeSchema),
  checkedAt: instant,
});
export type MonitorResult = z.infer<typeof MonitorResultSchema>;
