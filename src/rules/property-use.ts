import type { RulePage } from './cited-row.ts';

/** What a parcel record says the property is used for, as far as its words decide it. */
export type PropertyUse = 'residential' | 'commercial' | 'other';

interface UseRecord {
  readonly landUse?: string | undefined;
  readonly propertyClass?: string | undefined;
  /** 5-digit code of the county whose record it is: some offices write codes. */
  readonly countyFips?: string | undefined;
}

/** Codes of an office by their first character, with the page that explains them. */
interface ClassCodes {
  readonly county: string;
  readonly code: RegExp;
  readonly uses: Readonly<Record<string, PropertyUse>>;
  readonly page: RulePage;
  readonly asOf: string;
}

const classCodes: readonly ClassCodes[] = [
  {
    county: '17031',
    code: /^(\d)-?\d{2}[A-Z]?$|^(EX|RR)$/,
    uses: {
      // 0 exempt and railroad, 1 vacant, 2 residential, 3 multi-family, 4 not-for-profit, 5 commercial and industrial,
      // 6 to 8 incentive classes of commercial and industrial property, 9 incentive class of multi-family property
      '0': 'other',
      '1': 'other',
      '2': 'residential',
      '3': 'residential',
      '4': 'other',
      '5': 'commercial',
      '6': 'commercial',
      '7': 'commercial',
      '8': 'commercial',
      '9': 'residential',
      EX: 'other',
      RR: 'other',
    },
    page: {
      name: 'Cook County Assessor, definitions of the codes for classification of real property',
      url: 'https://www.cookcountyassessor.com/classifications-real-property',
    },
    asOf: '2026-11',
  },
];

// a record that names several uses is read by the first of these that fits: commercial beside others stays commercial
const words: readonly (readonly [PropertyUse, RegExp])[] = [
  [
    'commercial',
    /\b(commercial|office|retail|store|shop|shopping|industrial|manufactur\w*|warehouse|storage|hotel|motel|restaurant|bank|theat\w+|utility|parking|service station|garage service|transportation|hospital|nursing)\b/i,
  ],
  [
    'residential',
    /\b(residential|single[- ]?family|two[- ]?family|one and two family|multi[- ]?family|family|dwelling|apartments?|condo\w*|town\s?house|townhome|duplex|triplex|mobile home|manufactured home)\b/i,
  ],
  [
    'other',
    /\b(exempt|government|public|church|religious|school|institution\w*|vacant|agricultur\w*|farm|forest\w*|horticultur\w*|open space|park)\b/i,
  ],
];

function ofText(text: string | undefined): PropertyUse | undefined {
  return text === undefined ? undefined : words.find(([, pattern]) => pattern.test(text))?.[0];
}

function ofCode({ propertyClass, countyFips }: UseRecord): PropertyUse | undefined {
  const codes = classCodes.find(({ county }) => county === countyFips);
  const match = propertyClass === undefined ? null : codes?.code.exec(propertyClass.trim().toUpperCase());
  const key = match?.[1] ?? match?.[2];
  return key === undefined ? undefined : codes?.uses[key];
}

/** The use that a parcel record states; commercial where any of its words says so; undefined where none decides it. */
export function propertyUse(record: UseRecord): PropertyUse | undefined {
  const stated = [ofCode(record), ofText(record.landUse), ofText(record.propertyClass)];
  return (['commercial', 'residential', 'other'] as const).find((use) => stated.includes(use));
}
