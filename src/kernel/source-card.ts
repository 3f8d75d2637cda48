import { z } from 'zod';
import { isFrontPage } from './pages.ts';
import { BiasProfileSchema } from './record.ts';
import { faultOfSeen, SeenSchema } from './seen.ts';

/** License of most federal data; that of a card or dataset that states none. */
export const publicDomain = 'US government work, public domain';

/** Template of a page: an address with at least one placeholder, `{recordId}`. */
export const pageTemplate = z.string().regex(/^https:\/\/[^/{}]+\/[^{}]*\{\w+\}/);

export const ProbeSchema = z.strictObject({
  url: z.url().describe('One cheap question'),
  expect: z.array(z.string()).describe('Dotted paths that a healthy answer has; a number is an array index'),
  columns: z.array(z.string()).optional().describe('Columns that are read, by name'),
  sample: z
    .strictObject({
      url: z.url().describe('A few rows with the columns that are read, the newest first'),
      dateColumn: z.string().optional(),
    })
    .optional(),
  column: z.string().optional().describe('Asks for one column alone, `{column}`, where the sample was refused'),
  count: z.strictObject({ url: z.url(), path: z.string() }).optional().describe('Asks for the number of rows'),
  codes: z
    .array(z.strictObject({ column: z.string(), url: z.url().describe('Its values, each once') }))
    .optional()
    .describe("Columns whose values are of a publisher's list"),
});

export type Probe = z.infer<typeof ProbeSchema>;

export const SourceCardSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    name: z.string().min(1).describe('Name of the source as its publisher writes it'),
    publisher: z.string().min(1),
    authority: z.enum(['official', 'secondary']),
    landingUrl: z.url().describe("The publisher's page about the source, for a person who wants to look further"),
    datasetUrl: z
      .url()
      .describe('Page of the dataset, layer or product itself, which citations name; never a front page'),
    recordUrl: pageTemplate
      .optional()
      .describe('Page of one record, where the publisher has one; `{recordId}` is the id under which it is cited'),
    endpoint: z.url().describe('Address that is queried'),
    covers: z.string().describe('Area that the source speaks for'),
    outside: z
      .array(z.string().regex(/^[A-Z]{2}$/))
      .optional()
      .describe('States and territories that the source does not reach, by two-letter code; there it is not queried'),
    cadence: z.string().describe("The publisher's own rhythm of updates"),
    everyDays: z
      .int()
      .positive()
      .optional()
      .describe('Days between two updates, where the publisher keeps to a rhythm: newer dates than that are expected'),
    lagDays: z.int().min(0).optional(),
    licenseNote: z.string(),
    licenseUrl: z.url().optional(),
    commercialUse: z
      .enum(['forbidden', 'disputed'])
      .optional()
      .describe(
        'The terms forbid commercial use, or it is disputed whether they do: answers are given free of charge only',
      ),
    seen: SeenSchema,
    key: z
      .strictObject({
        setting: z.string().regex(/^SVC_KEY_[A-Z0-9_]+$/),
        required: z.boolean(),
        in: z.enum(['query', 'header']),
        name: z.string(),
        prefix: z.string().optional(),
        signUpUrl: z.url(),
        billed: z.literal(true).optional().describe('The publisher bills the use of the key; others are free'),
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
    probe: ProbeSchema.optional(),
    peopleFree: z
      .literal(true)
      .optional()
      .describe('No answer of this source holds anything about a person; only such answers are stored on disk'),
    bias: BiasProfileSchema.optional(),
    limits: z.array(z.string()),
  })
  .superRefine((card, context) => {
    const message = faultOfSeen(card.seen);
    if (message) context.addIssue({ code: 'custom', path: ['seen', 'on'], message });
    if (URL.canParse(card.datasetUrl) && isFrontPage(card.datasetUrl)) {
      context.addIssue({ code: 'custom', path: ['datasetUrl'], message: 'a front page is no page of a dataset' });
    }
  })
  .meta({ id: 'SourceCard' });

export type SourceCard = z.infer<typeof SourceCardSchema>;
