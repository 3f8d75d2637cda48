import { type Bbox, boxAround, distanceMeters } from '../geometry/geo.ts';
import { held } from '../kernel/answer-builder.ts';
import type { GeoPoint } from '../kernel/subject.ts';
import { dayMs } from '../kernel/time.ts';

/** What the satellite routes take: one box in WGS84, longitude before latitude. */
export const satelliteBoxRules = {
  minAreaSquareKm: 1,
  maxAreaSquareKm: 100,
  minSideMeters: 500,
  maxAspect: 8,
} as const;

/** Half-extents whose square box keeps the rules whatever earth radius a checker uses. */
export const halfExtentRules = { fallback: 1000, min: 505, max: 4990 } as const;

/** First day from which Sentinel-2 scenes exist. */
export const firstSceneDate = '2015-06-27';

/** Sides of a box along its middle latitude and its middle longitude. */
export function boxSize([west, south, east, north]: Bbox) {
  const latitude = (south + north) / 2;
  const widthMeters = distanceMeters({ latitude, longitude: west }, { latitude, longitude: east });
  const heightMeters = distanceMeters({ latitude: south, longitude: west }, { latitude: north, longitude: west });
  return {
    widthMeters,
    heightMeters,
    areaSquareKilometers: (widthMeters * heightMeters) / 1e6,
    aspect: Math.max(widthMeters, heightMeters) / Math.max(1e-9, Math.min(widthMeters, heightMeters)),
  };
}

/** A square box around a point, its corners rounded to 6 decimals (about 0.1 m). */
export function contextBox(center: GeoPoint, halfExtentMeters: number): Bbox {
  const [west, south, east, north] = boxAround(center, halfExtentMeters);
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return [round(west), round(south), round(east), round(north)];
}

const dateIssue = (path: 'beforeDate' | 'afterDate', code: string, message: string) => ({ path, code, message });
export type DateIssue = ReturnType<typeof dateIssue>;

/** What is wrong with a pair of dates (YYYY-MM-DD) on a given day; empty where nothing is. */
export const dateIssues = (beforeDate: string, afterDate: string, today: string): readonly DateIssue[] =>
  held([
    afterDate <= beforeDate && dateIssue('afterDate', 'not_later', 'afterDate must be later than beforeDate'),
    beforeDate < firstSceneDate &&
      dateIssue(
        'beforeDate',
        'too_early',
        `Sentinel-2 scenes start on ${firstSceneDate}; give that day or a later one`,
      ),
    afterDate > today && dateIssue('afterDate', 'in_the_future', `afterDate must not lie after today (${today})`),
  ]);

/** Whether a position can be in the United States, its territories included; a rough check, not a boundary. */
const maybeInUs = (longitude: number, latitude: number) =>
  latitude > -15 && latitude < 72 && (longitude < -64 || longitude > 144);

/** Whether a box is outside the United States but inside with latitude and longitude swapped. */
const isSwapped = ([west, south, east, north]: Bbox) =>
  !maybeInUs(west, south) && !maybeInUs(east, north) && maybeInUs(south, west) && maybeInUs(north, east);

/** What is wrong with a box, as sentences; empty where it keeps the rules. */
export function boxIssues(bbox: Bbox): readonly string[] {
  const [west, south, east, north] = bbox;
  const { minAreaSquareKm, maxAreaSquareKm, minSideMeters, maxAspect } = satelliteBoxRules;
  if (isSwapped(bbox))
    return [
      `longitude comes first: order is [west, south, east, north], so that this is latitude ${south} at longitude ${west}`,
    ];
  if (Math.abs(west) > 180 || Math.abs(east) > 180 || Math.abs(south) > 90 || Math.abs(north) > 90)
    return ['longitudes lie within 180 and latitudes within 90 degrees; order is [west, south, east, north]'];
  if (west >= east || south >= north) return ['order is [west, south, east, north], longitude before latitude'];
  const { widthMeters, heightMeters, areaSquareKilometers, aspect } = boxSize(bbox);
  const shown = Math.round(areaSquareKilometers * 100) / 100;
  const shorter = Math.min(widthMeters, heightMeters);
  return held([
    (areaSquareKilometers < minAreaSquareKm || areaSquareKilometers > maxAreaSquareKm) &&
      `the box holds ${shown} square kilometers; ${minAreaSquareKm} to ${maxAreaSquareKm} are allowed`,
    shorter < minSideMeters && `the shorter side has ${Math.round(shorter)} m; at least ${minSideMeters} m are needed`,
    aspect > maxAspect && `the sides are ${aspect.toFixed(1)} to 1; at most ${maxAspect} to 1 is allowed`,
  ]);
}

/** Pixels of a picture of a box whose longer side has `size` pixels. */
export function pictureSize(bbox: Bbox, size: number): { readonly width: number; readonly height: number } {
  const { widthMeters, heightMeters } = boxSize(bbox);
  const scale = size / Math.max(widthMeters, heightMeters);
  return {
    width: Math.max(1, Math.round(widthMeters * scale)),
    height: Math.max(1, Math.round(heightMeters * scale)),
  };
}

const day = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The range of days for a scene around a date: `windowDays` long with the date in its middle, not after today. */
export function windowAround(date: string, windowDays: number, today: string) {
  const half = Math.floor(windowDays / 2) * dayMs;
  const middle = Date.parse(date);
  const from = day(middle - half);
  const until = day(middle + half);
  return { from: from < firstSceneDate ? firstSceneDate : from, until: until > today ? today : until };
}
