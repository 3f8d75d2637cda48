import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const { raleigh, chicago, newYork, olathe } = samplePlaces;
const verdicts = /\b(safe|unsafe|risky|best|worst|score|grade|recommend|desirable|feasible|suitable)\b/i;

interface Plan {
  readonly tool: string;
  readonly answersFor: number[];
  readonly notFor?: number[];
}

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_compare_properties', () => {
  const compare = (args: object) => service.call('svc_compare_properties', args);

  it('plans what can be set side by side, and where a gap is only a gap', async () => {
    const answer = await compare({ properties: [raleigh, chicago, olathe].map(({ address }) => ({ address })) });
    const { plan } = answer.facts as { plan: Plan[] };
    expect(plan.find((entry) => entry.tool === 'svc_parcel_lookup')).toEqual({
      tool: 'svc_parcel_lookup',
      compares:
        'Tax parcel at an address or point: parcel number, site address, area, year built, class, assessed values.',
      answersFor: [1, 2],
      notFor: [3],
      citation: 'c1',
    });
    expect(plan.find((entry) => entry.tool === 'svc_flood_zone')).toEqual({
      tool: 'svc_flood_zone',
      compares:
        'Effective FEMA flood zone, Special Flood Hazard Area, floodway, base flood elevation and map panel at a point.',
      answersFor: [1, 2, 3],
      citation: 'c1',
    });
    expect(answer.summary).toContain('Nothing is ranked');
    expect(JSON.stringify(answer.facts)).not.toMatch(verdicts);
  });

  it('gives a property that cannot be placed its own state', async () => {
    const answer = await compare({ properties: [{ address: newYork.address }, { address: '1 Zzyzzx Rd, Nowhere' }] });
    expect(answer.components?.['1']?.state).toBe('found');
    expect(answer.components?.['2']?.state).not.toBe('found');
    expect(answer.state).toBe('partial');
  });

  it('refuses one property, eleven, and unknown fields', async () => {
    await expect(compare({ properties: [{ address: raleigh.address }] })).rejects.toThrow('properties');
    await expect(
      compare({ properties: Array.from({ length: 11 }, () => ({ address: raleigh.address })) }),
    ).rejects.toThrow('properties');
    await expect(
      compare({ properties: [{ address: raleigh.address, owner: 'x' }, { address: chicago.address }] }),
    ).rejects.toThrow('owner');
  });
});
