import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { chicago, olathe, raleigh } from '../ask.ts';

const tool = 'svc_taxing_districts';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('names the governments around a point where no parcel is wired', async () => {
    const answer = await service.call(tool, { address: olathe });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      governments: [
        { kind: 'county', name: 'Johnson County', geoid: '20091', citation: 'c1' },
        { kind: 'municipality', name: 'Olathe city', geoid: '2052575', citation: 'c1' },
        { kind: 'township', name: 'Olathe township', geoid: '2009192612', citation: 'c1' },
        { kind: 'school_district', name: 'Olathe Unified School District 233', geoid: '2004720', citation: 'c1' },
      ],
    });
    expect(answer.facts?.governments).toEqual([
      { kind: 'county', name: 'Johnson County', geoid: '20091', citation: 'c1' },
      { kind: 'municipality', name: 'Olathe city', geoid: '2052575', citation: 'c1' },
      { kind: 'township', name: 'Olathe township', geoid: '2009192612', citation: 'c1' },
      { kind: 'school_district', name: 'Olathe Unified School District 233', geoid: '2004720', citation: 'c1' },
    ]);
    expect(answer.components).toMatchObject({
      taxCode: {
        state: 'not_covered',
        reason: 'No parcel source was queried for 100 E SANTA FE ST, OLATHE, KS, 66061: none is wired here.',
      },
      governments: { state: 'found' },
    });
    expect(answer.limits.join(' ')).toMatch(/Special districts .* are not listed/);
  });

  it('adds the tax code where the assessor publishes it', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.facts?.taxCode).toBeDefined();
    expect(answer.summary).toMatch(/states a tax code/);
  });

  it('adds the rates of these governments that were read, and says that their year is over', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.facts?.rates).toEqual([
      expect.objectContaining({ body: 'Wake County', geoid: '37183', ratePer100Usd: 0.5171, inForce: false }),
      expect.objectContaining({ body: 'City of Raleigh', note: expect.stringContaining('proposed budget') }),
    ]);
    expect(answer.summary).toContain('2 rates read, 2 of a past tax year');
    expect((await service.call(tool, { address: chicago })).facts).not.toHaveProperty('rates');
  });

  it('refuses a call without an address', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
