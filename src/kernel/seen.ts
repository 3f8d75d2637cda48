import { z } from 'zod';

/**
 * Who saw a source answer. `doctor`: this project's own doctor or sentinel. `recording`: a recorded answer that the
 * readers were tested on. `public_client`: a third party, which queried the live source with these columns. `code`:
 * address and columns are in public code, and no answer was seen. `catalog`: a catalog lists the source. `none`: the
 * address was not checked.
 */
export const witnesses = ['doctor', 'recording', 'public_client', 'code', 'catalog', 'none'] as const;
export type Witness = (typeof witnesses)[number];

const text = z.string().min(1);

/** How sure it is that a source answers as it is read: who saw it, when, and with which columns. */
export const SeenSchema = z
  .strictObject({
    by: z
      .enum(witnesses)
      .describe(
        'Who saw it answer: this project (doctor), a recording, a public client; code, catalog and none saw nothing',
      ),
    on: z
      .string()
      .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/)
      .optional()
      .describe('Day, month or year in which it was seen'),
    columns: z.array(text).optional().describe('Columns that were seen'),
    note: text.describe('What was seen, and where'),
  })
  .meta({ id: 'Seen' });

export type Seen = z.infer<typeof SeenSchema>;

/** What is wrong with a record of who saw a source; undefined where nothing is. */
export const faultOfSeen = ({ by, on }: Pick<Seen, 'by' | 'on'>): string | undefined =>
  by === 'doctor' && on?.length !== 10 ? 'what the doctor saw has a day' : undefined;

/** Day on which this project itself saw the source answer; undefined where it has not. */
export const verifiedOn = ({ by, on }: Pick<Seen, 'by' | 'on'>): string | undefined =>
  by === 'doctor' ? on : undefined;

const witnessTexts: Readonly<Record<Witness, string>> = {
  doctor: 'Seen to answer by this project',
  recording: 'Read from a recorded answer',
  public_client: 'Seen to answer by a public client',
  code: 'Known from public code, not seen to answer',
  catalog: 'Known from a catalog, not seen to answer',
  none: 'Not checked',
};

/** Who saw a source answer and when, as a clause: "Seen to answer by a public client in 2026-10". */
export const seenText = ({ by, on }: Pick<Seen, 'by' | 'on'>): string =>
  on === undefined ? witnessTexts[by] : `${witnessTexts[by]} ${on.length === 10 ? 'on' : 'in'} ${on}`;
