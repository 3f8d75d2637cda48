import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { inferSchema, initParser } from 'udsv';
import { z } from 'zod';
import { dataFolder } from '../../kernel/data-file.ts';
import type { MirrorCell } from '../../kernel/ports/mirror.ts';
import { openSqlite } from '../../store/sqlite.ts';
import { editionEnd } from './calendar.ts';
import { type Dataset, pointOf, type ShippedTable } from './dataset.ts';
import type { Snapshot, SnapshotMeta } from './snapshot.ts';
import { createIndexes, createTable, RowWriter, tableColumns } from './table.ts';

/** First line of a table in the package: what it was made of. */
const Origin = z.strictObject({
  dataset: z.string(),
  edition: z.string(),
  part: z.string().optional(),
  title: z.string(),
  publisher: z.string(),
  license: z.string(),
  sourceUrl: z.url(),
  /** Where the copy was taken from, where it was not the official address itself. */
  copiedFrom: z.string().optional(),
  retrievedAt: z.iso.datetime(),
  /** Of the official file. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.int().positive(),
});
export type Origin = z.infer<typeof Origin>;

/** Reads a table of `data/tables`. Throws where it is missing or not of this form. */
export function readShipped(file: string) {
  const text = gunzipSync(readFileSync(join(dataFolder(), 'tables', file))).toString('utf8');
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  const schema = inferSchema(body, { col: ',', encl: '"', header: (sample) => [sample[0] ?? []] });
  return {
    origin: Origin.parse(JSON.parse(text.slice(0, end))),
    header: schema.cols.map(({ name }) => name),
    rows: initParser(schema).stringArrs<string[]>(body),
  };
}

const opened = new Map<string, Snapshot>();

/**
 * The table as a snapshot in memory: a few thousand rows, so that no folder has to be writable. A process has one of each
 * file, which is only read and never closed. Throws where it is missing or has other columns than the dataset.
 */
export function openShipped(dataset: Dataset, table: ShippedTable): Snapshot {
  const known = opened.get(table.file) ?? readSnapshot(dataset, table);
  opened.set(table.file, known);
  return known;
}

function readSnapshot(dataset: Dataset, table: ShippedTable): Snapshot {
  const { origin, header, rows } = readShipped(table.file);
  if (pointOf(dataset) || dataset.polygon)
    throw new Error(`${dataset.id} has positions; a table in the package has none`);
  const columns = tableColumns(dataset);
  if (header.join() !== columns.map(({ name }) => name).join()) throw new Error(`${table.file} has other columns`);
  const db = openSqlite(':memory:');
  createTable(db, dataset);
  const writer = new RowWriter(db, columns.length);
  db.exec('BEGIN');
  for (const row of rows) writer.add(columns.map(({ type }, at) => cellOf(row[at] ?? '', type)));
  writer.flush();
  db.exec('COMMIT');
  createIndexes(db, dataset);
  const { edition: vintage, retrievedAt, sha256, sourceUrl } = origin;
  const parts = table.part === undefined ? [] : [table.part];
  return {
    db,
    identity: table.file,
    meta: {
      vintage,
      retrievedAt,
      sha256,
      sourceUrl,
      parts,
      rows: rows.length,
      leftOut: 0,
      refused: [],
      synthetic: false,
    },
  };
}

const cellOf = (text: string, type: string): MirrorCell => {
  if (text === '') return null;
  return type.startsWith('TEXT') ? text : Number(text);
};

/**
 * The table in the package that answers in the place of what is loaded: of a dataset in parts the one that was requested
 * and never loaded; of another the newest, where nothing or an older edition is loaded.
 */
export function shippedInstead(
  { shipped, parts }: Dataset,
  loaded: { readonly vintage: string; readonly parts: readonly string[] } | undefined,
  part?: MirrorCell,
): ShippedTable | undefined {
  if (parts && typeof part === 'string') {
    return loaded?.parts.includes(part) ? undefined : shipped?.find((table) => table.part === part);
  }
  const newest = shipped?.at(-1);
  if (!newest || !loaded) return newest;
  if (parts) return undefined;
  const [ours, theirs] = [editionEnd(newest.edition), editionEnd(loaded.vintage)];
  return ours !== undefined && theirs !== undefined && ours > theirs ? newest : undefined;
}

/** What is known of a table without reading it. */
export const metaOf = ({
  edition,
  retrievedAt,
  rows,
}: ShippedTable): Pick<SnapshotMeta, 'vintage' | 'retrievedAt' | 'rows'> & { readonly sha256?: string } => ({
  vintage: edition,
  retrievedAt,
  rows,
});

/** Parts that can be requested: those that are loaded, and those in the package. */
export const partsOf = ({ shipped = [] }: Dataset, loaded: readonly string[]): readonly string[] =>
  [...new Set([...loaded, ...shipped.flatMap(({ part }) => part ?? [])])].toSorted();
