import type { Readable } from 'node:stream';
import readWorkbook from 'read-excel-file/node';
import { inferSchema, initParser } from 'udsv';
import type { RawRow } from '../../../fields/scope.ts';
import type { Dataset, FileShape } from '../dataset.ts';
import type { Batch } from './batch.ts';
import { type OnBytes, openContent, openMember } from './bytes.ts';
import { fixedBatches } from './fixed.ts';
import { gtfsBatches } from './gtfs.ts';
import { findHeader, headerName, type Named } from './header.ts';
import { shapefileBatches } from './shapefile.ts';

const batchRows = 10_000;

/** Lines of the first chunk that are enough to find the header below title lines. */
const sampleLines = 20;

async function* csvBatches(content: Readable, dataset: Named): AsyncGenerator<Batch> {
  const { file } = dataset;
  const decoder = new TextDecoder(file.encoding === 'latin1' ? 'latin1' : 'utf-8');
  const separator = file.delimiter ?? ',';
  let parser: ReturnType<typeof initParser> | undefined;
  let header: readonly string[] = [];
  let rows: string[][] = [];
  let pending = '';
  const start = (text: string): string => {
    const body = file.header ? `${file.header.join(separator)}\n${text}` : text.slice(headerOffset(text, dataset));
    const schema = inferSchema(body, { col: separator, encl: '"', header: (sample) => [sample[0] ?? []] });
    header = schema.cols.map((column) => headerName(column.name, dataset));
    parser = initParser(schema);
    return body;
  };
  const feed = (text: string) =>
    parser?.chunk<string[]>(text, parser.stringArrs, (row) => {
      rows.push(row);
    });
  for await (const chunk of content) {
    pending += decoder.decode(chunk as Buffer, { stream: true });
    if (!parser) {
      if (pending.split('\n', sampleLines).length < sampleLines) continue;
      pending = start(pending);
    }
    feed(pending);
    pending = '';
    while (rows.length >= batchRows) {
      yield { header, rows: rows.slice(0, batchRows) };
      rows = rows.slice(batchRows);
    }
  }
  pending += decoder.decode();
  if (!parser) {
    const body = start(pending);
    yield { header, rows: (parser as unknown as ReturnType<typeof initParser>).stringArrs<string[]>(body) };
    return;
  }
  if (pending !== '') feed(pending);
  for (const row of parser.end<string[]>() ?? []) if (Array.isArray(row)) rows.push(row);
  if (rows.length > 0) yield { header, rows };
}

function headerOffset(text: string, dataset: Named): number {
  const begin = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const lines = text.slice(begin).split('\n', sampleLines);
  const at = findHeader(
    lines.map((line) => line.split(dataset.file.delimiter ?? ',').map((cell) => cell.replace(/^"|"$/g, ''))),
    dataset,
  );
  return begin + lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0);
}

/** A cell of a workbook; a date as ISO text, whose day is the one that the sheet shows. */
const sheetCell = (cell: unknown): unknown => (cell instanceof Date ? cell.toISOString() : cell);

async function* sheetBatches(workbook: string | Buffer, dataset: Dataset): AsyncGenerator<Batch> {
  const { file } = dataset;
  const sheets = (await readWorkbook(workbook)) as unknown as { sheet: string; data: unknown[][] }[];
  const wanted =
    typeof file.sheet === 'string' ? sheets.find(({ sheet }) => sheet === file.sheet) : sheets[(file.sheet ?? 1) - 1];
  if (!wanted) throw new Error(`the workbook has no sheet ${file.sheet ?? 1}`);
  const at = file.header ? -1 : findHeader(wanted.data, dataset);
  const rows = wanted.data.slice(at + 1).map((row) => row.map(sheetCell));
  const header = file.header ?? (wanted.data[at] ?? []).map((cell) => headerName(cell, dataset));
  for (let from = 0; from < rows.length; from += batchRows) yield { header, rows: rows.slice(from, from + batchRows) };
}

async function* jsonBatches(content: Readable, file: FileShape): AsyncGenerator<Batch> {
  const parts: Buffer[] = [];
  for await (const chunk of content) parts.push(chunk as Buffer);
  let value: unknown = JSON.parse(
    Buffer.concat(parts)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  );
  const path = file.format === 'geojson' ? 'features' : file.path;
  if (path) for (const step of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[step];
  if (!Array.isArray(value)) throw new Error(`the file has no array ${path ? `at ${path}` : 'of rows'}`);
  const features = file.format === 'geojson';
  const objects = value.map((item) =>
    features ? ((item as { properties?: RawRow }).properties ?? {}) : (item as RawRow),
  );
  const header = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  for (let at = 0; at < objects.length; at += batchRows) {
    yield {
      header,
      rows: objects.slice(at, at + batchRows).map((object) => header.map((key) => object[key])),
      ...(features && {
        geometries: value.slice(at, at + batchRows).map((item) => (item as { geometry?: unknown }).geometry),
      }),
    };
  }
}

/** Rows of an official file in batches. Throws where the file is not of the stated shape. */
export async function* readRows(path: string, dataset: Dataset, onBytes: OnBytes): AsyncGenerator<Batch> {
  if (dataset.file.format === 'gtfs') {
    const open = (table: string) => openMember(path, new RegExp(`(^|/)${table}\\.txt$`, 'i'));
    yield* gtfsBatches(open, csvBatches);
    return;
  }
  if (dataset.file.format === 'fixed') {
    const { layouts = [], encoding } = dataset.file;
    yield* fixedBatches((member) => openMember(path, member), layouts, encoding);
    return;
  }
  if (dataset.file.format === 'shapefile') {
    yield* shapefileBatches((member) => openMember(path, member));
    return;
  }
  if (dataset.file.format === 'table' && (dataset.file.workbook || /\.xlsx$/i.test(path))) {
    yield* sheetBatches(path, dataset);
    return;
  }
  const content = await openContent(path, dataset.file.member, onBytes);
  if (dataset.file.member && /xlsx/i.test(dataset.file.member.source) && /\.zip$/i.test(path)) {
    yield* sheetBatches(Buffer.concat((await content.toArray()) as Buffer[]), dataset);
    return;
  }
  yield* dataset.file.format === 'table' ? csvBatches(content, dataset) : jsonBatches(content, dataset.file);
}
