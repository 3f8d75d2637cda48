import { z } from 'zod';
import { matchedBys, SectionCitationSchema } from '../../reports/sections.ts';

/** What a published source says of a word: see the table of status words, whose readings these are. */
const readings = ['closed', 'ended', 'says_nothing_of_closeout'] as const;

/** One permit as its register states it; dates are calendar days, absent where the register has none. */
export const CloseoutPermitSchema = z.strictObject({
  permitNumber: z.string().optional().describe("The register's own number"),
  officePermitNumber: z
    .string()
    .optional()
    .describe('Number at the building department, where the register is not its own'),
  register: z.string().describe('The register that holds the record'),
  type: z.string().optional(),
  work: z.string().optional(),
  status: z.string().optional().describe("The register's own word; absent where it publishes none"),
  statusReading: z
    .enum([...readings, 'no_published_meaning_read', 'not_published'])
    .describe('What a published source says the word means for the end of the work; never our own reading'),
  filedOn: z.string().optional(),
  approvedOn: z.string().optional(),
  issuedOn: z.string().optional().describe('Absent where the register names no date of issue'),
  startedOn: z.string().optional(),
  completedOn: z.string().optional(),
  expiresOn: z.string().optional(),
  address: z.string().optional(),
  parcelId: z.string().optional(),
  matchedBy: z.array(z.enum(matchedBys)).min(1),
  citation: SectionCitationSchema,
});

/** What the check adds to a brief: every exactly matched record, and the words that stand in them. */
export const closeoutFields = {
  permits: z.array(CloseoutPermitSchema).min(1),
  statusWords: z
    .array(
      z.strictObject({
        register: z.string(),
        status: z.string(),
        permitCount: z.int().positive().describe('Matched permits that carry the word'),
        reading: z.enum([...readings, 'no_published_meaning_read']),
        meaning: z.string().optional(),
        citation: SectionCitationSchema.optional().describe('The page that gives the meaning'),
      }),
    )
    .describe('Each status word among the matched permits'),
  certificatesOfOccupancy: z.array(
    z.strictObject({
      recordId: z.string().optional(),
      register: z.string(),
      type: z.string().optional(),
      status: z.string().optional(),
      issuedOn: z.string().optional(),
      address: z.string().optional(),
      citation: SectionCitationSchema,
    }),
  ),
  parcels: z
    .array(
      z.strictObject({
        parcelId: z.string(),
        permitCount: z.int().min(0).describe('Matched permits whose record carries this number'),
      }),
    )
    .describe('The parcel numbers that were requested'),
};

export type CloseoutFields = z.output<z.ZodObject<typeof closeoutFields>>;
export type CloseoutPermit = CloseoutFields['permits'][number];
export type CloseoutStatusWord = CloseoutFields['statusWords'][number];

/** Which words stand in the matched records, for the check's own sentence. Pure. */
export function closeoutWords(permits: number, certificates: number, words: readonly CloseoutStatusWord[]): string {
  const records = `${permits} permit ${permits === 1 ? 'record' : 'records'}`;
  const isOne = new Set(words.map(({ register }) => register)).size === 1;
  const stated = words.map(
    ({ register, status, permitCount: count }) => `"${status}" ${count}${isOne ? '' : ` (${register})`}`,
  );
  const closed = words
    .filter(({ reading }) => reading === 'closed')
    .reduce((sum, { permitCount: count }) => sum + count, 0);
  return [
    `${records} matched exactly`,
    stated.length > 0 ? `stated status: ${stated.join(', ')}` : 'no status is published',
    `${closed} with a word that is published to mean closed`,
    ...(certificates > 0 ? [`certificates of occupancy: ${certificates}`] : []),
  ].join('; ');
}
