import type { Block, Cell } from '../document.ts';
import { muted, plain, run } from '../document.ts';
import { grouped } from '../values.ts';
import { webAddress } from '../words.ts';
import { bandMeters, type DistanceRow } from './schema.ts';

const metersPerMile = 1609.344;
const notSearched = '\u2013';

const cell = (text: string, strong = false): Cell => [[run(text, strong ? 'strong' : undefined)]];

const countCell = (count: number | null): Cell =>
  count === null ? [muted(notSearched)] : cell(grouped(count), count > 0);

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
function table(rows: readonly DistanceRow[]): Block {
  return {
    kind: 'table',
    caption: 'Records by kind and distance from the matched place',
    small: true,
    grid: true,
    source: plain(`Bands end at ${bandWords} m. A dash: not searched so far.`),
    columns: [
      { title: 'Kind', width: 26 },
      { title: 'Searched to', width: 13 },
      { title: 'On parcel', width: 10 },
      { title: '1/8 mi', width: 8 },
      { title: '1/4', width: 8 },
      { title: '1/2', width: 8 },
      { title: '1 mi', width: 8 },
      { title: 'Not placed', width: 11 },
      { title: 'Total', width: 8 },
    ],
    groups: [{ rows: rows.map(rowOf) }],
  };
}

/** Counts of what was found, and in one line what was searched and brought nothing within a mile. */
export function matrixBlocks(rows: readonly DistanceRow[]): Block[] {
  const found = rows.filter(({ count, beyondCount }) => count - beyondCount > 0);
  const nothing = rows.filter((row) => !found.includes(row));
  const words = nothing.map(({ label, radiusMeters }) => `${label} (${searchedWords(radiusMeters)})`);
  return [
    ...(found.length > 0 ? [table(found)] : []),
    ...(nothing.length > 0
      ? [
          {
            kind: 'text' as const,
            tone: 'note' as const,
            line: plain(`Searched, none within a mile: ${words.join(', ')}.`),
          },
        ]
      : []),
  ];
}
