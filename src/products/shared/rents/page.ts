import { type Block, muted, run, table, text } from '../../../reports/document.ts';
import { valueText } from '../../../reports/values.ts';
import type { View } from '../document/view.ts';
import type { RentCell, RentRange } from './schema.ts';

const levelWords: Readonly<Record<RentCell['level'], string>> = {
  unit_block: 'Units around',
  tract: 'Census tract',
  zip: 'ZIP',
  town: 'Town',
  county: 'County',
};

export const dollars = (value: number) => valueText(value, 'USD');

function rentWords({ lowUsd, highUsd, marginOfErrorUsd }: RentCell): string {
  if (highUsd === undefined) return `${dollars(lowUsd)} or more`;
  if (highUsd > lowUsd) return `${dollars(lowUsd)} to ${dollars(highUsd)}`;
  return marginOfErrorUsd === undefined ? dollars(lowUsd) : `${dollars(lowUsd)} ± ${dollars(marginOfErrorUsd)}`;
}

/** Every published figure, and whether it counts. */
export const rentTable = (cells: readonly RentCell[], view: View): Block[] =>
  table(
    'Published figures, dollars a month, from the nearest ground to the widest',
    cells,
    [
      ['Ground', 24, ({ level, area }) => [[run(levelWords[level], 'strong')], muted(area)]],
      [
        'Rent',
        20,
        (cell) => [
          [run(rentWords(cell), 'strong'), view.marks.of(cell.citation)],
          ...(cell.unitCount === undefined ? [] : [muted(`${cell.unitCount} units`)]),
        ],
      ],
      ['What it is', 30, ({ measure }) => measure],
      ['Of', 10, ({ vintage }) => vintage],
      ['Counts', 16, ({ isCounted, whyNotCounted = '' }) => (isCounted ? 'yes' : `no: ${whyNotCounted}`)],
    ],
    { named: true },
  );

/** From the lowest to the highest figure. */
export const rangeBlock = ({ lowUsd, highUsd, cellCount, publishers }: RentRange): Block =>
  text([
    run(`${dollars(lowUsd)} to ${dollars(highUsd)} a month`, 'strong'),
    run(`, ${cellCount} figures of ${publishers.join(' and ')}`, 'muted'),
  ]);
