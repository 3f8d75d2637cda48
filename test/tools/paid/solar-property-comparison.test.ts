import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { workOf } from '../../../src/pipeline/paid-work.ts';
import { validateInput } from '../../../src/pipeline/validate.ts';
import type { ComparisonBody, ComparisonDiagnostic } from '../../../src/products/solar-property-comparison/schema.ts';
import { openService, type TestService } from '../../harness.ts';
import { proves } from '../../spec/requirements.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askBuying } from './sold.ts';

const { raleigh, chicago, philadelphia } = samplePlaces;
const screen = 'svc-solar-property-screen';
const comparison = 'svc-solar-property-comparison';
const three = [raleigh, chicago, philadelphia].map(({ address }) => address);

let service: TestService;
let bare: TestService;
beforeAll(async () => {
  service = await openService();
  bare = await openService({ settings: { SVC_PROVIDER_GOOGLE_SOLAR_KEY: '' } });
}, 60_000);
afterAll(async () => {
  await service.close();
  await bare.close();
});
afterEach(() => service.upstreams.rewrite('google-solar', (body) => body));

const queried = (own: TestService, host: string) => own.upstreams.requests.filter((request) => request.host === host);

interface Building {
  readonly center: { readonly latitude: number; readonly longitude: number };
}
/** The building that the provider answers with stands somewhere else, or says something else. */
const building = (change: (found: Building) => object) =>
  service.upstreams.rewrite('google-solar', (body) => change(body as Building));

const compared = async (given: object, own = service) => {
  const { charged, body, tool } = await askBuying(own, comparison, { systemKw: 8, ...given });
  return { charged, tool, sold: body as unknown as ComparisonBody, free: body as unknown as ComparisonDiagnostic };
};

describe(comparison, () => {
  test('keeps the order of the addresses, with a source for each cell, and ranks nothing', async () => {
    const { charged, sold, tool } = await compared({ addresses: three });
    expect([charged, sold.priceUsdc, tool.paid.buys?.maximumSignatures]).toEqual([true, '1.09', 4]);
    expect(sold.results.map(({ position, subject }) => [position, subject.address])).toEqual(
      three.map((address, at) => [at + 1, address]),
    );
    for (const { cells } of sold.matrix)
      for (const { value, citation, note } of cells) expect(value === undefined ? note : citation).toBeDefined();
    const other = await compared({ addresses: three.toReversed() });
    expect(other.sold.results.map(({ subject }) => subject.address)).toEqual(three.toReversed());
    expect(JSON.stringify({ ...sold, caveats: [] })).not.toMatch(/\bbest\b|\bworst\b|recommend|score|winner/i);
  });

  test('one without a roof of its own is there with its reason; two of three are enough', async () => {
    building(({ center, ...rest }) => ({
      ...rest,
      center: center.latitude > 41 ? { ...center, latitude: center.latitude + 0.01 } : center,
    }));
    const { charged, sold } = await compared({ addresses: three });
    expect([charged, sold.composeStatus]).toEqual([true, 'degraded']);
    expect(sold.results.map(({ state }) => state)).toEqual(['screened', 'diagnostic', 'screened']);
    const roof = sold.matrix.find(({ field }) => field === 'roof.maxPanelsCount');
    expect(roof?.cells.map(({ value }) => value)).toEqual([44, undefined, 44]);
    expect(roof?.cells[1]?.note).toMatch(/not taken for the one of this address/);
  });

  test('fewer than two are free, and where two can no longer be had no third one is bought', async () => {
    building(({ center, ...rest }) => ({ ...rest, center: { ...center, latitude: center.latitude + 0.01 } }));
    const before = queried(service, 'solar.googleapis.com').length;
    const { charged, free } = await compared({ addresses: three });
    expect([charged, free.reason]).toEqual([false, 'fewer_than_two_attributable']);
    expect(queried(service, 'solar.googleapis.com').length - before).toBe(2);
    expect(free.results.map(({ reason }) => reason)).toEqual([
      'roof_evidence_mismatched',
      'roof_evidence_mismatched',
      'not_asked',
    ]);
  });

  test.each([
    ['two', three.slice(0, 2)],
    ['four', [...three, raleigh.address]],
    ['the same one twice, in another spelling', [three[0], three[1], three[0]?.toUpperCase().replaceAll(',', ' ')]],
  ])('refuses %s before anything is queried', async (_what, addresses) => {
    proves('limit-three');
    const before = service.upstreams.requests.length;
    await expect(compared({ addresses })).rejects.toThrow();
    expect(service.upstreams.requests.length).toBe(before);
  });

  test('two addresses of one property buy nothing', async () => {
    const before = queried(service, 'solar.googleapis.com').length;
    const twin = raleigh.address.replace(' St,', ' Street,');
    const { charged, free } = await compared({ addresses: [raleigh.address, chicago.address, twin] });
    expect([charged, free.reason]).toEqual([false, 'duplicate_subjects']);
    expect(queried(service, 'solar.googleapis.com').length).toBe(before);
  });

  test('without a provider it answers free, and nothing is bought', async () => {
    const { charged, free } = await compared({ addresses: three }, bare);
    expect([charged, free.reason, free.results.map(({ subject }) => subject.zip)]).toEqual([
      false,
      'provider_not_configured',
      ['27601', '60602', '19102'],
    ]);
    expect(queried(bare, 'solar.googleapis.com')).toEqual([]);
  });
});

test.each([screen, comparison])('%s never asks for a payment where no provider is configured', async (slug) => {
  const own = await openService({ settings: { SVC_PROVIDER_GOOGLE_SOLAR_KEY: '' } });
  try {
    const tool = own.service.registry.paidTool(slug);
    if (!tool) throw new Error('no such route');
    const { providers } = await own.service.selling();
    const options = { signal: new AbortController().signal, requestId: 'test' };
    const input = validateInput(tool, tool.examples[0]?.arguments ?? {});
    const covered = await workOf({ free: own.service.pipeline, providers }, tool, input, options).cover();
    expect(covered).toMatchObject({ kind: 'diagnostic', body: { reason: 'provider_not_configured' } });
    expect(own.upstreams.requests.length).toBeLessThanOrEqual(6);
  } finally {
    await own.close();
  }
});
