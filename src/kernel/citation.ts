import { z } from 'zod';

/** Where one fact comes from. `sourceDate` is the date of the record, `fetchedAt` the moment we read it: two different facts. */
export const CitationSchema = z
  .strictObject({
    sourceName: z.string().min(1).describe('Name of the official source'),
    sourceUrl: z
      .url()
      .describe('Page of the dataset, layer or text itself, that a person can open; never carries a key'),
    recordId: z.string().optional().describe("The source's own identifier of the record"),
    recordUrl: z.url().optional().describe('Page of the record itself, where the publisher has one'),
    evidence: z
      .string()
      .optional()
      .describe(
        'The requests and replies behind the value: GET /evidence/<this>, or the MCP resource place-records://evidence/<this>',
      ),
    sourceDate: z.string().optional().describe('Date or vintage that the source gives for the record'),
    fetchedAt: z.string().describe('When this service read the source, ISO 8601'),
    licenseNote: z.string().optional(),
    commercialUse: z
      .enum(['forbidden', 'disputed'])
      .optional()
      .describe(
        "The publisher's terms forbid commercial use, or it is disputed whether they do: never part of what is sold",
      ),
  })
  .meta({ id: 'Citation' });

export type Citation = z.infer<typeof CitationSchema>;

// requires nothing of a user of the value; the source card and `mirror list` have the full text
const plainPublicDomain = /^US government work, public domain$/i;

/** The license note as a citation carries it: left out where it requires nothing of a user of the value. */
export function licensed(note: string): { licenseNote?: string } {
  return plainPublicDomain.test(note) ? {} : { licenseNote: note };
}

const syntheticMark = '(synthetic)';

/** Marks a citation of fake upstream data, so that it cannot be mistaken for a record; made-up values have no license. */
export function markSynthetic(citation: Citation): Citation {
  if (citation.sourceName.endsWith(syntheticMark)) return citation;
  const { licenseNote: _none, ...rest } = citation;
  return { ...rest, sourceName: `${citation.sourceName} ${syntheticMark}` };
}

/** Name of a source without the mark of fake upstream data, for texts that name a source and cite nothing. */
export function plainSourceName(sourceName: string): string {
  return sourceName.endsWith(syntheticMark) ? sourceName.slice(0, -syntheticMark.length - 1) : sourceName;
}
