import { type Fields, isFields, textOf } from './port.ts';

/** Something of an answer with a place around the subject, in meters to the east and north of it. */
export interface Placed {
  readonly label: string;
  readonly east: number;
  readonly north: number;
  readonly distance: number;
}

/** Something whose distance is known and its direction is not. */
export interface Distant {
  readonly label: string;
  readonly distance: number;
}

export interface Around {
  readonly placed: readonly Placed[];
  readonly distant: readonly Distant[];
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const metersPerDegree = 111_320;
const winds = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'];
const mostMarks = 60;

export const isPoint = (value: unknown): value is Point =>
  isFields(value) && typeof value.latitude === 'number' && typeof value.longitude === 'number';

const labelKeys = ['name', 'title', 'label', 'address', 'siteAddress', 'permitNumber', 'caseNumber', 'id', 'parcelId'];

function labelOfRow(row: Fields): string | undefined {
  for (const key of labelKeys) {
    const value = row[key];
    const text = textOf(isFields(value) ? value.value : value);
    if (text) return text;
  }
  return undefined;
}

/** Where a row lies: by its own coordinates, else by distance and the wind that the answer gives. */
function placeOf(row: Fields, center: Point): Omit<Placed, 'label'> | undefined {
  if (isPoint(row)) {
    const north = (row.latitude - center.latitude) * metersPerDegree;
    const east = (row.longitude - center.longitude) * metersPerDegree * Math.cos((center.latitude * Math.PI) / 180);
    return { east, north, distance: Math.hypot(east, north) };
  }
  const wind = winds.indexOf(textOf(row.direction) ?? '');
  if (typeof row.distanceMeters !== 'number' || wind < 0) return undefined;
  const angle = (wind * Math.PI) / 8;
  const distance = row.distanceMeters;
  return { east: distance * Math.sin(angle), north: distance * Math.cos(angle), distance };
}

/** Everything in an answer's facts and records that says where it lies from the subject; the nearest first. */
export function around(parts: readonly unknown[], center: Point): Around {
  const placed: Placed[] = [];
  const distant: Distant[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isFields(value)) return;
    const label = labelOfRow(value);
    const at = label === undefined ? undefined : placeOf(value, center);
    if (label !== undefined && at) placed.push({ label, ...at });
    else if (label !== undefined && typeof value.distanceMeters === 'number')
      distant.push({ label, distance: value.distanceMeters });
    Object.values(value).forEach(visit);
  };
  parts.forEach(visit);
  const nearest = <T extends Distant>(all: T[]) => all.sort((a, b) => a.distance - b.distance).slice(0, mostMarks);
  return { placed: nearest(placed), distant: nearest(distant) };
}
