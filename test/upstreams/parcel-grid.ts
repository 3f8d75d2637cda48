/** Lots of a made-up town that is everywhere: rows of lots along streets that run west to east. */
export interface GridLot {
  readonly number: string;
  readonly houseNumber: number;
  /** West, south, east, north. */
  readonly box: readonly [number, number, number, number];
}

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const metersPerDegree = 111_195;
const blockDegrees = 0.001;
/** From the middle of the street to the lots north of it; those south of it end farther away. */
export const frontMeters = 18;
const depthMeters = 62;
const widthMeters = 26;

const widthDegrees = (latitude: number) =>
  widthMeters / (metersPerDegree * Math.cos((Math.round(latitude) * Math.PI) / 180));

function lotAt(row: number, column: number, width: number): GridLot {
  const south = row * blockDegrees + frontMeters / metersPerDegree;
  return {
    number: `${Math.abs(row)}-${Math.abs(column)}`,
    houseNumber: 2 * (Math.abs(column) % 5000) + 100,
    box: [column * width, south, (column + 1) * width, south + depthMeters / metersPerDegree],
  };
}

/** Distance in meters from a point to a box; 0 inside. */
function toBox({ latitude, longitude }: Position, [west, south, east, north]: GridLot['box']): number {
  const dx = Math.max(west - longitude, 0, longitude - east) * Math.cos((latitude * Math.PI) / 180);
  const dy = Math.max(south - latitude, 0, latitude - north);
  return Math.hypot(dx, dy) * metersPerDegree;
}

/** The lots within a distance of a point; with 0 those that hold it. */
export function lotsAround(point: Position, meters: number): readonly GridLot[] {
  const width = widthDegrees(point.latitude);
  const [row, column] = [Math.floor(point.latitude / blockDegrees), Math.floor(point.longitude / width)];
  const [rows, columns] = [Math.ceil(meters / 100) + 1, Math.ceil(meters / widthMeters) + 1];
  const lots: GridLot[] = [];
  for (let north = -rows; north <= rows; north++) {
    for (let east = -columns; east <= columns; east++) {
      const lot = lotAt(row + north, column + east, width);
      if (toBox(point, lot.box) <= meters) lots.push(lot);
    }
  }
  return lots;
}

/** The point of a street near a position from which the nearest lot, the one of `lot`, is `frontMeters` away. */
export function streetPointNear(position: Position): Position & { readonly lot: GridLot } {
  const width = widthDegrees(position.latitude);
  const [row, column] = [Math.floor(position.latitude / blockDegrees), Math.floor(position.longitude / width)];
  return { latitude: row * blockDegrees, longitude: (column + 0.5) * width, lot: lotAt(row, column, width) };
}

export const ringOf = ([west, south, east, north]: GridLot['box']) => [
  [west, south],
  [west, north],
  [east, north],
  [east, south],
  [west, south],
];
