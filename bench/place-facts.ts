import { openService } from '../test/harness.ts';
import { samplePlaces } from '../test/upstreams/places.ts';
import { type BenchRow, median, percentile } from './row.ts';

const delayMs = 200;
const { raleigh } = samplePlaces;
const parts = ['svc_parcel_lookup', 'svc_flood_zone', 'svc_governing_districts', 'svc_transportation_context'];

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** One call of a tool in a fresh house (nothing cached) whose sources all answer after the delay. */
async function cold(tool: string): Promise<number> {
  const service = await openService({ mirrors: false });
  try {
    service.upstreams.setFault(() => true, { delayMs });
    return await timed(() => service.call(tool, { address: raleigh.address }));
  } finally {
    await service.close();
  }
}

const near = (step: number) => ({ latitude: raleigh.latitude + step * 0.0001, longitude: raleigh.longitude });

/** 95th percentile of one lane over points of its own, with or without another source hanging. */
async function laneP95(hanging: boolean): Promise<number> {
  const service = await openService({ mirrors: false });
  try {
    service.upstreams.setFault(({ cardId }) => cardId === 'fema-nfhl', { delayMs: 50 });
    if (hanging) service.upstreams.setFault('usgs-epqs', { delayMs: 10_000 });
    const background = hanging
      ? [1, 2, 3].map((step) => service.call('svc_terrain_profile', near(step)).catch(() => undefined))
      : [];
    const times: number[] = [];
    for (let step = 1; step <= 60; step++) times.push(await timed(() => service.call('svc_flood_zone', near(step))));
    void background;
    return percentile(times.slice(10), 0.95);
  } finally {
    await service.close();
  }
}

/** The bundle against the slowest of its own parts, 50 bundles at once, and a lane beside a source that hangs. */
export async function placeFacts(): Promise<BenchRow[]> {
  const chains = [];
  for (const part of parts) chains.push(median([await cold(part), await cold(part), await cold(part)]));
  const slowest = Math.max(...chains);
  const bundle = median([await cold('svc_place_facts'), await cold('svc_place_facts'), await cold('svc_place_facts')]);
  const service = await openService({ mirrors: false });
  let together: number;
  try {
    service.upstreams.setFault(() => true, { delayMs });
    together = await timed(() =>
      Promise.all(Array.from({ length: 50 }, () => service.call('svc_place_facts', { address: raleigh.address }))),
    );
  } finally {
    await service.close();
  }
  const alone = await laneP95(false);
  const beside = await laneP95(true);
  return [
    { name: 'place facts, every source at 200 ms', value: bundle, unit: 'ms' },
    {
      name: 'place facts against its slowest part',
      value: bundle / slowest,
      unit: 'x',
      bar: { at: 1.25, is: 'ceiling' },
      base: `slowest part alone, ${Math.round(slowest)} ms`,
    },
    {
      name: '50 place facts at once against one',
      value: together / bundle,
      unit: 'x',
      bar: { at: 2, is: 'ceiling' },
      base: 'one alone',
    },
    {
      name: 'p95 of a lane beside a source that hangs 10 s',
      value: beside / alone,
      unit: 'x',
      bar: { at: 1.1, is: 'ceiling' },
      base: `the lane alone, ${Math.round(alone)} ms`,
    },
  ];
}
