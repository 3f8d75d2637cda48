import { openService } from '../test/harness.ts';
import { makeReport } from '../test/reports/build.ts';
import { samplePlaces } from '../test/upstreams/places.ts';
import { type BenchRow, median } from './row.ts';

const delayMs = 300;
const { raleigh } = samplePlaces;

/** One report in a fresh house (nothing cached) whose sources all answer after the delay, and one of its questions alone. */
async function cold(): Promise<{ report: number; question: number }> {
  const service = await openService();
  try {
    service.upstreams.setFault('*', { delayMs });
    const began = performance.now();
    await fetch(`${service.upstreams.url}/geocoding.geo.census.gov/`);
    const question = performance.now() - began;
    const { charge, milliseconds } = await makeReport(service, { address: raleigh.address });
    if (!charge) throw new Error('no report was made');
    return { report: milliseconds, question };
  } finally {
    await service.close();
  }
}

/** A whole report, composed and drawn, against one question to one of its sources. */
export async function placeReport(): Promise<BenchRow[]> {
  const runs = [];
  for (let run = 0; run < 5; run++) runs.push(await cold());
  const report = median(runs.map((each) => each.report));
  const question = median(runs.map((each) => each.question));
  return [
    { name: 'place report, every source at 300 ms', value: report, unit: 'ms' },
    {
      name: 'place report against one question to one source',
      value: report / question,
      unit: 'x',
      bar: { at: 10, is: 'ceiling' },
      base: `one question, ${Math.round(question)} ms`,
    },
  ];
}
