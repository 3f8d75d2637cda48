import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_property_tax_context';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('puts assessment, appeal window and districts together and estimates no tax', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(['found', 'partial']).toContain(answer.state);
    expect(answer.facts).toEqual({
      assessment: {
        totalValue: { value: 12_800_000, unit: 'USD', citation: 'c1' },
        parcelId: { value: '1703570123', citation: 'c1' },
        propertyClass: { value: 'Exempt', citation: 'c1' },
        landValue: { value: 4_200_000, unit: 'USD', citation: 'c1' },
        buildingValue: { value: 8_600_000, unit: 'USD', citation: 'c1' },
      },
      districts: {
        governments: [
          { kind: 'county', name: 'Wake County', geoid: '37183', citation: 'c4' },
          { kind: 'municipality', name: 'Raleigh city', geoid: '3755000', citation: 'c4' },
          { kind: 'township', name: 'Raleigh township', geoid: '3718392612', citation: 'c4' },
          { kind: 'school_district', name: 'Wake County Schools', geoid: '3704720', citation: 'c4' },
        ],
      },
      appeal: {
        filedWith: { value: 'County Board of Equalization and Review, then Property Tax Commission', citation: 'c2' },
        statute: {
          value: 'G.S. 105-322, 105-290(e)',
          citation: 'c3',
          note: 'As generally known; the text was not read',
        },
        verification: { value: 'secondary', citation: 'c2', note: "seen on a page that is not the publisher's" },
        deadlines: [
          {
            applies: 'county board: before it adjourns; the county publishes the day',
            rule: 'set locally',
            how: 'no statewide date: ask the body',
            citation: 'c2',
          },
        ],
      },
    });
    expect(answer.components).toEqual({
      payment: {
        state: 'not_covered',
        reason: 'No tax payment source was asked for 222 W HARGETT ST, RALEIGH, NC, 27601: none is wired here.',
      },
      assessment: { state: 'found' },
      appeal: { state: 'found' },
      districts: { state: 'found' },
      distress: {
        state: 'not_covered',
        reason:
          'No tax lien and delinquency source was asked for 222 W HARGETT ST, RALEIGH, NC, 27601: none is wired here.',
      },
    });
    expect(answer.summary).toMatch(/no tax is estimated/);
  });

  it('keeps within the size of an answer, and states each part', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(tokensOf(answer)).toBeLessThanOrEqual(2000);
    expect(Object.keys(answer.components ?? {}).length).toBeGreaterThanOrEqual(5);
    for (const { state, reason } of Object.values(answer.components ?? {})) {
      if (state !== 'found' && state !== 'stale') expect(reason).toBeTruthy();
    }
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('is partial where one part fails, and names it', async () => {
    const answer = await askWith({ 'raleigh-parcel': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.components?.assessment?.state).toMatch(/unavailable|partial/);
  });

  it('refuses a call without an address', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
