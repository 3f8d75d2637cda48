import { z } from 'zod';
import { type Block, type Cell, muted, plain, run, type Section } from '../../../reports/document.ts';
import { valueText } from '../../../reports/values.ts';
import { sourceLine } from '../../../reports/words.ts';
import { type RentCell, type RentFields, rentFields } from '../../rent-estimate/schema.ts';
import { section } from './parts.ts';

const Fields = z.looseObject(rentFields);
export const rentFieldNames: readonly string[] = Object.keys(rentFields);

const levelWords: Readonly<Record<RentCell['level'], string>> = {
  unit_block: 'Units around',
  tract: 'Census tract',
  zip: 'ZIP',
  town: 'Town',
  county: 'County',
};

const dollars = (value: number) => valueText(value, 'USD');

function rentWords({ lowUsd, highUsd, marginOfErrorUsd }: RentCell): string {
  if (highUsd === undefined) return `${dollars(lowUsd)} or more`;
  if (highUsd > lowUsd) return `${dollars(lowUsd)} to ${dollars(highUsd)}`;
  return marginOfErrorUsd === undefined ? dollars(lowUsd) : `${dollars(lowUsd)} ± ${dollars(marginOfErrorUsd)}`;
}

const rowOf = (cell: RentCell): readonly Cell[] => [
  [[run(levelWords[cell.level], 'strong')], muted(cell.area)],
  [[run(rentWords(cell), 'strong')], ...(cell.unitCount === undefined ? [] : [muted(`${cell.unitCount} units`)])],
  [plain(cell.measure)],
  [plain(cell.vintage)],
  [cell.isCounted ? plain('yes') : plain(`no: ${cell.whyNotCounted ?? ''}`)],
  [sourceLine(cell.citation)],
];

const tableOf = (cells: readonly RentCell[]): Block => ({
  kind: 'table',
  caption: 'Published figures, dollars a month, from the nearest ground to the widest',
  named: true,
  columns: [
    { title: 'Ground', width: 18 },
    { title: 'Rent', width: 14 },
    { title: 'What it is', width: 22 },
    { title: 'Of', width: 10 },
    { title: 'Counts', width: 10 },
    { title: 'Source', width: 26 },
  ],
  groups: [{ rows: cells.map(rowOf) }],
});

function licensedBlock(given: RentFields['licensedReference']): Block {
  const { state, reason, amountUsd, rangeLowUsd, rangeHighUsd, citation } = given;
  const words =
    amountUsd !== undefined && rangeLowUsd !== undefined && rangeHighUsd !== undefined
      ? `A licensed provider's own model, beside the published figures and no part of them: ${dollars(amountUsd)} a month (${dollars(rangeLowUsd)} to ${dollars(rangeHighUsd)}).`
      : `A licensed provider's own model: ${reason ?? state.replaceAll('_', ' ')}.`;
  const line = citation ? [run(`${words} `), ...sourceLine(citation)] : [run(words, 'muted')];
  return { kind: 'text', tone: 'note', line };
}

/** The range of published rents with every figure that it rests on. */
export function rentSections(body: Readonly<Record<string, unknown>>): Section[] {
  const parsed = Fields.safeParse(body);
  if (!parsed.success) return [];
  const { asked, estimate, comparables, licensedReference } = parsed.data;
  const range = `${dollars(estimate.lowUsd)} to ${dollars(estimate.highUsd)} a month`;
  const unused = asked.notUsed.length > 0;
  return section('estimate', 'From the lowest to the highest published figure', [
    {
      kind: 'text',
      line: [
        run(range, 'strong'),
        run(`, ${estimate.cellCount} figures of ${estimate.publishers.join(' and ')}`, 'muted'),
      ],
    },
    tableOf(comparables),
    ...(unused
      ? [{ kind: 'text' as const, tone: 'note' as const, line: muted(`Given and not used: ${givenWords(asked)}.`) }]
      : []),
    licensedBlock(licensedReference),
  ]);
}

function givenWords({ bathroomCount, areaSquareFeet, propertyType }: RentFields['asked']): string {
  return [
    ...(bathroomCount === undefined ? [] : [`${bathroomCount} bathrooms`]),
    ...(areaSquareFeet === undefined ? [] : [valueText(areaSquareFeet, 'ft2')]),
    ...(propertyType === undefined ? [] : [propertyType.replaceAll('_', ' ')]),
  ].join(', ');
}
