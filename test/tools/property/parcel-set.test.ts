import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const { raleigh, chicago, olathe } = samplePlaces;

interface Row {
  readonly number: number;
  readonly parcelId?: string;
  readonly citation: string;
  readonly siteAddressCitation?: string;
}

describe('svc_parcel_set', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService({ mirrors: false });
  });
  afterAll(() => service.close());

  it('gives each address its own state', async () => {
    const answer = await service.call('svc_parcel_set', {
      addresses: [raleigh.address, olathe.address, chicago.address],
    });
    const { parcels } = answer.facts as { parcels: Row[] };
    expect(parcels.map((row) => [row.number, row.parcelId])).toEqual([
      [1, '1703570123'],
      [3, '1709444001'],
    ]);
    expect(answer.components).toEqual({
      1: { state: 'found' },
      2: {
        state: 'not_covered',
        reason: 'No parcel source was queried for 100 E SANTA FE ST, OLATHE, KS, 66061: none is wired here.',
      },
      3: { state: 'found' },
    });
    expect(answer.limits).toContain('Total value of 1: assessed value, by law the full one.');
    for (const row of parcels) expect(answer.citations[row.citation]).toBeDefined();
    // the site address of Cook County is in another file than the parcel
    expect(answer.citations[parcels[1]?.siteAddressCitation ?? '']?.sourceName).toContain('addresses');
    expect(JSON.stringify(answer)).not.toContain('PLANTED');
  });

  it('stays small for 25 addresses', async () => {
    const answer = await service.call('svc_parcel_set', {
      addresses: Array.from({ length: 25 }, () => raleigh.address),
    });
    expect(answer.state).toBe('found');
    expect(Object.keys(answer.citations)).toHaveLength(1);
    expect(JSON.stringify(answer).length / 4).toBeLessThan(2000);
  });

  it('has no facts where no address has a parcel', async () => {
    const answer = await service.call('svc_parcel_set', { addresses: [olathe.address] });
    expect(answer.state).toBe('not_covered');
    expect(answer.facts).toBeUndefined();
  });

  it('is partial where one address cannot be read', async () => {
    const broken = await openService({ mirrors: false });
    for (const card of ['cook-parcel', 'cook-parcel-2021', 'cook-parcel-address']) {
      broken.upstreams.setFault(card, 'http500');
    }
    const answer = await broken.call('svc_parcel_set', { addresses: [raleigh.address, chicago.address] });
    expect(answer.state).toBe('partial');
    expect(answer.components?.['2']?.state).toBe('unavailable');
    await broken.close();
  });

  it.each([[{}], [{ addresses: [] }], [{ addresses: Array.from({ length: 26 }, () => raleigh.address) }]])(
    'refuses %#',
    async (args) => {
      await expect(service.call('svc_parcel_set', args)).rejects.toThrow('addresses');
    },
  );
});
