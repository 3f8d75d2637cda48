import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

// beside the bundle (dist/), and two folders up in a checkout (src/kernel/)
const candidates = ['../data/', '../../data/'];

let folder: string | undefined;

/** The folder of the facts that are shipped with the code: `data/` of the package. */
export function dataFolder(): string {
  folder ??= candidates.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path));
  if (!folder) throw new Error('the folder data/ of the package is missing: install it again');
  return folder;
}

/**
 * Bytes of one file of `data/`, named from there ("rules/tax-sales.csv"). The package has its largest file compressed,
 * beside the bundle. Throws where it is missing.
 */
export function readDataBytes(path: string): Buffer {
  const compressed = new URL(`data/${path}.br`, import.meta.url);
  if (existsSync(compressed)) return brotliDecompressSync(readFileSync(compressed));
  return readFileSync(join(dataFolder(), path));
}

/** Text of one file of `data/`. Throws where it is missing. */
export const readDataFile = (path: string): string => readDataBytes(path).toString();

/** Rows of one CSV file of `data/`, every cell as text under the name of its column. Throws where it is missing. */
export const readDataTable = (path: string): readonly Readonly<Record<string, string>>[] =>
  parse(readDataFile(path), { columns: true, bom: true });

/** Paths of the files below one folder of `data/`, named from `data/`, sorted; other endings are left out. */
export function listDataFiles(below: string, ending: string): readonly string[] {
  return readdirSync(join(dataFolder(), below), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${below}/${name.replaceAll('\\', '/')}`)
    .sort();
}
