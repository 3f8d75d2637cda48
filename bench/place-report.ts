import { reportParts } from '../src/products/place-report/parts.ts';
import { openService, type TestService } from '../test/harness.ts';
import { makeReport } from '../test/reports/build.ts';
import { samplePlaces } from '../test/upstreams/places.ts';
import { type BenchRow, median } from './row.ts';

const delayMs = 300;
const rounds = 5;
const { raleigh } = samplePlaces;
const { address } = raleigh;

/** Milliseconds of one job in a fresh house (nothing cached) whose sources all answer after the delay. */
async function cold(job: (service: TestService) => Promise<unknown>): Promise<number> {
  const service = await openService();
  try {
    service.upstreams.setFault('*', { delayMs });
    const began = performance.now();
    await job(service);
    return performance.now() - began;
  } finally {
    await service.close();
  }
}

async function report(service: TestService): Promise<void> {
  const { charge } = await makeReport(service, { address });
  if (!charge) throw new Error('no report was made');
}

/**
 * A whole report, composed and drawn, against one question: a call of one free tool by the same address, and against one
 * request to one of its sources. The first round, in which the process loads what it needs, is told apart. The tool is
 * each round another one of the report's own.
 */
export async function placeReport(): Promise<BenchRow[]> {
  const reports: number[] = [];
  const calls: number[] = [];
  const requests: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const tool = reportParts[(round * 5) % reportParts.length]?.tool ?? '';
    reports.push(await cold(report));
    calls.push(await cold((service) => service.call(tool, { address })));
    requests.push(await cold((service) => fetch(`${service.upstreams.url}/geocoding.geo.census.gov/`)));
  }
  const [first = Number.NaN, ...rest] = reports;
  const [whole, call, request] = [median(rest), median(calls.slice(1)), median(requests)];
  return [
    { name: 'place report, every source at 300 ms', value: whole, unit: 'ms' },
    { name: 'place report, the first of its process', value: first, unit: 'ms' },
    {
      name: 'place report against one question to a free tool',
      value: whole / call,
      unit: 'x',
      bar: { at: 4, is: 'ceiling' },
      base: `one call, ${Math.round(call)} ms`,
    },
    {
      name: 'place report against one request to one source',
      value: whole / request,
      unit: 'x',
      base: `one request, ${Math.round(request)} ms`,
    },
  ];
}
