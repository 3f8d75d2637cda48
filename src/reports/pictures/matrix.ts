import { type Block, type Cell, type Column, muted, plain, run, table, text } from '../document.ts';
import { grouped } from '../values.ts';
import { webAddress } from '../words.ts';
import { bandMeters, type DistanceRow } from './schema.ts';

const metersPerMile = 1609.344;

/** How many there are in a band; a dash for a band that was not searched. */
export const countCell = (count: number | null | undefined): Cell =>
  typeof count === 'number' ? [[run(grouped(count), count > 0 ? 'strong' : undefined)]] : [muted('\u2013')];

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

const bandWords = bandMeters.map((meters) => grouped(meters)).join(', ');

/** A band that was searched and holds nothing is 0, one that was not searched a dash. */
const columns: readonly Column<DistanceRow>[] = [
  ['Kind', 26, ({ label, citation }) => [[run(label, undefined, webAddress(citation?.sourceUrl))]]],
  [
    'Searched to',
    13,
    ({ radiusMeters, complete }) => [muted(`${searchedWords(radiusMeters)}${complete ? '' : ', in part'}`)],
  ],
  ['On parcel', 10, ({ onParcelCount }) => countCell(onParcelCount)],
  ...['1/8 mi', '1/4', '1/2', '1 mi'].map(
    (title, at): Column<DistanceRow> => [title, 8, ({ bands }) => countCell(bands[at])],
  ),
  ['Not placed', 11, ({ unplacedCount }) => countCell(unplacedCount)],
  ['Total', 8, ({ count, beyondCount }) => countCell(count - beyondCount)],
];

const look = { small: true, grid: true, source: plain(`Bands end at ${bandWords} m. A dash: not searched so far.`) };

/** Counts of what was found, and in one line what was searched and brought nothing within a mile. */
export function matrixBlocks(rows: readonly DistanceRow[]): Block[] {
  const found = rows.filter(({ count, beyondCount }) => count - beyondCount > 0);
  const nothing = rows.filter((row) => !found.includes(row));
  const words = nothing.map(({ label, radiusMeters }) => `${label} (${searchedWords(radiusMeters)})`);
  const none = text(`Searched, none within a mile: ${words.join(', ')}.`, 'note');
  return [
    ...table('Records by kind and distance from the matched place', found, columns, look),
    ...(nothing.length > 0 ? [none] : []),
  ];
}
