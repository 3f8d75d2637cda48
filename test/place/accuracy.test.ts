import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { PlaceQuery } from '../../src/kernel/ports/place.ts';
import { createPlacePort } from '../../src/place/index.ts';
import { unansweringSources } from './unanswering.ts';

const file = new URL('../../../shared/data/hifld-hospitals/hospitals.csv.gz', import.meta.url);
const place = createPlacePort();

/** Shares, in percent, of hospitals whose county and state come out right; `listed`: the truth is a code or a candidate. */
async function shares(queryOf: (row: Record<string, string>) => PlaceQuery) {
  const rows = parse(gunzipSync(readFileSync(file)), { columns: true }) as Record<string, string>[];
  let [county, listed, state] = [0, 0, 0];
  for (const row of rows) {
    const { subject } = await place.resolve(queryOf(row), unansweringSources);
    const truth = (row.COUNTYFIPS ?? '').padStart(5, '0');
    const codes = subject.county ? [subject.county, ...subject.countyAlternates].map(({ fips }) => fips) : [];
    if (codes.includes(truth)) county++;
    if (codes.includes(truth) || subject.countyCandidates.some(({ fips }) => fips === truth)) listed++;
    if (subject.stateCode === row.STATE) state++;
  }
  const percent = (count: number) => (100 * count) / rows.length;
  return { rows: rows.length, county: percent(county), listed: percent(listed), state: percent(state) };
}

describe.skipIf(!existsSync(file))('HIFLD hospitals (shared/data), no geocoder', () => {
  it('full address: county right for 97 %, state for 99.9 %', async () => {
    const share = await shares(({ ADDRESS, CITY, STATE, ZIP = '' }) => ({
      address: `${ADDRESS}, ${CITY}, ${STATE} ${ZIP.padStart(5, '0')}`,
    }));
    expect(share.rows).toBeGreaterThan(3000);
    expect(share.county).toBeGreaterThanOrEqual(97);
    expect(share.listed).toBeGreaterThanOrEqual(98);
    expect(share.state).toBeGreaterThanOrEqual(99.9);
  });

  it('ZIP alone: county right for 97 %', async () => {
    const share = await shares(({ ZIP = '' }) => ({ zip: ZIP.padStart(5, '0') }));
    expect(share.county).toBeGreaterThanOrEqual(97);
    expect(share.state).toBeGreaterThanOrEqual(99);
  });

  it('city and state: county right for 95 %', async () => {
    const share = await shares(({ CITY, STATE }) => ({ place: `${CITY}, ${STATE}` }));
    expect(share.county).toBeGreaterThanOrEqual(95);
    expect(share.state).toBeGreaterThanOrEqual(98);
  });

  it('coordinates: county right for 99.5 %', async () => {
    const share = await shares(({ LATITUDE, LONGITUDE }) => ({
      latitude: Number(LATITUDE),
      longitude: Number(LONGITUDE),
    }));
    expect(share.county).toBeGreaterThanOrEqual(99.5);
  });
});
