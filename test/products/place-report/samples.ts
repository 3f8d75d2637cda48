import type { PlaceReport } from '../../../src/products/place-report/schema/report.ts';
import type { TestService } from '../../harness.ts';
import { makeReport } from '../../reports/build.ts';
import { samplePlaces } from '../../upstreams/places.ts';

/** Three sample places and two of the newer metros; the one of Denver is its own file's feeds alone. */
const samples = {
  raleigh: { address: samplePlaces.raleigh.address },
  chicago: { address: samplePlaces.chicago.address },
  newYork: { address: samplePlaces.newYork.address },
  philadelphia: { address: samplePlaces.philadelphia.address },
  denver: { address: '100 MAIN ST, Denver, CO', latitude: 39.73915, longitude: -104.9847 },
} as const;
export type Sample = keyof typeof samples;
export const sampleNames = Object.keys(samples) as Sample[];

/** The report of each sample place, with what else is ordered. */
export async function sampleReports(service: TestService, more: object = {}): Promise<Record<Sample, PlaceReport>> {
  const reports = {} as Record<Sample, PlaceReport>;
  for (const name of sampleNames) {
    const made = await makeReport(service, { ...samples[name], ...more });
    if (!made.charge) throw new Error(`${name}: ${made.body.message}`);
    reports[name] = made.body;
  }
  return reports;
}
