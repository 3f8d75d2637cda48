import type { Estimate } from '../../../sources/census-acs/client.ts';
import type { RentBand } from '../../../sources/sf-rent-board-inventory/client.ts';
import { type RentCell, type RentRange, rentLevels } from './schema.ts';

/** Published figures that an estimate takes, and their publishers. */
export const leastCells = 3;
export const leastPublishers = 2;
/** Greatest margin of error of a figure that counts, in percent of it. */
export const mostMarginPercent = 30;
/** Units of which a band must be made; fewer are not shown. */
const leastUnits = 3;

type Counted = Pick<RentCell, 'isCounted' | 'whyNotCounted'>;

/** Whether a figure of a sample counts: with a margin that is published and not too wide. */
export function countedEstimate({ value, marginOfError }: Estimate): Counted {
  if (marginOfError === undefined) return { isCounted: false, whyNotCounted: 'no margin of error is published' };
  return marginOfError > (value * mostMarginPercent) / 100
    ? { isCounted: false, whyNotCounted: `its margin of error is above ${mostMarginPercent} %` }
    : { isCounted: true };
}

/** The band of the middle unit, of units with so many bedrooms; undefined where there are fewer than may be shown. */
export function middleBand(bands: readonly RentBand[], bedrooms: number) {
  const own = bands.filter((band) => band.bedrooms === bedrooms).toSorted((a, b) => a.lowUsd - b.lowUsd);
  const unitCount = own.reduce((sum, band) => sum + band.unitCount, 0);
  if (unitCount < leastUnits) return undefined;
  let below = 0;
  const middle = own.find((band) => {
    below += band.unitCount;
    return below * 2 >= unitCount;
  });
  return middle && { ...middle, unitCount };
}

export const byLevel = (cells: readonly RentCell[]): readonly RentCell[] =>
  cells.toSorted((a, b) => rentLevels.indexOf(a.level) - rentLevels.indexOf(b.level));

const boundOf = ({ level, area, publisher, measure, vintage, citation }: RentCell) => ({
  level,
  area,
  publisher,
  measure,
  vintage,
  citation,
});

/** From the lowest to the highest of the figures that count; undefined where they are too few or of one publisher. Pure. */
export function estimateOf(cells: readonly RentCell[]): RentRange | undefined {
  const counted = cells.flatMap((cell) =>
    cell.isCounted && cell.highUsd !== undefined ? [{ cell, low: cell.lowUsd, high: cell.highUsd }] : [],
  );
  const publishers = [...new Set(counted.map(({ cell }) => cell.publisher))];
  const lowest = counted.toSorted((a, b) => a.low - b.low)[0];
  const highest = counted.toSorted((a, b) => b.high - a.high)[0];
  if (!lowest || !highest || counted.length < leastCells || publishers.length < leastPublishers) return undefined;
  return {
    lowUsd: lowest.low,
    highUsd: highest.high,
    cellCount: counted.length,
    publishers,
    lowFrom: boundOf(lowest.cell),
    highFrom: boundOf(highest.cell),
  };
}

/** A bedroom count in words. */
export const sizeWords = (bedrooms: number): string =>
  bedrooms === 0
    ? 'no bedroom'
    : bedrooms === 5
      ? 'five or more bedrooms'
      : bedrooms === 1
        ? '1 bedroom'
        : `${bedrooms} bedrooms`;

/** What the published figures that count span, as a sentence. */
export const rangeSentence = (bedrooms: number, { lowUsd, highUsd, cellCount, publishers }: RentRange): string =>
  `Published rents for ${sizeWords(bedrooms)} around the address range from $${lowUsd.toLocaleString('en-US')} to $${highUsd.toLocaleString('en-US')} a month (${cellCount} figures of ${publishers.length} publishers).`;
