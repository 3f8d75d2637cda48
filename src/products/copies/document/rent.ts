import { z } from 'zod';
import {
  type Block,
  type Cell,
  muted,
  plain,
  run,
  type Section,
  section,
  table,
  text,
} from '../../../reports/document.ts';
import { valueText } from '../../../reports/values.ts';
import { sourceLine } from '../../../reports/words.ts';
import { type RentFields, rentFields } from '../../rent-estimate/schema.ts';
import { publishedRentsField } from '../../rental-operations-brief/schema.ts';
import { sizeWords } from '../../shared/rents/cells.ts';
import type { RentCell, RentRange } from '../../shared/rents/schema.ts';

const Fields = z.looseObject(rentFields);
export const rentFieldNames: readonly string[] = Object.keys(rentFields);
export const publishedRentFieldNames: readonly string[] = Object.keys(publishedRentsField);

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

const tableOf = (cells: readonly RentCell[]): Block[] =>
  table(
    'Published figures, dollars a month, from the nearest ground to the widest',
    { Ground: 18, Rent: 14, 'What it is': 22, Of: 10, Counts: 10, Source: 26 },
    cells.map(rowOf),
    { named: true },
  );

function licensedBlock(given: RentFields['licensedReference']): Block {
  const { state, reason, amountUsd, rangeLowUsd, rangeHighUsd, citation } = given;
  const words =
    amountUsd !== undefined && rangeLowUsd !== undefined && rangeHighUsd !== undefined
      ? `A licensed provider's own model, beside the published figures and no part of them: ${dollars(amountUsd)} a month (${dollars(rangeLowUsd)} to ${dollars(rangeHighUsd)}).`
      : `No licensed provider's own model is beside them: ${reason ?? state.replaceAll('_', ' ')}.`;
  return text(citation ? [run(`${words} `), ...sourceLine(citation)] : muted(words), 'note');
}

const rangeBlock = ({ lowUsd, highUsd, cellCount, publishers }: RentRange): Block =>
  text([
    run(`${dollars(lowUsd)} to ${dollars(highUsd)} a month`, 'strong'),
    run(`, ${cellCount} figures of ${publishers.join(' and ')}`, 'muted'),
  ]);

const Published = z.looseObject(publishedRentsField);

/** Published rents in a body about something else: the range, where there is one, and the figures. */
export function publishedRentSections(body: Readonly<Record<string, unknown>>): Section[] {
  const rents = Published.safeParse(body).data?.publishedRents;
  if (!rents) return [];
  const { bedroomCount, range, comparables } = rents;
  return section('published-rents', `Published rents for ${sizeWords(bedroomCount)}`, [
    ...(range ? [rangeBlock(range)] : []),
    ...tableOf(comparables),
  ]);
}

/** The range of published rents with every figure that it rests on. */
export function rentSections(body: Readonly<Record<string, unknown>>): Section[] {
  const parsed = Fields.safeParse(body);
  if (!parsed.success) return [];
  const { asked, estimate, comparables, licensedReference } = parsed.data;
  return section('estimate', 'From the lowest to the highest published figure', [
    rangeBlock(estimate),
    ...tableOf(comparables),
    ...(asked.notUsed.length > 0 ? [text(muted(`Given and not used: ${givenWords(asked)}.`), 'note')] : []),
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
