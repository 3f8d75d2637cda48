import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import readWorkbook from 'read-excel-file/node';
import { inferSchema, initParser } from 'udsv';
import yauzl from 'yauzl';
import type { RawRow } from '../../../fields/scope.ts';
import { OverBound } from '../../../kernel/over-bound.ts';
import type { Dataset, FileShape } from '../dataset.ts';
import type { Batch } from './batch.ts';
import { fixedBatches } from './fixed.ts';
import { gtfsBatches } from './gtfs.ts';
import { findHeader, headerName, type Named } from './header.ts';
import { shapefileBatches } from './shapefile.ts';

/** Counts what is read out of one file. Throws an `OverBound` where that is more than `most` bytes. */
class Meter {
  readonly #most: number;
  #bytes = 0;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#most)
      throw new OverBound('unfolded', `the file unfolds to more than ${Math.round(this.#most / 1e6)} MB`);
  }

  /** The same content, counted. */
  through(content: Readable): Readable {
    const add = (chunk: Uint8Array) => this.#add(chunk.length);
    return Readable.from(
      (async function* () {
        for await (const chunk of content) {
          add(chunk);
          yield chunk;
        }
      })(),
    );
  }

  /** Counts all members of a workbook, whose reader has no bound; by their bytes, since the stated sizes may be wrong. */
  workbook(workbook: string | Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      const read = (error: Error | null, zip: yauzl.ZipFile) => {
        if (error) return reject(new Error('the workbook cannot be read', { cause: error }));
        zip.on('error', reject).on('end', resolve);
        zip.on('entry', (entry: yauzl.Entry) =>
          zip.openReadStream(entry, (fault, content) => {
            if (fault) return reject(fault);
            this.through(content)
              .resume()
              .on('error', reject)
              .on('end', () => zip.readEntry());
          }),
        );
        zip.readEntry();
      };
      if (typeof workbook === 'string') yauzl.open(workbook, { lazyEntries: true }, read);
      else yauzl.fromBuffer(workbook, { lazyEntries: true }, read);
    });
  }
}

type OnBytes = (read: number) => void;

async function zipMember(path: string, member: RegExp): Promise<Readable> {
  const stream = await openMember(path, member);
  if (!stream) throw new Error(`the archive has no member like ${member.source}`);
  return stream;
}

/** Content of an official file as published: plain, gzip, or one member of a ZIP archive. Told apart by its first bytes. */
async function openContent(path: string, member: RegExp | undefined, onBytes: OnBytes): Promise<Readable> {
  const magic = await firstBytes(path);
  if (magic[0] === 0x50 && magic[1] === 0x4b && member) return zipMember(path, member);
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  let read = 0;
  file.on('data', (chunk) => {
    read += chunk.length;
    onBytes(read);
  });
  if (magic[0] === 0x1f && magic[1] === 0x8b) {
    const gunzip = createGunzip();
    file.on('error', (error) => gunzip.destroy(error));
    return file.pipe(gunzip);
  }
  return file;
}

/** One member of a ZIP archive; undefined where it has none of that name. Throws where the file is no archive. */
function openMember(path: string, member: RegExp): Promise<Readable | undefined> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(new Error('the ZIP archive cannot be read', { cause: error }));
      zip.on('error', reject);
      zip.on('end', () => resolve(undefined));
      zip.on('entry', (entry: yauzl.Entry) => {
        if (!member.test(entry.fileName)) return zip.readEntry();
        zip.openReadStream(entry, (openError, stream) => (openError ? reject(openError) : resolve(stream)));
      });
      zip.readEntry();
    });
  });
}

async function firstBytes(path: string): Promise<Buffer> {
  const head = await Readable.from(createReadStream(path, { start: 0, end: 3 })).toArray();
  return Buffer.concat(head as Buffer[]);
}

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

/**
 * Rows of an official file in batches. Throws where the file is not of the stated shape, and an `OverBound` where it
 * unfolds to more than `unfoldedBytes`.
 */
export async function* readRows(
  path: string,
  dataset: Dataset,
  onBytes: OnBytes,
  unfoldedBytes?: number,
): AsyncGenerator<Batch> {
  const meter = new Meter(unfoldedBytes);
  const open = async (member: RegExp) => {
    const content = await openMember(path, member);
    return content && meter.through(content);
  };
  if (dataset.file.format === 'gtfs') {
    return yield* gtfsBatches((table) => open(new RegExp(`(^|/)${table}\\.txt$`, 'i')), csvBatches);
  }
  if (dataset.file.format === 'fixed') {
    const { layouts = [], encoding } = dataset.file;
    return yield* fixedBatches(open, layouts, encoding);
  }
  if (dataset.file.format === 'shapefile') {
    return yield* shapefileBatches(open);
  }
  if (dataset.file.format === 'table' && (dataset.file.workbook || /\.xlsx$/i.test(path))) {
    await meter.workbook(path);
    return yield* sheetBatches(path, dataset);
  }
  const content = meter.through(await openContent(path, dataset.file.member, onBytes));
  if (dataset.file.member && /xlsx/i.test(dataset.file.member.source) && /\.zip$/i.test(path)) {
    const workbook = Buffer.concat((await content.toArray()) as Buffer[]);
    await meter.workbook(workbook);
    return yield* sheetBatches(workbook, dataset);
  }
  yield* dataset.file.format === 'table' ? csvBatches(content, dataset) : jsonBatches(content, dataset.file);
}
