import { type Bbox, boxAround, distanceMeters } from '../kernel/geo.ts';
import type { GeoPoint } from '../kernel/subject.ts';

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

export interface BoxSize {
  readonly widthMeters: number;
  readonly heightMeters: number;
  readonly areaSquareKm: number;
  /** Longer side over shorter side. */
  readonly aspect: number;
}

/** Sides of a box along its middle latitude and its middle longitude. */
export function boxSize([west, south, east, north]: Bbox): BoxSize {
  const latitude = (south + north) / 2;
  const widthMeters = distanceMeters({ latitude, longitude: west }, { latitude, longitude: east });
  const heightMeters = distanceMeters({ latitude: south, longitude: west }, { latitude: north, longitude: west });
  return {
    widthMeters,
    heightMeters,
    areaSquareKm: (widthMeters * heightMeters) / 1e6,
    aspect: Math.max(widthMeters, heightMeters) / Math.max(1e-9, Math.min(widthMeters, heightMeters)),
  };
}

/** A square box around a point, its corners rounded to 6 decimals (about 0.1 m). */
export function contextBox(center: GeoPoint, halfExtentMeters: number): Bbox {
  const [west, south, east, north] = boxAround(center, halfExtentMeters);
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return [round(west), round(south), round(east), round(north)];
}

export interface DateIssue {
  readonly path: 'beforeDate' | 'afterDate';
  readonly code: string;
  readonly message: string;
}

/** What is wrong with a pair of dates (YYYY-MM-DD) on a given day; empty where nothing is. */
export function dateIssues(beforeDate: string, afterDate: string, today: string): readonly DateIssue[] {
  const issues: DateIssue[] = [];
  if (afterDate <= beforeDate) {
    issues.push({ path: 'afterDate', code: 'not_later', message: 'afterDate must be later than beforeDate' });
  }
  if (beforeDate < firstSceneDate) {
    issues.push({
      path: 'beforeDate',
      code: 'too_early',
      message: `Sentinel-2 scenes start on ${firstSceneDate}; give that day or a later one`,
    });
  }
  if (afterDate > today) {
    issues.push({ path: 'afterDate', code: 'in_the_future', message: `afterDate must not lie after today (${today})` });
  }
  return issues;
}
