import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { personColumn } from '../../src/privacy/columns.ts';

export type Row = Readonly<Record<string, string>>;

export const root = join(import.meta.dirname, '../..');
const facts = join(root, '../shared/facts/layers');

/** One table of the collected facts beside the repository. */
export const read = (name: string): readonly Row[] =>
  parse(readFileSync(join(facts, name), 'utf8'), { columns: true, bom: true });

const beside = (name: string): readonly Row[] =>
  parse(readFileSync(join(import.meta.dirname, name), 'utf8'), { columns: true });
const layerOf = ({ geoid, url }: Row) => `${geoid} ${url}`;

/** The cells of a later reading over those of the collectors; `-` empties one. */
function laidOver(row: Row, later: Row | undefined): Row {
  const cells = Object.entries(later ?? {}).flatMap(([name, text]) =>
    text === '' ? [] : [[name, text === '-' ? '' : text] as const],
  );
  return { ...row, ...Object.fromEntries(cells) };
}

/** Every parcel layer that was collected, with what scripts/layers/parcels-more.csv adds to it or corrects. */
export function parcelRows(): readonly Row[] {
  const ownRows = beside('parcels-more.csv');
  const own = new Map(ownRows.map((row) => [layerOf(row), row]));
  const collected = ['parcel-layers.csv', 'parcel-layers-more.csv'].flatMap(read);
  const known = new Set(collected.map(layerOf));
  const added = ownRows.filter((row) => !known.has(layerOf(row)));
  return [...collected.map((row) => laidOver(row, own.get(layerOf(row)))), ...added.map((row) => laidOver(row, row))];
}

/** Every layer of address points that was collected; where scripts/layers/address-points-more.csv has one, its rows stand for it. */
export function addressRows(): readonly Row[] {
  const own = beside('address-points-more.csv');
  const known = new Set(own.map(({ url }) => url));
  return [
    ...['address-points.csv', 'address-points-more.csv'].flatMap(read).filter(({ url }) => !known.has(url)),
    ...own,
  ];
}

/** Words of the collectors for how a layer is known, and those of this project. */
export const verificationOf: Readonly<Record<string, string>> = {
  'live-verified by third party': 'public_client',
  'official catalogue/code': 'catalog',
  'public code': 'code',
};

const oneColumn = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

/** Columns of a cell joined by blanks; empty where any of them is none, is a person's (in `place`) or is a shape's own measure. */
export function columns(cell: string | undefined, place?: string): string {
  const names = (cell ?? '').split('+').filter((name) => name !== '');
  const fits = (name: string) => oneColumn.test(name) && !personColumn(name, place) && !/^shape/i.test(name);
  return names.every(fits) ? names.join(' ') : '';
}

/** {@link columns} of a cell that has to be one. */
export const single = (cell: string | undefined) => (columns(cell).includes(' ') ? '' : columns(cell));

/** Who saw the layer, without the numbers under which copies of their files are kept. */
export const citation = (text: string) =>
  text
    .replace(/stored file(s?) (?=\d)/g, 'public client$1 ')
    .replace(/\b(?:https?:\/\/)?shared\/\S+/g, 'own notes')
    .trim();

export interface Places {
  /** By state code, then by county code. */
  readonly counties: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly cities: ReadonlyMap<string, { readonly name: string; readonly counties: string }>;
}

/** Names of the counties and cities that the collected facts know by code. */
export function placesOf(): Places {
  const counties = new Map<string, Map<string, string>>();
  for (const { geoid = '', name = '' } of read('county-offices.csv')) {
    const state = geoid.slice(0, 2);
    counties.set(state, (counties.get(state) ?? new Map()).set(geoid, name));
  }
  const cities = new Map(
    ['zoning-layers.csv', 'city-feeds.csv', 'city-feeds-more.csv']
      .flatMap(read)
      .map(
        ({ place = '', place_geoid = '', county_geoids = '' }) =>
          [
            place_geoid,
            { name: place.replace(/, [A-Z]{2}$/, ''), counties: county_geoids.replaceAll(';', ' ') },
          ] as const,
      ),
  );
  return { counties, cities };
}

/** Address of the layer in the one spelling of the platform; empty where it is none. */
export function layerUrl({ url = '' }: Row): string {
  const clean = url.replace(/Mapserver/, 'MapServer').replace(/\/+$/, '');
  return /^https:\/\/.+\/(?:Feature|Map)Server\/\d+$/.test(clean) ? clean : '';
}

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The text of a table, its columns in their order. */
export function tableOf<C extends string>(names: readonly C[], rows: readonly Partial<Record<C, string>>[]): string {
  const lines = rows.map((row) => names.map((name) => cell(row[name] ?? '')).join(','));
  return `${[names.join(','), ...lines].join('\n')}\n`;
}

/** Writes a table of `data/`, or compares it where `--check` is given; nothing where the collected facts are absent. */
export function writeTable(target: string, name: string, script: string, table: () => string): void {
  if (!existsSync(facts)) {
    process.stdout.write(`The collected facts are not here; ${name} stays as it is.\n`);
  } else if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') === table()) return;
    process.stderr.write(`${name} is not what the facts give: run tsx ${script}\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(target, table());
  }
}
