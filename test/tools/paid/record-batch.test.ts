import { expect, test } from 'vitest';
import { shippedRegistry } from '../../../src/composition/shipped-registry.ts';
import { validateInput } from '../../../src/pipeline/validate.ts';
import { openService } from '../../harness.ts';
import { runJob } from '../../jobs/run-job.ts';
import { proves } from '../../spec/requirements.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const registry = shippedRegistry();

/** Whether a route takes so many different addresses, and so many lanes where it takes any. */
function takes(slug: string, addresses: number, lanes?: readonly string[]): boolean {
  const tool = registry.paidTool(slug);
  if (!tool) throw new Error(`${slug} is not sold`);
  const given = { addresses: Array.from({ length: addresses }, (_, at) => `${at + 1} Main St, Raleigh, NC 27601`) };
  try {
    validateInput(tool, { ...given, ...(lanes && { lanes }) });
    return true;
  } catch {
    return false;
  }
}

const lanes = ['svc_flood_zone', 'svc_parcel_lookup', 'svc_zoning', 'svc_metro_permits', 'svc_terrain_profile'];

// what a batch brings, its payment, its states and its end: test/pipeline/paid-jobs.test.ts
test('takes 2 to 25 addresses and up to six lanes by name', () => {
  proves('body-record-batch', 'limit-batch');
  const counted = [1, 2, 25, 26].map((count) => takes('svc-record-batch', count, lanes.slice(0, 1)));
  expect(counted).toEqual([false, true, true, false]);
  expect(
    [[], [...lanes, 'svc_wetland_context'], [...lanes, 'svc_wetland_context', 'svc_soil_context']].map((named) =>
      takes('svc-record-batch', 2, named),
    ),
  ).toEqual([false, true, false]);
  expect([2, 3, 50, 51].map((count) => takes('svc-place-report-batch', count))).toEqual([false, true, true, false]);
});

test('an item whose source is left alone since it failed counts no attempt, and the job says when to try again', async () => {
  const service = await openService();
  service.upstreams.setFault('usfws-nwi', 'refused');
  const { raleigh, chicago } = samplePlaces;
  const given = { addresses: [raleigh.address, chicago.address], lanes: ['svc_wetland_context'] };
  const { ended, close } = await runJob(service, 'svc-record-batch', given, { worker: { sourceRestMs: 20 } });
  try {
    expect(ended.state).toBe('failed');
    const tries = ended.items.map(({ summary = '' }) => /once\.$|had failed before\.$/.exec(summary)?.[0]).sort();
    // the first attempt finds the host away; until the circuit closes again nothing is sent, and nothing counted
    expect(tries).not.toContain(undefined);
    expect(ended).toMatchObject({ retryUrl: expect.any(String), retryAfter: expect.any(String) });
  } finally {
    await close();
    await service.close();
  }
}, 60_000);
