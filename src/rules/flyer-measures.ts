import { z } from 'zod';
import { listOf, optionalText, text } from './cells.ts';
import { foldedClaim } from './flyer-claims.ts';
import { tableFile } from './table-file.ts';

const squareFeetPerAcre = 43_560;
const units = z.enum(['count', 'ft2', 'acres']);

/** How numbers of a property are written, and the fields of a parcel record with which they are compared. */
const measures = tableFile(
  'flyer-measures',
  {
    measure: text,
    title: text,
    after: text,
    before: optionalText,
    number: text,
    unlessOf: optionalText,
    unit: units,
    facts: listOf(text),
  },
  ({ after, before, number, unlessOf, ...measure }) => {
    const part = unlessOf ? `(?! (?:\\w+ )?(?:${unlessOf})(?: |$))` : '';
    const ofPart = unlessOf ? `(?<!(?:^| )(?:${unlessOf}) )` : '';
    return {
      ...measure,
      patterns: [
        new RegExp(`(?<=^| )(?<claimed>${number}) ?(?:${after})(?= |$)${part}`, 'g'),
        ...(before ? [new RegExp(`(?<=^| )${ofPart}(?:${before}) (?<claimed>${number})(?= |$)`, 'g')] : []),
      ],
    };
  },
);

/** How many measures the table has. */
export const measureCount = (): number => measures().length;

export interface RecordedNumber {
  /** Name of the field: `yearBuilt`. */
  readonly field: string;
  readonly value: number;
  /** `ft2` or `acres`; absent for a count and a year. */
  readonly unit?: string | undefined;
}

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const fractions: readonly (readonly [RegExp, string])[] = [
  [/(\d+)[ -]?(?:\u00bd|1\/2)/g, '$1.5'],
  [/(\d+)[ -](?:\u00bc|1\/4)/g, '$1.25'],
  [/(\d+)[ -](?:\u00be|3\/4)/g, '$1.75'],
  [/\u00bd|(?<![\d/])1\/2(?![\d/])|\bhalf[ -](?:an )?(?=acre)/g, '0.5 '],
  [/\u00bc|(?<![\d/])1\/4(?![\d/])|\bquarter[ -](?:of an )?(?=acre)/g, '0.25 '],
  [/\u00be|(?<![\d/])3\/4(?![\d/])/g, '0.75 '],
];

/** A text with its numbers in digits: no separators of thousands, decimals unchanged, number words up to twelve. */
function numbered(claim: string): string {
  const digits = fractions.reduce(
    (words, [pattern, by]) => words.replace(pattern, by),
    claim.toLowerCase().replace(/(\d),(?=\d{3})/g, '$1'),
  );
  // folding replaces every sign but the point of a decimal
  const folded = foldedClaim(
    digits.replace(/(\d*)\.(\d)/g, (_, whole: string, part: string) => `${whole || '0'}\u01c0${part}`),
  );
  return folded
    .replaceAll(/(\d) ?\u01c0 ?(\d)/g, '$1.$2')
    .replaceAll(/(\d)([a-z])/g, '$1 $2')
    .replaceAll(/[a-z]+/g, (word) => (numberWords.indexOf(word) > 0 ? `${numberWords.indexOf(word)}` : word));
}

function inUnit({ value, unit }: RecordedNumber, wanted: z.infer<typeof units>): number {
  const acres = unit === 'acre' || unit === 'acres';
  if (wanted === 'acres') return acres ? value : value / squareFeetPerAcre;
  if (wanted === 'ft2') return acres ? value * squareFeetPerAcre : value;
  return value;
}

/**
 * The first number of a text that differs from the property's record: bedrooms, floor and lot area, year built, stories,
 * units. A number agrees where the record, rounded to as many decimals, is the same. Values that the
 * record does not state are not compared. Pure.
 */
export function measureFault(claim: string, record: readonly RecordedNumber[]) {
  const folded = numbered(claim);
  for (const { measure, title, unit, facts, patterns } of measures()) {
    const recorded = record.filter(({ field }) => facts.includes(field));
    if (recorded.length === 0) continue;
    for (const found of patterns.flatMap((pattern) => [...folded.matchAll(pattern)])) {
      const { claimed: written = '' } = found.groups ?? {};
      const half = 0.5 / 10 ** (written.split('.')[1]?.length ?? 0);
      const claimed = Number(written);
      if (!recorded.some((one) => Math.abs(inUnit(one, unit) - claimed) <= half + 1e-9))
        return { measure, title, claimed, recorded };
    }
  }
  return undefined;
}
