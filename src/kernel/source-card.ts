import { z } from 'zod';
import { BiasProfileSchema } from './record.ts';

/** How far a source's endpoint has been checked; `unverified` is shown as such wherever the card appears. */
export const verificationWords = ['live', 'recorded_sample', 'catalogue', 'code_only', 'unverified'] as const;

export const SourceCardSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    name: z.string().min(1).describe('Name of the source as its publisher writes it'),
    publisher: z.string().min(1),
    authority: z.enum(['official', 'secondary']),
    landingUrl: z.url().describe('Page that a person can open'),
    endpoint: z.url().describe('Address that is queried'),
    covers: z.string().describe('Area that the source speaks for'),
    cadence: z.string().describe("The publisher's own rhythm of updates"),
    lagDays: z.int().min(0).optional(),
    licenseNote: z.string(),
    licenseUrl: z.url().optional(),
    verifiedAt: z.iso
      .date()
      .nullable()
      .describe('Date on which somebody saw the live source answer; null: not verified'),
    verification: z.strictObject({ word: z.enum(verificationWords), note: z.string() }),
    key: z
      .strictObject({
        setting: z.string().regex(/^SVC_KEY_[A-Z0-9_]+$/),
        required: z.boolean(),
        in: z.enum(['query', 'header']),
        name: z.string(),
        prefix: z.string().optional(),
        signUpUrl: z.url(),
      })
      .optional(),
    http: z
      .strictObject({
        timeoutMs: z.int().positive().optional(),
        maxBytes: z.int().positive().optional(),
        concurrency: z.int().positive().optional(),
        perSecond: z.number().positive().optional(),
        ttlSeconds: z.int().min(0).optional().describe('How long an answer may be reused'),
        retries: z.int().min(0).max(3).optional(),
        headers: z.record(z.string(), z.string()).optional(),
      })
      .optional(),
    probe: z
      .strictObject({
        url: z.url().describe('One cheap question'),
        expect: z.array(z.string()).describe('Dotted paths that a healthy answer has; a number is an array index'),
      })
      .optional(),
    peopleFree: z
      .literal(true)
      .optional()
      .describe('No answer of this source holds anything about a person; only such answers are kept beyond memory'),
    bias: BiasProfileSchema.optional(),
    limits: z.array(z.string()),
  })
  .meta({ id: 'SourceCard' });

export type SourceCard = z.infer<typeof SourceCardSchema>;
