import type { Readable } from 'node:stream';
import readWorkbook from 'read-excel-file/node';
import { inferSchema, initParser } from 'udsv';
import type { FileShape, RawRow } from '../dataset.ts';
import { type OnBytes, openContent } from './bytes.ts';

/** A batch of rows as arrays, with the header that names their columns. */
export interface Batch {
  readonly header: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** GeoJSON geometry of each row. */
  readonly geometries?: readonly unknown[];
}

const batchRows = 10_000;

async function* csvBatches(content: Readable, file: FileShape): AsyncGenerator<Batch> {
  const decoder = new TextDecoder(file.encoding === 'latin1' ? 'latin1' : 'utf-8');
  const separator = file.delimiter ?? ',';
  let parser: ReturnType<typeof initParser> | undefined;
  let header: readonly string[] = [];
  let rows: string[][] = [];
  let pending = file.header ? `${file.header.join(separator)}\n` : '';
  const skip = file.skipRows ?? 0;
  for await (const chunk of content) {
    pending += decoder.decode(chunk as Buffer, { stream: true });
    if (!parser) {
      if (pending.split('\n').length < skip + 3) continue;
      const text = pending.slice(offsetOfLine(pending, skip));
      const schema = inferSchema(text, { col: separator, encl: '"', header: (sample) => [sample[0] ?? []] });
      header = schema.cols.map((column) => column.name.trim());
      parser = initParser(schema);
      pending = text;
    }
    parser.chunk<string[]>(pending, parser.stringArrs, (row) => {
      rows.push(row);
    });
    pending = '';
    while (rows.length >= batchRows) {
      yield { header, rows: rows.slice(0, batchRows) };
      rows = rows.slice(batchRows);
    }
  }
  const last = pending + decoder.decode();
  if (!parser) {
    const text = last.slice(offsetOfLine(last, skip));
    const schema = inferSchema(text, { col: separator, encl: '"', header: (sample) => [sample[0] ?? []] });
    header = schema.cols.map((column) => column.name.trim());
    yield { header, rows: initParser(schema).stringArrs<string[]>(text) };
    return;
  }
  if (last !== '') {
    parser.chunk<string[]>(last, parser.stringArrs, (row) => {
      rows.push(row);
    });
  }
  for (const row of parser.end<string[]>() ?? []) if (Array.isArray(row)) rows.push(row);
  if (rows.length > 0) yield { header, rows };
}

function offsetOfLine(text: string, line: number): number {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let skipped = 0; skipped < line; skipped++) at = text.indexOf('\n', at) + 1;
  return at;
}

async function* sheetBatches(path: string, file: FileShape): AsyncGenerator<Batch> {
  const sheets = (await readWorkbook(path)) as unknown as { sheet: string; data: unknown[][] }[];
  const wanted =
    typeof file.sheet === 'string' ? sheets.find(({ sheet }) => sheet === file.sheet) : sheets[(file.sheet ?? 1) - 1];
  if (!wanted) throw new Error(`the workbook has no sheet ${file.sheet ?? 1}`);
  const rows = wanted.data.slice(file.skipRows ?? 0);
  const header = file.header ?? (rows.shift() ?? []).map((cell) => String(cell ?? '').trim());
  for (let at = 0; at < rows.length; at += batchRows) yield { header, rows: rows.slice(at, at + batchRows) };
}

async function* jsonBatches(content: Readable, file: FileShape): AsyncGenerator<Batch> {
  const parts: Buffer[] = [];
  for await (const chunk of content) parts.push(chunk as Buffer);
  let value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
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
export async function* readRows(path: string, file: FileShape, onBytes: OnBytes): AsyncGenerator<Batch> {
  if (file.format === 'xlsx') {
    yield* sheetBatches(path, file);
    return;
  }
  const content = await openContent(path, file.member, onBytes);
  yield* file.format === 'csv' ? csvBatches(content, file) : jsonBatches(content, file);
}
