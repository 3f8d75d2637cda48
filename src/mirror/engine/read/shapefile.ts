import type { Readable } from 'node:stream';
import type { Batch } from './batch.ts';
import type { OpenMember } from './fixed.ts';

const batchRows = 2_000;
/** Shape types that are polygons: flat, with heights, with measures. */
const polygonTypes: ReadonlySet<number> = new Set([5, 15, 25]);
const headerBytes = 100;
const recordHeaderBytes = 8;
const fieldBytes = 32;
const fieldsEnd = 0x0d;
const deleted = 0x2a;
const fileEnd = 0x1a;

/** Takes so many bytes after so many out of a stream. */
class Bytes {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(content: Readable) {
    this.#chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** The next bytes; fewer, or none, at the end. */
  async take(count: number): Promise<Buffer> {
    const parts = [this.#held];
    for (let length = this.#held.length; length < count; ) {
      const next = await this.#chunks.next();
      if (next.done) break;
      parts.push(next.value);
      length += next.value.length;
    }
    const all = parts.length > 1 ? Buffer.concat(parts) : this.#held;
    this.#held = all.subarray(count);
    return all.subarray(0, count);
  }
}

interface Field {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Attributes of a .dbf file (dBASE III), a record after another. */
class Attributes {
  readonly fields: readonly Field[];
  readonly #bytes: Bytes;
  readonly #recordBytes: number;

  private constructor(bytes: Bytes, fields: readonly Field[], recordBytes: number) {
    this.#bytes = bytes;
    this.fields = fields;
    this.#recordBytes = recordBytes;
  }

  static async open(content: Readable): Promise<Attributes> {
    const bytes = new Bytes(content);
    const head = await bytes.take(fieldBytes);
    if (head.length < fieldBytes) throw new Error('the .dbf file cannot be read');
    const described = await bytes.take(head.readUInt16LE(8) - fieldBytes);
    const fields: Field[] = [];
    for (let at = 0, from = 1; at + fieldBytes <= described.length && described[at] !== fieldsEnd; at += fieldBytes) {
      const [name = ''] = described.toString('latin1', at, at + 11).split('\0');
      const to = from + (described[at + 16] ?? 0);
      fields.push({ name, from, to });
      from = to;
    }
    return new Attributes(bytes, fields, head.readUInt16LE(10));
  }

  /** The texts of the next record; `deleted` for one that is marked so, undefined at the end. */
  async next(): Promise<readonly string[] | 'deleted' | undefined> {
    const record = await this.#bytes.take(this.#recordBytes);
    if (record.length < this.#recordBytes || record[0] === fileEnd) return undefined;
    if (record[0] === deleted) return 'deleted';
    return this.fields.map(({ from, to }) => record.toString('latin1', from, to).trim());
  }
}

/** Rings of a polygon record as GeoJSON: outer and inner ones alike, which the even-odd rule needs no more than. */
function polygonOf(record: Buffer) {
  if (record.length < 44 || !polygonTypes.has(record.readInt32LE(0))) return undefined;
  const [parts, points] = [record.readInt32LE(36), record.readInt32LE(40)];
  const first = 44 + 4 * parts;
  if (parts < 1 || points < 3 || record.length < first + 16 * points) return undefined;
  const begins = Array.from({ length: parts }, (_, at) => record.readInt32LE(44 + 4 * at));
  const coordinates = begins.map((begin, at) =>
    Array.from({ length: (begins[at + 1] ?? points) - begin }, (_, point) => {
      const offset = first + 16 * (begin + point);
      return [record.readDoubleLE(offset), record.readDoubleLE(offset + 8)];
    }),
  );
  return { type: 'Polygon', coordinates };
}

/**
 * Polygons of the shapefile in an archive with their attributes, a record at a time. One without a geometry that can be
 * read is left out. Throws where the archive has no .shp and .dbf.
 */
export async function* shapefileBatches(open: OpenMember): AsyncGenerator<Batch> {
  const [shp, dbf] = await Promise.all([open(/\.shp$/i), open(/\.dbf$/i)]);
  if (!shp || !dbf) throw new Error('the archive has no .shp and .dbf file');
  const shapes = new Bytes(shp);
  const head = await shapes.take(headerBytes);
  if (head.length < headerBytes || head.readInt32BE(0) !== 9994) throw new Error('the .shp file cannot be read');
  const attributes = await Attributes.open(dbf);
  const header = attributes.fields.map(({ name }) => name);
  let rows: (readonly string[])[] = [];
  let geometries: unknown[] = [];
  for (;;) {
    const recordHead = await shapes.take(recordHeaderBytes);
    const row = await attributes.next();
    if (recordHead.length < recordHeaderBytes || row === undefined) break;
    const geometry = polygonOf(await shapes.take(recordHead.readInt32BE(4) * 2));
    if (row === 'deleted' || !geometry) continue;
    rows.push(row);
    geometries.push(geometry);
    if (rows.length < batchRows) continue;
    yield { header, rows, geometries };
    [rows, geometries] = [[], []];
  }
  if (rows.length > 0) yield { header, rows, geometries };
}
