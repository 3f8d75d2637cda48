import { z } from 'zod';
import { type ReportFact, ReportFactSchema } from '../../reports/sections.ts';
import { parcelFields } from '../shared/parcel-fields.ts';

export const challengeFields = {
  questioned: z
    .strictObject({
      basis: z.enum(['caller_price', 'assessment_notice']),
      priceUsd: z.number().optional().describe('As the caller gave it; not checked'),
      noticeDate: z.string().optional().describe('As the caller gave it; not checked'),
    })
    .describe('The figure in question; it has no bearing on what is read'),
  recordToCheck: z
    .array(z.strictObject({ fact: ReportFactSchema, holdAgainst: z.string() }))
    .describe('What the assessing office has on record, value by value, and what shows whether it is so'),
};

/** The values of the parcel section that an owner can check. Pure. */
export function recordToCheck(facts: readonly ReportFact[]): z.infer<typeof challengeFields.recordToCheck> {
  return facts.flatMap((fact) => {
    const holdAgainst = parcelFields().find(({ field }) => field === nameOf(fact))?.holdAgainst;
    return holdAgainst ? [{ fact, holdAgainst }] : [];
  });
}

/** Recorded figures in dollars beside which a figure of the whole property can be set. */
const whole = ['totalValue', 'lastSalePrice'] as const;

const amount = z.strictObject({ value: z.number(), unit: z.literal('USD') });

const AgainstRecordSchema = z.strictObject({
  fact: ReportFactSchema.describe('As recorded, with its source and date'),
  given: amount.describe('As the caller gave it'),
  difference: amount.describe('Given minus recorded'),
  ofRecordedPercent: z.number().describe('Given divided by recorded, in percent'),
});

export const againstRecordFields = {
  priceAgainstRecord: z
    .array(AgainstRecordSchema)
    .describe('The given price beside each recorded figure of the whole property: arithmetic, and no view of either'),
};

const nameOf = ({ id }: ReportFact) => id.split('.').at(-1) ?? '';
const toCents = (value: number) => Math.round(value * 100) / 100;

/** The given price beside the figures that the parcel record states. Empty where no price was given. Pure. */
export function priceAgainstRecord(
  facts: readonly ReportFact[],
  priceUsd: number | undefined,
): z.infer<typeof againstRecordFields.priceAgainstRecord> {
  if (priceUsd === undefined) return [];
  return facts.flatMap((fact) => {
    const isWhole = whole.some((name) => name === nameOf(fact));
    if (!isWhole || typeof fact.value !== 'number' || fact.value <= 0 || fact.unit !== 'USD') return [];
    return [
      {
        fact,
        given: { value: priceUsd, unit: 'USD' as const },
        difference: { value: toCents(priceUsd - fact.value), unit: 'USD' as const },
        ofRecordedPercent: Math.round((priceUsd / fact.value) * 1000) / 10,
      },
    ];
  });
}
