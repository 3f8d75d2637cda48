import { parse } from 'csv-parse/sync';
import { readDataFile } from '../../src/kernel/data-file.ts';
import type { Lane } from '../../src/places/schema/jurisdiction.ts';

/** One of the largest metropolitan areas: its counties, and why a lane has no source there. */
export interface Metro {
  readonly name: string;
  /** Census codes of the counties whose places are counted to it. */
  readonly counties: readonly string[];
  readonly reasons: Readonly<Partial<Record<Lane, string>>>;
}

/** The largest metropolitan areas (`data/jurisdictions/metros.csv`), the largest first. */
export function readMetros(): readonly Metro[] {
  const rows = parse(readDataFile('jurisdictions/metros.csv'), { columns: true }) as Record<string, string>[];
  return rows.map(({ metro = '', counties = '', no_permits: permits, no_zoning: zoning }) => ({
    name: metro,
    counties: counties.split(' '),
    reasons: { ...(permits && { permits }), ...(zoning && { zoning }) },
  }));
}
