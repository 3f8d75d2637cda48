import { z } from 'zod';
import { countyFips, dayOrMonth, listOf, pageAddress, text } from './cells.ts';
import { rowVerifications } from './cited-row.ts';
import { tableFile } from './table-file.ts';

const uses = z.enum(['commercial', 'residential', 'other']);

export type PropertyUse = z.infer<typeof uses>;

interface UseRecord {
  readonly landUse?: string | undefined;
  readonly propertyClass?: string | undefined;
  /** 5-digit code of the county whose record it is: some offices write codes. */
  readonly countyFips?: string | undefined;
}

/** Codes of an office, with the page that explains them. */
const classCodes = tableFile(
  'property-class-codes',
  {
    county: countyFips,
    code: text,
    use: uses,
    means: text,
    exempt: z.literal('yes').optional(),
    pageName: text,
    pageUrl: pageAddress,
    asOf: dayOrMonth,
    verification: z.enum([...rowVerifications, 'unverified']),
  },
  ({ county, code, use, exempt }) => ({ county, use, exempt, pattern: new RegExp(`^(?:${code})$`) }),
);

// a record that names several uses is read by the first of these that fits: commercial beside others stays commercial
const words = tableFile('property-use-words', { use: uses, words: listOf(text) }, ({ use, words: patterns }) => ({
  use,
  pattern: new RegExp(`\\b(?:${patterns.join('|')})\\b`, 'i'),
}));

const ofText = (stated: string | undefined): PropertyUse | undefined =>
  stated === undefined ? undefined : words().find(({ pattern }) => pattern.test(stated))?.use;

/** Words of an office that put a whole parcel among those that are not taxed. */
const exemptWords = tableFile('exempt-words', { words: listOf(text) }, ({ words: patterns }) => ({
  pattern: new RegExp(`^(?:${patterns.join('|')})\\b`, 'i'),
}));

function codeOf({ propertyClass, countyFips: at }: UseRecord) {
  const code = propertyClass?.trim().toUpperCase();
  return code === undefined ? undefined : classCodes().find((row) => row.county === at && row.pattern.test(code));
}

/** Whether the class of a parcel record says, by its code or its first word, that the parcel is exempt from the tax. */
export function isExemptClass(record: Pick<UseRecord, 'propertyClass' | 'countyFips'>): boolean {
  const { propertyClass } = record;
  if (propertyClass === undefined) return false;
  return codeOf(record)?.exempt === 'yes' || exemptWords().some(({ pattern }) => pattern.test(propertyClass.trim()));
}

/** The use that a parcel record states; commercial where any of its words says so; undefined where none decides it. */
export function propertyUse(record: UseRecord): PropertyUse | undefined {
  const stated = [codeOf(record)?.use, ofText(record.landUse), ofText(record.propertyClass)];
  return uses.options.find((use) => stated.includes(use));
}
