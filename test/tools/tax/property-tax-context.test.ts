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
  it('says what an assessed value is by state law where the value shown is not the full one', async () => {
    const said = async (where: object) =>
      (await service.call(tool, where)).limits.filter((limit) => limit.includes(' by state law: '));
    expect(await said({ latitude: 40.7106, longitude: -74.0037 })).toEqual([
      'Assessed value by state law: a uniform percentage of value that each assessing unit applies; N.Y. RPTL 305(2), read in a copy.',
    ]);
    expect(await said({ address: raleigh })).toEqual([]);
    expect(await said({ address: biloxi })).toEqual([]);
  });

  it('puts assessment, appeal window and districts together and estimates no tax', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(['found', 'partial']).toContain(answer.state);
    const note = 'assessed value, by law the full one';
    expect(answer.facts).toEqual({
      assessment: {
        matchedBy: { value: 'point', citation: 'c1' },
        parcelId: { value: '1703570123', citation: 'c1' },
        propertyClass: { value: 'Exempt', citation: 'c1' },
        landValue: { value: 4200000, unit: 'USD', citation: 'c1', note },
        buildingValue: { value: 8600000, unit: 'USD', citation: 'c1', note },
        totalValue: { value: 12800000, unit: 'USD', citation: 'c1', note },
      },
      appeal: {
        filedWith: { value: 'County Board of Equalization and Review', citation: 'c2' },
        statute: {
          value: 'G.S. 105-322(e), (g)(2)',
          citation: 'c2',
          note: '"be made in writing to or by personal appearance before the board prior to its adjournment"',
        },
        verification: {
          value: 'statute_text',
          citation: 'c2',
          note: 'text of the statute or rule, read in a stored copy',
        },
        deadlines: [
          {
            applies: 'before the county board adjourns; the county publishes the day',
            rule: 'set locally',
            how: 'no statewide date: ask the body',
            citation: 'c2',
          },
        ],
      },
      districts: {
        governments: [
          { kind: 'county', name: 'Wake County', geoid: '37183', citation: 'c3' },
          { kind: 'municipality', name: 'Raleigh city', geoid: '3755000', citation: 'c3' },
          { kind: 'township', name: 'Raleigh township', geoid: '3718392612', citation: 'c3' },
          { kind: 'school_district', name: 'Wake County Schools', geoid: '3704720', citation: 'c3' },
        ],
      },
    });
    expect(answer.components).toMatchObject({
      payment: {
        state: 'not_covered',
        reason: 'No tax payment source was queried for 222 W HARGETT ST, RALEIGH, NC, 27601: none is wired here.',
      },
      assessment: { state: 'found' },
      appeal: { state: 'found' },
      districts: { state: 'found' },
      distress: {
        state: 'not_covered',
        reason:
          'No tax lien and delinquency source was queried for 222 W HARGETT ST, RALEIGH, NC, 27601: none is wired here.',
      },
    });
    expect(answer.summary).toMatch(/^\$12,800,000 of record; class "Exempt"; .*Nothing stands out/);
    expect(answer.limits.join(' ')).toMatch(/not an estimate/);
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
