import { z } from 'zod';
import { RecordEntrySchema, ReportFactSchema } from '../../reports/sections.ts';
import { VisualSchema, VisualStatusSchema } from '../../reports/visual/schema.ts';
import { itemsField } from '../shared/items.ts';

/** What an evaluation packet has besides the parts of every brief. */
export const packetFields = {
  subjectFacts: z
    .array(ReportFactSchema)
    .describe('The property in short: what its record, its zoning and the mapped areas on its outline state'),
  ...itemsField,
  onParcel: z
    .array(RecordEntrySchema)
    .describe("Records that carry the parcel's own number or address, of all dates, newest first"),
  onParcelSearched: z.array(z.string()).describe('The registers that were queried for them, by number or address'),
  zoningText: z
    .array(z.strictObject({ name: z.string(), url: z.url() }))
    .describe('Official pages on which the text of the district is published; not read'),
  visual: VisualSchema.optional().describe('Annotated aerial photograph with the outline of the parcel'),
  visualStatus: VisualStatusSchema.optional().describe('Why there is no picture, where there is none'),
};

/** {@link packetFields} as data. */
export interface PacketFields {
  readonly subjectFacts: z.infer<typeof packetFields.subjectFacts>;
  readonly items: z.infer<typeof packetFields.items>;
  readonly onParcel: z.infer<typeof packetFields.onParcel>;
  readonly onParcelSearched: string[];
  readonly zoningText: z.infer<typeof packetFields.zoningText>;
  readonly visual?: z.infer<typeof VisualSchema>;
  readonly visualStatus?: z.infer<typeof VisualStatusSchema>;
}
