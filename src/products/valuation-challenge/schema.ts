import { z } from 'zod';
import { type ReportFact, ReportFactSchema } from '../../reports/sections.ts';

/** Values of a parcel record that an owner can hold against the property itself, with what to hold them against. */
const checks: Readonly<Record<string, string>> = {
  siteAddress: 'the address of the property',
  landUse: 'the use of the property on the assessment date',
  propertyClass: "the office's published classes",
  livingArea: 'plans or a measurement of the building',
  buildingArea: 'plans or a measurement of the building',
  lotArea: 'the deed or a survey',
  deedArea: 'the deed',
  yearBuilt: 'the building permit or certificate of occupancy',
  units: 'the units that exist and are permitted',
  residentialUnits: 'the units that exist and are permitted',
  buildings: 'the buildings that stand on the parcel',
  floors: 'the building',
  landValue: "the assessment notice and the office's land schedule",
  buildingValue: 'the assessment notice',
  totalValue: 'the assessment notice',
  lastSaleDate: 'the recorded deed',
  lastSalePrice: 'the closing statement and the recorded deed',
};

/** What the challenge adds to a brief. */
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
    const holdAgainst = checks[fact.id.split('.').at(-1) ?? ''];
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

/** What the challenge adds where a price is given. */
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
