import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const sanFrancisco = samplePlaces.sanFrancisco.address;

const tool = 'svc_housing_stock';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives estimates of the tract with their margins', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      area: { value: 'census tract 37183050100', citation: 'c1' },
      population: { value: 4310, unit: 'residents', note: '± 210', citation: 'c1' },
      households: { value: 1910, unit: 'households', note: '± 90', citation: 'c1' },
      medianHouseholdIncome: { value: 88_250, unit: 'USD per year', note: '± 6,100', citation: 'c1' },
      medianRealEstateTaxes: { value: 3120, unit: 'USD per year', note: '± 140', citation: 'c1' },
      rentersPaying30PercentOrMore: {
        value: 640,
        unit: 'households',
        note: 'of 1,600 for which it was computed',
        citation: 'c1',
      },
      housingUnits: { value: 2210, unit: 'units', note: '± 96', citation: 'c1' },
      medianYearBuilt: { value: 1994, citation: 'c1', note: '± 3' },
      medianGrossRent: { value: 1488, unit: 'USD per month', citation: 'c1', note: '± 61' },
      unitsInStructure: {
        singleDetached: 1910,
        citation: 'c1',
        unit: 'units',
        singleAttached: 1760,
        twoToFour: 3070,
        fiveToNineteen: 2470,
        twentyOrMore: 1870,
        mobileHomeBoatOrOther: 1270,
      },
      occupied: { value: 1910, unit: 'units', citation: 'c1', note: '± 22' },
      vacant: { value: 1760, unit: 'units', citation: 'c1', note: '± 23' },
      ownerOccupied: { value: 1910, unit: 'units', citation: 'c1', note: '± 22' },
      renterOccupied: { value: 1760, unit: 'units', citation: 'c1', note: '± 23' },
      medianHomeValue: { value: 512_300, unit: 'USD', citation: 'c1', note: '± 28,400' },
      yearBuilt: {
        citation: 'c1',
        unit: 'units',
        since2020: 1910,
        from2010to2019: 1760,
        from2000to2009: 1610,
        from1980to1999: 2770,
        from1960to1979: 2170,
        before1960: 2130,
      },
    });
    expect(JSON.stringify(answer)).not.toContain('synthetic-census');
  });

  it('leaves out what the Bureau marks as no estimate', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('found');
    expect(answer.facts?.medianHomeValue).toBeUndefined();
    expect(JSON.stringify(answer)).not.toMatch(/666666666|222222222/);
  });

  it('writes a median in an open class as the class, not as a number', async () => {
    const answer = await service.call(tool, { address: sanFrancisco });
    expect(answer.facts?.medianHouseholdIncome).toEqual({
      value: 250_001,
      unit: 'USD per year',
      note: '250,000 or more',
      citation: 'c1',
    });
  });

  it('is empty where the Bureau has nothing for the tract', async () => {
    expect((await service.call(tool, { address: biloxi })).state).toBe('empty');
  });

  it('reads the mirrored summary files where no key is configured, and names the setting', async () => {
    const keyless = await openService({ settings: { SVC_KEY_CENSUS: '' } });
    try {
      const answer = await keyless.call(tool, { address: raleigh });
      expect(answer.state).toBe('partial');
      expect(JSON.stringify(answer.searched)).toContain('SVC_KEY_CENSUS');
      expect(answer.facts).toEqual({
        population: { value: 4518, unit: 'residents', citation: 'c1', note: '± 0' },
        households: { value: 1720, unit: 'households', citation: 'c1', note: '± 6' },
        rentersPaying30PercentOrMore: {
          value: 308,
          unit: 'households',
          citation: 'c1',
          note: 'of 641 for which it was computed',
        },
        housingUnits: { value: 2193, unit: 'units', citation: 'c1', note: '± 2' },
        yearBuilt: {
          since2020: 165,
          citation: 'c1',
          unit: 'units',
          from2010to2019: 441,
          from2000to2009: 564,
          from1980to1999: 724,
          from1960to1979: 234,
          before1960: 66,
        },
        area: { value: 'census tract 37183050100', citation: 'c1' },
        occupied: { value: 2048, unit: 'units', citation: 'c1', note: '± 6' },
        vacant: { value: 145, unit: 'units', citation: 'c1', note: '± 6' },
        ownerOccupied: { value: 1316, unit: 'units', citation: 'c1', note: '± 9' },
        renterOccupied: { value: 732, unit: 'units', citation: 'c1', note: '± 8' },
        unitsInStructure: {
          citation: 'c1',
          unit: 'units',
          singleDetached: 1274,
          singleAttached: 280,
          twoToFour: 77,
          fiveToNineteen: 251,
          twentyOrMore: 266,
          mobileHomeBoatOrOther: 44,
        },
      });
      expect(answer.facts?.medianHomeValue).toBeUndefined();
      expect(JSON.stringify(answer)).not.toMatch(/planted/i);
    } finally {
      await keyless.close();
    }
  });

  it('is unavailable where neither answers', async () => {
    const answer = await askWith({ 'census-acs': 'html200' }, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(JSON.stringify(answer.searched)).toContain('mirror sync census-acs-housing');
  });

  it('refuses a call without an address', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
