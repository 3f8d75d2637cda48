import { parse } from 'csv-parse/sync';
import type { Metro } from '../src/catalog/views/coverage-page.ts';
import { readDataFile } from '../src/kernel/data-file.ts';

/** The largest metropolitan areas (`data/jurisdictions/metros.csv`), the largest first. */
export function readMetros(): readonly Metro[] {
  const rows = parse(readDataFile('jurisdictions/metros.csv'), { columns: true }) as Record<string, string>[];
  return rows.map(({ metro = '', counties = '', no_permits: permits, no_zoning: zoning }) => ({
    name: metro,
    counties: counties.split(' '),
    reasons: { ...(permits && { permits }), ...(zoning && { zoning }) },
  }));
}
