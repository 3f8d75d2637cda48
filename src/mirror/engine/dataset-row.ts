import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { readDataFile } from '../../kernel/data-file.ts';
import { defined } from '../../kernel/defined.ts';
import { faultOfSeen, SeenSchema } from '../../kernel/seen.ts';
import type { Dataset, FileShape } from './dataset.ts';

const stated = z.string().min(1);
const optional = z.string().transform((text) => text || undefined);
const words = z.string().transform((text) => (text === '' ? undefined : text.split(' ')));
const number = z.string().transform((text) => (text === '' ? undefined : Number(text)));
const editionDay = z.string().transform((text): readonly [number, string] | undefined => {
  const [, years, day] = /^(-?\d+) (\d{2}-\d{2})$/.exec(text) ?? [];
  return day === undefined ? undefined : [Number(years), day];
});

/** What a row of `data/datasets.csv` says of a dataset: whose it is, where, when and how sure. */
const Row = z
  .strictObject({
    id: stated,
    title: stated,
    publisher: stated,
    source_url: z.url(),
    also_at: words,
    listed: optional,
    listed_host: optional,
    dataset_url: z.url(),
    license: optional,
    vintage: optional,
    vintage_column: optional,
    outside: words,
    megabytes: number,
    since: number,
    every: number,
    from: editionDay,
    by: editionDay,
    cadence: stated,
    stale_after_days: number.pipe(z.number()),
    superseded_after_days: number,
    by_hand: optional,
    or_by_hand: optional,
    seen_by: SeenSchema.shape.by,
    seen_on: z
      .literal('')
      .transform(() => undefined)
      .or(SeenSchema.shape.on),
    seen_note: SeenSchema.shape.note,
    note: z.string(),
  })
  .refine(({ seen_by: by, seen_on: on }) => faultOfSeen({ by, ...(on && { on }) }) === undefined)
  .refine((row) => (row.vintage === undefined) !== (row.vintage_column === undefined), 'one vintage');

type DatasetRow = Pick<
  Dataset,
  | 'id'
  | 'title'
  | 'publisher'
  | 'sourceUrl'
  | 'alsoAt'
  | 'listed'
  | 'listedHost'
  | 'datasetUrl'
  | 'licenseNote'
  | 'vintage'
  | 'outside'
  | 'megabytes'
  | 'editions'
  | 'cadence'
  | 'staleAfterDays'
  | 'supersededAfterDays'
  | 'byHand'
  | 'orByHand'
  | 'seen'
>;

function toDataset({ since, every, from, by, ...row }: z.infer<typeof Row>): DatasetRow {
  return defined({
    id: row.id,
    title: row.title,
    publisher: row.publisher,
    sourceUrl: row.source_url,
    alsoAt: row.also_at,
    listed: row.listed,
    listedHost: row.listed_host,
    datasetUrl: row.dataset_url,
    licenseNote: row.license,
    vintage: row.vintage ?? { column: row.vintage_column ?? '' },
    outside: row.outside,
    megabytes: row.megabytes,
    editions: since !== undefined && from && by ? defined({ since, every, from, by }) : undefined,
    cadence: row.cadence,
    staleAfterDays: row.stale_after_days,
    supersededAfterDays: row.superseded_after_days,
    byHand: row.by_hand,
    orByHand: row.or_by_hand,
    seen: defined({ by: row.seen_by, on: row.seen_on, note: row.seen_note }),
  });
}

let rows: ReadonlyMap<string, DatasetRow> | undefined;

/** The rows of `data/datasets.csv`. Throws where one does not fit its schema. */
export function datasetRows(): ReadonlyMap<string, DatasetRow> {
  rows ??= new Map(
    z
      .array(Row)
      .parse(parse(readDataFile('datasets.csv'), { columns: true }))
      .map((row) => [row.id, toDataset(row)]),
  );
  return rows;
}

/** How the file of a dataset is read: a table where nothing else is said. */
interface Reading extends Omit<Dataset, keyof DatasetRow | 'file'> {
  readonly file?: Partial<FileShape>;
}

/** A dataset: what its row says, and how its file is read. Throws where it has no row. */
export function dataset(id: string, { file, ...reading }: Reading): Dataset {
  const row = datasetRows().get(id);
  if (!row) throw new Error(`data/datasets.csv has no row ${id}`);
  return { ...row, ...reading, file: { format: 'table', ...file } };
}
