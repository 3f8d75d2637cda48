import { type Block, type Cell, muted, plain, run, table, text } from '../document.ts';
import { grouped } from '../values.ts';
import { webAddress } from '../words.ts';
import { bandMeters, type DistanceRow } from './schema.ts';

const metersPerMile = 1609.344;
const notSearched = '\u2013';

const countCell = (count: number | null): Cell =>
  count === null ? [muted(notSearched)] : [[run(grouped(count), count > 0 ? 'strong' : undefined)]];

/** "to 1/2 mi"; a distance that is no usual one in miles with one decimal. */
function searchedWords(meters: number): string {
  if (meters === 0) return 'this parcel';
  const usual = [
    ['1/8 mi', 201],
    ['1/4 mi', 402],
    ['1/2 mi', 805],
    ['1 mi', 1609],
  ] as const;
  const near = usual.find(([, bound]) => Math.abs(meters - bound) <= bound * 0.01);
  return near ? near[0] : `${(meters / metersPerMile).toFixed(1)} mi`;
}

function rowOf({ label, citation, radiusMeters, complete, ...row }: DistanceRow): readonly Cell[] {
  return [
    [[run(label, undefined, webAddress(citation?.sourceUrl))]],
    [muted(`${searchedWords(radiusMeters)}${complete ? '' : ', in part'}`)],
    countCell(row.onParcelCount),
    ...row.bands.map(countCell),
    countCell(row.unplacedCount),
    countCell(row.count - row.beyondCount),
  ];
}

const bandWords = bandMeters.map((meters) => grouped(meters)).join(', ');

/** The counts as a table: a band that was searched and holds nothing is 0, one that was not searched a dash. */
const matrix = (rows: readonly DistanceRow[]): Block[] =>
  table(
    'Records by kind and distance from the matched place',
    {
      ...{ Kind: 26, 'Searched to': 13, 'On parcel': 10 },
      ...{ '1/8 mi': 8, '1/4': 8, '1/2': 8, '1 mi': 8, 'Not placed': 11, Total: 8 },
    },
    rows.map(rowOf),
    { small: true, grid: true, source: plain(`Bands end at ${bandWords} m. A dash: not searched so far.`) },
  );

/** Counts of what was found, and in one line what was searched and brought nothing within a mile. */
export function matrixBlocks(rows: readonly DistanceRow[]): Block[] {
  const found = rows.filter(({ count, beyondCount }) => count - beyondCount > 0);
  const nothing = rows.filter((row) => !found.includes(row));
  const words = nothing.map(({ label, radiusMeters }) => `${label} (${searchedWords(radiusMeters)})`);
  const none = text(`Searched, none within a mile: ${words.join(', ')}.`, 'note');
  return [...matrix(found), ...(nothing.length > 0 ? [none] : [])];
}
