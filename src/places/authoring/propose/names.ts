import { readDataTable } from '../../../kernel/data-file.ts';
import { once } from '../../../kernel/memoize.ts';
import type { LaneSource } from '../../schema/jurisdiction.ts';
import { entryColumns, type FieldEntry } from '../../schema/lane-table.ts';

/** Lanes for which a layer can be proposed. Address points have a table of their own and no lane. */
export const proposedLanes = ['parcel', 'address_points', 'permits', 'zoning'] as const;
export type ProposedLane = (typeof proposedLanes)[number];

/** Fields without which a layer of a lane answers nothing. */
export const neededFields: Readonly<Record<ProposedLane, readonly string[]>> = {
  parcel: ['parcelId'],
  permits: ['recordId'],
  zoning: ['code'],
  address_points: ['number', 'street'],
};

/** A column's name as names are compared: its last part in small letters, without marks. */
export const squeezed = (column: string): string =>
  (column.split('.').at(-1) ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');

/** How often published layers use a name for a field: field -> squeezed name -> layers. */
export type KnownNames = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The parts of a street line stand in columns of their own: the first is the number, the longest list has the street. */
function partsOf(field: string, columns: readonly string[]): readonly (readonly [string, string])[] {
  if (field !== 'siteAddress' || columns.length < 2) return columns.map((column) => [field, column]);
  const [number, ...street] = columns;
  return [
    ...(number === undefined ? [] : [['houseNumber', number] as const]),
    ...(street.length === 1 ? street.map((column) => ['street', column] as const) : []),
  ];
}

/** Names under which the wired sources of a lane keep each of its fields. */
export function knownNames(sources: readonly LaneSource[]): KnownNames {
  const known = new Map<string, Map<string, number>>();
  for (const { fields } of sources) {
    for (const [field, entry] of Object.entries<FieldEntry>(fields)) {
      for (const [name, column] of partsOf(field, entryColumns(entry))) {
        const names = known.get(name) ?? new Map<string, number>();
        names.set(squeezed(column), (names.get(squeezed(column)) ?? 0) + 1);
        known.set(name, names);
      }
    }
  }
  return known;
}

const words = once(() => readDataTable('jurisdictions/column-words.csv'));

const wordsOf = (lane: ProposedLane, field: string): readonly string[] =>
  words()
    .find((row) => row.lane === lane && row.field === field)
    ?.words?.split('|') ?? [];

const wholeName = 9;
const shortWord = 3;

const spelled = (name: string) => name.replace(/address|addre|adress|adr/g, 'addr');

/** A word of the list is the name, ends or begins it; earlier words of the list weigh a little more. */
function byWords(name: string, list: readonly string[]): number {
  const own = spelled(name);
  const bare = own.replace(/\d+$/, '');
  const scores = list.map((listed, at) => {
    const word = spelled(listed);
    const rank = 1 - at / (2 * list.length);
    if (own === word || bare === word) return wholeName * rank + 2;
    if (word.length <= shortWord) return word.length === shortWord && bare.endsWith(word) ? 4.5 * rank : 0;
    return bare.endsWith(word) || own.startsWith(word) ? 6 * rank : 0;
  });
  return Math.max(0, ...scores);
}

/** More for a name that published layers use: most of it where the words say nothing. */
const byUse = (layers: number, words: number) =>
  layers === 0 ? 0 : words > 0 ? 1 + Math.log2(1 + layers) : 6 + 2 * Math.log2(1 + layers);

/** How well a column's name, or its label, fits a field; 0 where nothing speaks for it. */
export function nameScore(lane: ProposedLane, field: string, names: readonly string[], known: KnownNames): number {
  const scores = names.map((name) => {
    const words = byWords(name, wordsOf(lane, field));
    return words + byUse(known.get(field)?.get(name) ?? 0, words);
  });
  return Math.max(0, ...scores);
}
