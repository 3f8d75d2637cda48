type Ring = readonly (readonly [longitude: number, latitude: number])[];

/** A polygon with the texts of its attributes. */
export interface Shape {
  readonly rings: readonly Ring[];
  readonly attributes: Readonly<Record<string, string>>;
}

const fileCode = 9994;
const polygon = 5;

function boxOf(rings: readonly Ring[]): readonly [number, number, number, number] {
  const all = rings.flat();
  const [x, y] = [all.map(([longitude]) => longitude), all.map(([, latitude]) => latitude)];
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
}

function recordOf({ rings }: Shape, index: number): Buffer {
  const points = rings.flat();
  const content = Buffer.alloc(44 + 4 * rings.length + 16 * points.length);
  content.writeInt32LE(polygon, 0);
  for (const [at, value] of boxOf(rings).entries()) content.writeDoubleLE(value, 4 + 8 * at);
  content.writeInt32LE(rings.length, 36);
  content.writeInt32LE(points.length, 40);
  let begin = 0;
  for (const [at, ring] of rings.entries()) {
    content.writeInt32LE(begin, 44 + 4 * at);
    begin += ring.length;
  }
  for (const [at, [longitude, latitude]] of points.entries()) {
    content.writeDoubleLE(longitude, 44 + 4 * rings.length + 16 * at);
    content.writeDoubleLE(latitude, 52 + 4 * rings.length + 16 * at);
  }
  const head = Buffer.alloc(8);
  head.writeInt32BE(index + 1, 0);
  head.writeInt32BE(content.length / 2, 4);
  return Buffer.concat([head, content]);
}

function shpOf(shapes: readonly Shape[]): Buffer {
  const records = Buffer.concat(shapes.map(recordOf));
  const head = Buffer.alloc(100);
  head.writeInt32BE(fileCode, 0);
  head.writeInt32BE((100 + records.length) / 2, 24);
  head.writeInt32LE(1000, 28);
  head.writeInt32LE(polygon, 32);
  return Buffer.concat([head, records]);
}

function dbfOf(shapes: readonly Shape[], widths: Readonly<Record<string, number>>): Buffer {
  const names = Object.keys(widths);
  const head = Buffer.alloc(32 + 32 * names.length + 1);
  head.writeUInt8(3, 0);
  head.writeUInt32LE(shapes.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(1 + names.reduce((sum, name) => sum + (widths[name] ?? 0), 0), 10);
  for (const [at, name] of names.entries()) {
    head.write(name, 32 + 32 * at, 'latin1');
    head.write('C', 43 + 32 * at, 'latin1');
    head.writeUInt8(widths[name] ?? 0, 48 + 32 * at);
  }
  head.writeUInt8(0x0d, head.length - 1);
  const rows = shapes.map(({ attributes }) =>
    Buffer.from(` ${names.map((name) => (attributes[name] ?? '').padEnd(widths[name] ?? 0)).join('')}`, 'latin1'),
  );
  return Buffer.concat([head, ...rows, Buffer.from([0x1a])]);
}

/** Members of a shapefile of polygons, by the public description of the format (ESRI, 1998) and of dBASE III. */
export const shapefileOf = (name: string, shapes: readonly Shape[], widths: Readonly<Record<string, number>>) => ({
  [`${name}.shp`]: new Uint8Array(shpOf(shapes)),
  [`${name}.dbf`]: new Uint8Array(dbfOf(shapes, widths)),
  [`${name}.prj`]: new TextEncoder().encode('GEOGCS["GCS_WGS_1984"]'),
});
