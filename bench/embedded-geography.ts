import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { SourceAccess } from '../src/kernel/ports/sources.ts';
import { createPlacePort } from '../src/place/index.ts';
import { type BenchRow, percentile, report } from './row.ts';

const hospitals = new URL('../../shared/data/hifld-hospitals/hospitals.csv.gz', import.meta.url);

/** A geocoder that never answers: everything has to come from the embedded data. */
const silent: SourceAccess = {
  hasKey: () => false,
  accept() {},
  refuse() {},
  leftOut() {},
  fetch: async (card) => ({ ok: false, kind: 'unreachable', reason: `${card.name} is not queried.`, url: '', at: '' }),
};

/** First-use load, time per query, and county and state against the truth of a public list of hospitals. */
export async function embeddedGeography(): Promise<BenchRow[]> {
  const place = createPlacePort();
  const began = performance.now();
  await place.resolve({ zip: '27601' }, silent);
  await place.resolve({ place: 'Raleigh, NC' }, silent);
  const rows: BenchRow[] = [
    {
      name: 'embedded geography: first ZIP and first city, load included',
      value: performance.now() - began,
      unit: 'ms',
      bar: { at: 700, is: 'ceiling' },
    },
  ];
  if (!existsSync(hospitals)) return rows;
  const list = parse(gunzipSync(readFileSync(hospitals)), { columns: true }) as Record<string, string>[];
  const queries = list.map(({ ADDRESS, CITY, STATE, ZIP = '' }) => ({
    place: `${ADDRESS}, ${CITY}, ${STATE} ${ZIP.padStart(5, '0')}`,
  }));
  const times: number[] = [];
  let [counties, states] = [0, 0];
  for (const query of queries) await place.resolve(query, silent);
  for (const [at, query] of queries.entries()) {
    const start = performance.now();
    const { subject } = await place.resolve(query, silent);
    times.push(performance.now() - start);
    const truth = list[at];
    const codes = subject.county ? [subject.county, ...subject.countyAlternates].map(({ fips }) => fips) : [];
    if (codes.includes((truth?.COUNTYFIPS ?? '').padStart(5, '0'))) counties++;
    if (subject.stateCode === truth?.STATE) states++;
  }
  const base = `${list.length} HIFLD hospitals, address without a geocoder`;
  const share = (count: number) => (100 * count) / list.length;
  rows.push(
    {
      name: 'embedded geography: query, p95',
      value: percentile(times, 0.95) * 1000,
      unit: 'µs',
      bar: { at: 50, is: 'ceiling' },
      base,
    },
    { name: 'embedded geography: county right', value: share(counties), unit: '%', bar: { at: 97, is: 'floor' }, base },
    { name: 'embedded geography: state right', value: share(states), unit: '%', bar: { at: 99.9, is: 'floor' }, base },
  );
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = report(await embeddedGeography()) ? 0 : 1;
}
