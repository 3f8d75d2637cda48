import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  ThreePropertyBody,
  ThreePropertyDiagnostic,
} from '../../../src/products/three-property-buyer-comparison/schema.ts';
import { openService, type TestService } from '../../harness.ts';
import { proves } from '../../spec/requirements.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askBuying } from './sold.ts';

const slug = 'svc-three-property-buyer-comparison';
const { raleigh, chicago, philadelphia, biloxi } = samplePlaces;
const three = [raleigh, chicago, philadelphia].map(({ address }) => address);

let service: TestService;
let bare: TestService;
beforeAll(async () => {
  service = await openService();
  bare = await openService({ settings: { SVC_PROVIDER_RENTCAST_KEY: '' } });
}, 60_000);
afterAll(async () => {
  await service.close();
  await bare.close();
});

const bought = (own: TestService) => own.upstreams.requests.filter(({ host }) => host === 'api.rentcast.io');

async function ask(addresses: readonly unknown[], own = service) {
  const { charged, body, tool } = await askBuying(own, slug, { addresses });
  return {
    charged,
    tool,
    sold: body as unknown as ThreePropertyBody,
    free: body as unknown as ThreePropertyDiagnostic,
  };
}

describe('three established properties', () => {
  test('stand side by side in the order of the addresses, each cell with its source or why it is empty', async () => {
    proves('limit-three', 'limit-signatures');
    const before = bought(service).length;
    const { charged, sold, tool } = await ask(three);
    expect([charged, sold.priceUsdc, tool.paid.buys?.maximumSignatures]).toEqual([true, '2.49', 9]);
    expect(sold.subjects.map(({ position, subject }) => [position, subject.input])).toEqual(
      three.map((address, at) => [at + 1, address]),
    );
    expect(sold.costModel).toMatchObject({ maximumSignatures: 9, maximumSignatureCostUsd: 0.9 });
    for (const { cells } of sold.matrix) {
      expect(cells).toHaveLength(3);
      for (const { value, citation, note } of cells) expect(value === undefined ? note : citation).toBeDefined();
    }
    // what the parcel has said, the tax record does not say again
    const tax = sold.matrix.filter(({ section }) => section === 'Property tax context');
    const fields = tax.map(({ field }) => field.split('.').at(-1));
    expect(fields).toContain('landValue');
    expect(fields).not.toContain('parcelId');
    const districts = sold.matrix.find(({ section, label }) => section === 'Zoning' && label === 'Districts');
    expect(districts?.cells.map(({ value }) => value)).toEqual([
      expect.stringContaining('DX-20-UG'),
      expect.stringContaining('DC-16'),
      expect.any(String),
    ]);
    expect(bought(service).length - before).toBe(9);
    expect(JSON.stringify({ ...sold, caveats: [] })).not.toMatch(/\bbest\b|\bworst\b|recommend|\bscore\b|good buy/i);
  });

  test('a listing that the provider does not have is never said not to exist', async () => {
    const { sold } = await ask(three);
    const status = sold.matrix.find(({ label }) => label === 'Status of the listing');
    expect(status?.cells.map(({ value, note }) => value ?? note)).toEqual([
      'Active',
      'The provider returned no listing; this does not show that there is none.',
      'Active',
    ]);
    expect(sold.subjects[1]?.licensed.find(({ component }) => component === 'sale_listing')?.state).toBe('no_record');
  });

  test('neither owners nor agents of the licensed answers are reported or kept', async () => {
    const { sold } = await ask(three);
    expect(JSON.stringify(sold)).not.toMatch(/never(shown|agent|office)|PO BOX|5550100|never@/i);
    const { providers } = await service.service.selling();
    expect(JSON.stringify(await providers.ports.store.list({ limit: 100 }))).not.toMatch(/never(shown|agent|office)/i);
  });

  test('without a licensed provider the official records are sold alone', async () => {
    const { charged, sold } = await ask(three, bare);
    expect(charged).toBe(true);
    expect(sold.components.listing.state).toBe('not_configured');
    expect(sold.costModel).toMatchObject({
      downstreamProviderCostUsd: 0,
      maximumSignatures: 0,
      maximumSignatureCostUsd: 0,
    });
    expect(sold.matrix.some(({ section }) => section.startsWith('Licensed'))).toBe(false);
    expect(bought(bare)).toEqual([]);
  });
});

describe('free, and nothing is bought, where', () => {
  const free = async (addresses: readonly unknown[]) => {
    const before = bought(service).length;
    const { charged, free: diagnostic } = await ask(addresses);
    expect([charged, diagnostic.kind]).toEqual([false, 'three_property_diagnostic']);
    expect(bought(service).length).toBe(before);
    return diagnostic;
  };

  test('an address is not matched', async () => {
    const { reason, subjects } = await free([raleigh.address, chicago.address, '1 Nowhere Ln, Nowhere, NC']);
    expect([reason, subjects.map(({ state }) => state)]).toEqual([
      'unresolved_subject',
      ['resolved', 'resolved', 'unresolved'],
    ]);
  });

  test('two addresses are one property', async () => {
    const twin = raleigh.address.replace(' St,', ' Street,');
    const { reason, subjects } = await free([raleigh.address, chicago.address, twin]);
    expect([reason, subjects[2]?.state, subjects[2]?.reason]).toEqual([
      'duplicate_subjects',
      'duplicate',
      'the same property as entry 1',
    ]);
  });

  test('one of them is on no parcel of its own', async () => {
    const { reason, subjects } = await free([raleigh.address, chicago.address, biloxi.address]);
    expect([reason, subjects[2]?.state]).toEqual(['parcel_not_established', 'parcel_not_established']);
  });
});

test.each([
  ['two', three.slice(0, 2)],
  ['four', [...three, biloxi.address]],
  ['the same one twice', [three[0], three[1], three[0]?.toLowerCase()]],
])('refuses %s', async (_what, addresses) => {
  await expect(ask(addresses)).rejects.toThrow();
});
