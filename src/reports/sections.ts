import { z } from 'zod';
import { BiasProfileSchema } from '../kernel/record.ts';
import { lanes } from '../places/schema/lanes.ts';
import { ChartSectionShape, CitedSourceSchema, DistanceSectionShape, MapSectionShape } from './pictures/schema.ts';

export const SectionCitationSchema = CitedSourceSchema;

/** One stated value. `value` is text, number or yes/no of the source and is data, never a sentence of ours. */
export const ReportFactSchema = z.strictObject({
  id: z.string().min(1),
  label: z.string().min(1),
  value: z.union([z.string(), z.number(), z.boolean()]),
  unit: z.string().optional(),
  note: z.string().optional(),
  /** Counts by distance, the nearest first; `value` has them in words. */
  bands: z.array(z.strictObject({ withinMeters: z.number().positive(), count: z.int().min(0) })).optional(),
  citation: SectionCitationSchema,
});

/**
 * A list of rows of one answer. `cells` are in the order of `columns`; null where the row does not say.
 * Numbers are in the unit of their column where it has one.
 */
export const ReportTableSchema = z.strictObject({
  id: z.string().min(1),
  label: z.string().min(1),
  columns: z
    .array(z.strictObject({ key: z.string().min(1), label: z.string().min(1), unit: z.string().optional() }))
    .min(1),
  rows: z
    .array(
      z.strictObject({
        cells: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
        citation: SectionCitationSchema,
      }),
    )
    .min(1),
  /** Rows of the tool's own answer that are not here. */
  leftOut: z.int().min(0),
});

/** Covered: the source gave data. Empty: it answered with none in the search extent. Not looked up: the place is known too coarsely or the caller left it out. */
export const ledgerStatuses = ['covered', 'empty', 'not_wired', 'unavailable', 'not_asked'] as const;

export const LedgerEntrySchema = z.strictObject({
  id: z.string().min(1),
  /** What was checked, in words: "Reported incidents". */
  label: z.string().min(1),
  lane: z.enum(lanes).optional(),
  tool: z.string().optional(),
  adapter: z.string().optional().describe('The sourceAdapters name, where the lane has one'),
  status: z.enum(ledgerStatuses),
  /** False where the source gave data and not all of it (page limit, one of several sources failed). */
  complete: z.boolean(),
  stale: z.boolean().optional(),
  source: z.string().optional(),
  sourceUrl: z.url().optional(),
  fetchedAt: z.string().optional(),
  area: z.string(),
  period: z.string().optional(),
  recordScope: z.string().optional(),
  count: z.int().min(0).optional(),
  reason: z.string().optional(),
});

/** By what a record was found to be of the very parcel. */
export const matchedBys = ['parcel_number', 'street_address'] as const;

/** One record in a few fields: of the parcel itself, or near it. */
export const RecordEntrySchema = z.strictObject({
  id: z.string().min(1),
  lane: z.enum(lanes),
  /** Text of the record, to be shown as a quotation. */
  title: z.string().min(1),
  date: z.string().optional(),
  /** The publisher's own word. */
  status: z.string().optional(),
  statusMeaning: z.string().optional().describe('What the publisher says that the word means'),
  amount: z.strictObject({ value: z.number(), unit: z.literal('USD') }).optional(),
  onParcel: z.boolean(),
  of: z
    .enum(['unit', 'building'])
    .optional()
    .describe('Which of the two its own address names, where a unit was requested'),
  matchedBy: z.array(z.enum(matchedBys)).optional().describe('How it is known to be of the parcel'),
  /** From the matched place; absent where the source has no position. */
  distanceMeters: z.number().min(0).optional(),
  recordId: z.string().optional().describe("Id into the report's records"),
  citation: SectionCitationSchema,
});

const NextStepSchema = z.strictObject({
  action: z.string().min(1),
  with: z.string().min(1),
  url: z.url().optional(),
  /** An office answers questions; on a page something is looked up. */
  at: z.enum(['office', 'page']),
});

/**
 * What is said first, in this order: by what kind of thing it is, never by a score. `record`: what the records of the parcel
 * leave open of itself.
 */
export const findingKinds = [
  'money',
  'orders',
  'hazards',
  'contamination',
  'permits',
  'registrations',
  'water',
  'record',
  'near',
  'gaps',
] as const;

/** One thing that stands out in the records, by a fixed rule; never scored. */
export const FindingSchema = z
  .strictObject({
    order: z.int().positive(),
    id: z.string().min(1),
    kind: z.enum(findingKinds),
    headline: z.string().min(1).describe('In a few words, with its figure'),
    finding: z.string().min(1).describe('One sentence: what the records state'),
    where: z.enum(['on_parcel', 'in_building', 'near', 'area']),
    distanceMeters: z.number().min(0).optional(),
    topic: z.string().optional(),
    why: z.string().optional().describe('What it bears on'),
    question: z.string().min(1).describe('What the records leave open'),
    evidenceNeeded: z.array(z.string()),
    recordIds: z.array(z.string()),
    citations: z.array(SectionCitationSchema),
    next: NextStepSchema,
  })
  .meta({ id: 'Finding' });

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A request, and the SHA-256 of the bytes that came back. */
export const AskedSchema = z.strictObject({
  cardId: z.string(),
  url: z.string(),
  at: z.string(),
  outcome: z.string(),
  bodyHash: hash.optional(),
});

const head = { id: z.string().min(1), title: z.string().min(1), note: z.string().optional() };

/** A section of one kind: its head, then what it holds. */
const part = <const K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({ ...head, kind: z.literal(kind), ...shape });

export const ReportSectionSchema = z.discriminatedUnion('kind', [
  part('facts', {
    facts: z.array(ReportFactSchema),
    tables: z.array(ReportTableSchema).optional(),
  }),
  part('records', {
    category: z.string(),
    /** Ids into the report's `records`, newest first. */
    recordIds: z.array(z.string()),
    searchExtent: z.string(),
    complete: z.boolean(),
    biasProfiles: z.array(z.strictObject({ sourceName: z.string(), biasProfile: BiasProfileSchema })),
  }),
  part('entries', {
    /** Newest first where they are of the parcel, else the nearest first. */
    entries: z.array(RecordEntrySchema),
    searchExtent: z.string(),
    complete: z.boolean(),
    /** Records that were read and are not here. */
    leftOut: z.int().min(0),
  }),
  part('items', { items: z.array(FindingSchema) }),
  part('answers', {
    answers: z.array(
      z.strictObject({
        /** The caller's own text, to be shown as a quotation. */
        asked: z.string().min(1),
        as: z.enum(['question', 'focus']),
        /** Topics that the words of it name; none where it names none that is known here. */
        topics: z.array(z.string()),
        findingIds: z.array(z.string()).optional().describe('Ids of what stands out in this report and answers it'),
        facts: z.array(ReportFactSchema),
        entryIds: z.array(z.string()).describe('Ids of entries of this report that bear on it'),
        emptyIn: z.array(z.string()).optional().describe('What was searched for it and holds nothing'),
        sectionIds: z.array(z.string()),
        /** One sentence on what of it no record says. */
        unanswered: z.string().optional(),
        near: z.array(ReportFactSchema).optional().describe('Stated of what is only near it; no answer to it'),
      }),
    ),
  }),
  part('next_checks', {
    offices: z.array(
      z.strictObject({
        office: z.string().min(1),
        url: z.url().optional(),
        askFor: z.array(z.string().min(1)).min(1),
      }),
    ),
    /** Where the sources themselves send a reader; a page is read. */
    pages: z.array(z.strictObject({ page: z.string().min(1), url: z.url(), steps: z.array(z.string().min(1)).min(1) })),
  }),
  part('limits', {
    /** Each limit once, with the parts of the report that it is said of. */
    limits: z.array(z.strictObject({ text: z.string().min(1), of: z.array(z.string()).min(1) })),
  }),
  part('coverage_ledger', { entries: z.array(LedgerEntrySchema) }),
  part('conflicts', {
    conflicts: z.array(
      z.strictObject({ id: z.string(), label: z.string(), statements: z.array(ReportFactSchema).min(2) }),
    ),
  }),
  part('timeline', {
    entries: z.array(
      z.strictObject({
        /** YYYY, YYYY-MM or YYYY-MM-DD, as far as the source dates it. */
        date: z.string(),
        label: z.string(),
        /** Text of the record, to be shown as a quotation. */
        quoted: z.string().optional(),
        recordId: z.string().optional().describe("Id into the report's records"),
        citation: SectionCitationSchema,
      }),
    ),
    leftOut: z.int().min(0),
  }),
  part('questions', {
    questions: z.array(
      z.strictObject({
        order: z.int().positive(),
        question: z.string(),
        basis: z.enum(['conflict', 'gap', 'record', 'boundary', 'caller']),
        /** The question is the caller's own text (reportPrefs.questions), to be shown as a quotation. */
        quoted: z.boolean().optional(),
        with: z.string().optional(),
        url: z.url().optional(),
      }),
    ),
  }),
  part('sources', {
    sources: z.array(z.strictObject({ citation: SectionCitationSchema, usedFor: z.array(z.string()).min(1) })),
  }),
  z.strictObject({ ...head, ...MapSectionShape }),
  z.strictObject({ ...head, ...DistanceSectionShape }),
  z.strictObject({ ...head, ...ChartSectionShape }),
  part('evidence', { asked: z.array(AskedSchema) }),
]);

/** A count inside a stated search extent: what one lane brought. Never a rate, rank or index. */
export const ReportSignalSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  value: z.number(),
  unit: z.string(),
  searchExtent: z.string(),
  complete: z.boolean(),
  citation: SectionCitationSchema,
});

export type SectionCitation = z.infer<typeof SectionCitationSchema>;
export type ReportFact = z.infer<typeof ReportFactSchema>;
export type ReportTable = z.infer<typeof ReportTableSchema>;
export type LedgerEntry = z.infer<typeof LedgerEntrySchema>;
export type LedgerStatus = (typeof ledgerStatuses)[number];
export type ReportSection = z.infer<typeof ReportSectionSchema>;
export type SectionOf<K extends ReportSection['kind']> = Extract<ReportSection, { kind: K }>;
export type RecordEntry = z.infer<typeof RecordEntrySchema>;
export type FindingKind = (typeof findingKinds)[number];
export type ListedFinding = z.infer<typeof FindingSchema>;
export type NextStep = z.infer<typeof NextStepSchema>;
export type MatchedBy = (typeof matchedBys)[number];
export type ReportSignal = z.infer<typeof ReportSignalSchema>;
