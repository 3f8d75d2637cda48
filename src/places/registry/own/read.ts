import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { findState } from '../../../geography/us-states.ts';
import { faultText, readInput } from '../../../input/input-faults.ts';
import { groupBy } from '../../../kernel/group.ts';
import type { Jurisdiction } from '../../schema/jurisdiction.ts';
import { type LayerColumns, layerCells, layerColumns } from '../layers/columns.ts';
import { placeOf } from '../layers/index.ts';
import { parsePlaceFile } from '../load.ts';

/** A file, or a line of a table, that is not served, and why. */
export interface PlaceProblem {
  /** Name of the file below the folder; of a table with the line: "parcels.csv, line 3". */
  readonly file: string;
  readonly reason: string;
}

export interface OwnPlace {
  readonly place: Jurisdiction;
  readonly file: string;
  /** A line of a table brings its lane alone; a file says who the place is. */
  readonly from: 'file' | 'table';
}

export interface OwnPlaces {
  readonly places: readonly OwnPlace[];
  readonly problems: readonly PlaceProblem[];
}

/** Name of the table of parcel layers in the folder; its columns are those of data/layers/parcels.csv. */
export const ownParcels = 'parcels.csv';

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
/** Without the name of the file in front, which is beside it. */
const shortened = (reason: string, file: string) =>
  reason.startsWith(`${file}: `) ? reason.slice(file.length + 2) : reason;

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
    .sort();
}

function wrongFolder(path: string, { geoid }: Jurisdiction): string | undefined {
  const folder = dirname(path) === '.' ? undefined : findState(basename(dirname(path)));
  return folder && folder.fips !== geoid.state ? `the folder is not that of the state ${geoid.state}` : undefined;
}

function readFile(folder: string, file: string): OwnPlace | PlaceProblem {
  try {
    const place = parsePlaceFile(readFileSync(join(folder, file), 'utf8'), file);
    const reason = wrongFolder(file, place);
    return reason ? { file, reason } : { place, file, from: 'file' };
  } catch (error) {
    return { file, reason: shortened(reasonOf(error), file) };
  }
}

const levels = { 2: 'state', 5: 'county', 7: 'place' } as const;

/** A line of any table with what follows from its code, and with the words for what it does not say. */
export function filledLine(line: Readonly<Record<string, string>>, columns: readonly string[], table: string) {
  const { geoid = '' } = line;
  const said = Object.fromEntries(Object.entries(line).filter(([, cell]) => cell !== ''));
  return {
    ...Object.fromEntries(columns.map((name) => [name, ''])),
    level: levels[geoid.length as keyof typeof levels] ?? '',
    state: findState(geoid.slice(0, 2))?.code ?? '',
    seen_by: 'none',
    seen_in: `${table} of this installation`,
    ...said,
  };
}

const layerWords = { rank: '1', platform: 'arcgis', coverage: 'unknown', commercial_use: 'unknown' };
const filled = (line: Readonly<Record<string, string>>) => ({
  ...filledLine(line, layerColumns, ownParcels),
  ...Object.fromEntries(Object.entries(layerWords).filter(([name]) => !line[name])),
});

type Identified = Pick<LayerColumns, 'geoid' | 'level' | 'state' | 'seen_by'>;

/** What a line says of itself and cannot be. */
export function contradiction({ geoid, level, state, seen_by: seenBy }: Identified): string | undefined {
  if (levels[geoid.length as keyof typeof levels] !== level) return `geoid: ${geoid} is no code of a ${level}`;
  if (findState(state)?.fips !== geoid.slice(0, 2)) return `state: ${geoid} does not lie in ${state}`;
  return seenBy === 'doctor' ? 'seen_by: what the doctor saw is set by doctor --places' : undefined;
}

function checkedLine(line: Readonly<Record<string, string>>): LayerColumns {
  const checked = readInput(layerCells, filled(line));
  if ('issues' in checked) throw new Error(faultText(checked.issues));
  const reason = contradiction(checked.data);
  if (reason) throw new Error(reason);
  // alone, so that a line that cannot be taken is named and its neighbors are served
  placeOf([checked.data], checked.data);
  return checked.data;
}

interface OwnLine {
  readonly geoid: string;
  readonly url: string;
  readonly where?: string;
}

/** The lines of a table of the folder that `check` takes; it throws the reason of one that it does not. */
export function readLines<T extends OwnLine>(
  folder: string,
  file: string,
  check: (record: Readonly<Record<string, string>>) => T,
): { readonly rows: readonly T[]; readonly problems: readonly PlaceProblem[] } {
  const rows: T[] = [];
  const problems: PlaceProblem[] = [];
  let lines: { readonly record: Record<string, string>; readonly info: { readonly lines: number } }[];
  try {
    const text = readFileSync(join(folder, file), 'utf8');
    lines = parse(text, { columns: true, bom: true, info: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    return { rows, problems: [{ file, reason: reasonOf(error) }] };
  }
  for (const { record, info } of lines) {
    const line = `${file}, line ${info.lines}`;
    try {
      const row = check(record);
      const twice = rows.some(({ geoid, url, where }) => geoid === row.geoid && url === row.url && where === row.where);
      if (twice) problems.push({ file: line, reason: `url: the layer is listed twice for ${row.geoid}` });
      else rows.push(row);
    } catch (error) {
      problems.push({ file: line, reason: reasonOf(error) });
    }
  }
  return { rows, problems };
}

function readTable(folder: string, file: string): OwnPlaces {
  const { rows, problems } = readLines(folder, file, checkedLine);
  const places = [...groupBy(rows, ({ geoid }) => geoid).values()].flatMap((own): OwnPlace[] =>
    own[0] ? [{ place: placeOf(own, own[0]), file, from: 'table' }] : [],
  );
  return { places, problems };
}

/**
 * An operator's own folder: every *.json is a place file, `parcels.csv` a table of parcel layers. Each is held to what the
 * shipped ones are held to; one that cannot be taken is named with its reason, and the others are read.
 */
export function readOwnPlaces(folder: string): OwnPlaces {
  let files: readonly string[];
  try {
    files = filesIn(folder);
  } catch (error) {
    return { places: [], problems: [{ file: folder, reason: `the folder cannot be read: ${reasonOf(error)}` }] };
  }
  const read = files.filter((name) => name.endsWith('.json')).map((name) => readFile(folder, name));
  const table = files.includes(ownParcels) ? readTable(folder, ownParcels) : { places: [], problems: [] };
  return {
    places: [...read.filter((one) => 'place' in one), ...table.places],
    problems: [...read.filter((one) => 'reason' in one), ...table.problems],
  };
}
