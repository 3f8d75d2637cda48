import { z } from 'zod';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { rowVerifications } from '../../rules/cited-row.ts';

export const ruleLevels = ['city', 'county', 'state'] as const;

export const RuleReadSchema = z.strictObject({
  topic: z.string().describe('Table that the rule is in'),
  level: z.enum(ruleLevels),
  place: z.string().describe('Place that the rule speaks for'),
  says: z.string().describe('The rule as the page states it, shortened'),
  quote: z.string().optional().describe('Words of the text that was read'),
  statute: z.string().optional(),
  verification: z
    .enum(rowVerifications)
    .describe('statute_text: the text itself was read; official_page: a page of the office'),
  readOn: z.string().describe('Day on which the row was held against the page or a copy of it'),
  edition: z.string().optional(),
  mayNotApply: z
    .literal(true)
    .optional()
    .describe('It speaks for a part of the place, or whether it does is not known'),
  citation: SectionCitationSchema,
});

export const policyFields = {
  rulesRead: z
    .array(RuleReadSchema)
    .describe('Rules of the place and its state whose text or official page was read, nearest first'),
  rulesReadLeftOut: z.int().optional(),
  notRead: z
    .strictObject({
      pages: z
        .array(z.strictObject({ level: z.enum(ruleLevels), name: z.string(), url: z.url() }))
        .describe('Pages on which rules of the place are published; front pages are left out'),
      topics: z
        .array(z.strictObject({ topic: z.string(), searchFor: z.array(z.string()), ask: z.string() }))
        .describe('Words under which codes treat a topic, and the office that is usually queried'),
      pointers: z
        .array(
          z.strictObject({
            topic: z.string(),
            about: z.string(),
            place: z.string(),
            statute: z.string().optional().describe('Where it is said to stand'),
            ask: z.string(),
            url: z.url(),
          }),
        )
        .describe('Rules that are said to exist; nothing of them was read'),
    })
    .describe('Where to look further: leads, of which nothing is stated'),
};

const body = z.strictObject(policyFields);
export type PolicyFields = z.infer<typeof body>;
export type RuleRead = z.infer<typeof RuleReadSchema>;
