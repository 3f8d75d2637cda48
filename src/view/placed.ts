import { labelOf } from '../products/shared/compose/labels.ts';
import { type Fields, fieldsOf, isFields, textOf } from './port.ts';

/** Something whose distance from the subject is known, in meters, and its direction may not be. */
export interface Distant {
  readonly label: string;
  readonly distance: number;
}

export interface Placed extends Distant {
  readonly latitude: number;
  readonly longitude: number;
  readonly kind: string;
  readonly citation: Fields;
}

export type Around = ReturnType<typeof around>;

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const metersPerDegree = 111_320;
const winds = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'];
const mostMarks = 40;

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
function placeOf(row: Fields, center: Point): (Point & { readonly distance: number }) | undefined {
  const perDegree = metersPerDegree * Math.cos((center.latitude * Math.PI) / 180);
  if (isPoint(row)) {
    const north = (row.latitude - center.latitude) * metersPerDegree;
    const east = (row.longitude - center.longitude) * perDegree;
    return { latitude: row.latitude, longitude: row.longitude, distance: Math.hypot(east, north) };
  }
  const wind = winds.indexOf(textOf(row.direction) ?? '');
  if (typeof row.distanceMeters !== 'number' || wind < 0) return undefined;
  const angle = (wind * Math.PI) / 8;
  const distance = row.distanceMeters;
  return {
    latitude: center.latitude + (distance * Math.cos(angle)) / metersPerDegree,
    longitude: center.longitude + (distance * Math.sin(angle)) / perDegree,
    distance,
  };
}

type Visitor = (row: Fields, kind: string, cited: unknown) => void;

function eachRow(value: unknown, kind: string, held: unknown, visit: Visitor): void {
  if (Array.isArray(value)) for (const one of value) eachRow(one, kind, held, visit);
  if (!isFields(value)) return;
  const cited = value.citation ?? held;
  visit(value, kind, cited);
  for (const [key, inner] of Object.entries(value)) eachRow(inner, labelOf(key).label, cited, visit);
}

/** Everything in the facts and records of answers that says where it lies from the subject; the nearest first. */
export function around(results: readonly Fields[], center: Point) {
  const placed: Placed[] = [];
  const distant: Distant[] = [];
  for (const { facts, records, citations } of results) {
    const visit: Visitor = (row, kind, cited) => {
      const label = labelOfRow(row);
      if (label === undefined) return;
      const at = placeOf(row, center);
      const citation = fieldsOf(fieldsOf(citations)[String(cited)]);
      if (at) placed.push({ label, kind, citation, ...at });
      else if (typeof row.distanceMeters === 'number') distant.push({ label, distance: row.distanceMeters });
    };
    eachRow(facts, '', undefined, visit);
    eachRow(records, 'Records', undefined, visit);
  }
  const nearest = <T extends Distant>(all: T[]) => all.sort((a, b) => a.distance - b.distance).slice(0, mostMarks);
  return { placed: nearest(placed), distant: nearest(distant) };
}
