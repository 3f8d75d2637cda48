import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withRows } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, newYork, philadelphia, raleigh } from '../ask.ts';

const tool = 'svc_parcel_transfers';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('reads sales by position where the source has one', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts?.transfers).toEqual([
      {
        date: '2025-09-17',
        dateIs: 'sale',
        priceUsd: 1_850_000,
        address: '310 W HARGETT ST',
        parcelId: '1703570987',
        propertyClass: 'Commercial',
        distanceMeters: 150,
        citation: 'c1',
      },
    ]);
    expect(answer.searched[0]).toEqual({
      source: 'Wake County parcels: last sale',
      area: 'within 300 m',
      period: '2024-11-21 to 2026-11-21',
      recordScope: 'the last sale that the parcel carries; earlier sales are not kept',
      state: 'found',
    });
  });

  it('finds sales without positions through the parcels around, units included, and marks a bundle', async () => {
    const answer = await service.call(tool, { address: chicago, monthsBack: 15 });
    expect(answer.facts?.transfers).toEqual([
      {
        date: '2026-01-25',
        dateIs: 'sale',
        priceUsd: 21_500_000,
        parcelId: '17094440010000',
        deedType: 'Warranty',
        propertyClass: '591',
        documentNumber: '2601510001',
        distanceMeters: 0,
        citation: 'c2',
      },
      {
        date: '2025-11-06',
        dateIs: 'sale',
        priceUsd: 410_000,
        parcelId: '17094440021001',
        deedType: 'Trustee',
        propertyClass: '299',
        parcelsInSale: 2,
        documentNumber: '2534410002',
        distanceMeters: 0,
        citation: 'c2',
      },
    ]);
    const short = await service.call(tool, { address: chicago, monthsBack: 11 });
    expect(short.facts?.transfers).toHaveLength(1);
  });

  it('asks no longer than a rolling set reaches, and reads prices with separators', async () => {
    const answer = await service.call(tool, { address: newYork });
    expect(answer.facts?.transfers).toEqual([
      // the borough is written as a number in this row and by name in the next
      {
        date: '2026-08-23',
        dateIs: 'sale',
        priceUsd: 1_275_000,
        address: '90 GOLD STREET, 7C',
        propertyClass: '10 COOPS - ELEVATOR APARTMENTS',
        citation: 'c2',
      },
      {
        date: '2026-07-24',
        dateIs: 'sale',
        priceUsd: 1_150_000,
        address: '90 GOLD STREET, 4B',
        propertyClass: '10 COOPS - ELEVATOR APARTMENTS',
        citation: 'c2',
      },
    ]);
    expect(answer.summary).toContain('2025-11-20 to 2026-11-21');
  });

  it('keeps to deeds where a table holds other documents too', async () => {
    const answer = await service.call(tool, { address: philadelphia });
    expect(answer.facts?.transfers).toEqual([
      {
        date: '2026-05-05',
        dateIs: 'transferred',
        priceUsd: 251_000,
        address: '1520 CHESTNUT ST',
        parcelId: '883000300',
        deedType: 'DEED',
        documentNumber: '54530625',
        distanceMeters: 132,
        citation: 'c1',
      },
    ]);
    expect(answer.facts?.transfers).toHaveLength(1);
  });

  it('never names a buyer or seller', async () => {
    for (const address of [raleigh, chicago, newYork, philadelphia]) {
      const text = JSON.stringify(await service.call(tool, { address }));
      expect(text).not.toMatch(/PLANTED|"(buyer|seller|grantor|grantee)/i);
    }
    const queries = service.upstreams.requests.map(({ query }) => JSON.stringify(query ?? '')).join(' ');
    expect(queries).not.toMatch(/buyer|seller|owner/i);
  });

  it('is empty in a month without sales, and not covered elsewhere', async () => {
    expect((await service.call(tool, { address: raleigh, monthsBack: 1 })).state).toBe('empty');
    expect((await service.call(tool, { address: biloxi })).state).toBe('not_covered');
  });

  it('is unavailable where sales or the parcels around cannot be read', async () => {
    for (const card of ['cook-parcel-sales', 'cook-parcel-universe']) {
      const answer = await askWith({ [card]: 'http500' }, tool, { address: chicago });
      expect([card, answer.state]).toEqual([card, 'unavailable']);
    }
    expect((await askWith({ 'wake-parcel': 'truncated' }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it('says what was searched, what it brought, and whom to ask', async () => {
    expect(pick(await service.call(tool, { address: raleigh }), 'summary', 'verifyNext')).toEqual({
      summary:
        'Wake County parcels: last sale, within 300 m of 222 W HARGETT ST, RALEIGH, NC, 27601, 2024-11-21 to 2026-11-21: 1 recorded transfer, newest of 2025-09-17.',
      verifyNext: [{ action: 'Look the recorded documents up', with: 'Wake County', url: 'https://data.wakegov.com/' }],
    });
    expect(pick(await service.call(tool, { address: newYork }), 'summary', 'verifyNext')).toEqual({
      summary:
        'NYC rolling sales, within 300 m of 100 GOLD ST, NEW YORK, NY, 10038, 2025-11-20 to 2026-11-21: 2 recorded transfers, newest of 2026-08-23.',
      verifyNext: [
        {
          action: 'Look the recorded documents up',
          with: 'NYC Department of Finance',
          url: 'https://opendata.cityofnewyork.us/',
        },
      ],
    });
    const none = await service.call(tool, { address: raleigh, monthsBack: 1 });
    expect(pick(none, 'summary', 'facts', 'verifyNext')).toEqual({
      summary:
        'Wake County parcels: last sale, within 300 m of 222 W HARGETT ST, RALEIGH, NC, 27601, 2026-10-21 to 2026-11-21: no transfer published there.',
      verifyNext: [{ action: 'Look the recorded documents up', with: 'Wake County', url: 'https://data.wakegov.com/' }],
    });
    expect(pick(await service.call(tool, { address: biloxi }), 'summary', 'verifyNext')).toEqual({
      summary: 'No property transfer source was queried for 140 LAMEUSE ST, BILOXI, MS, 39530: none is wired here.',
      verifyNext: [
        {
          action: 'Look it up with the official recorder of deeds',
          with: 'recorder of deeds of Harrison County, MS',
        },
        { action: 'Ask for coverage of this place', with: 'svc_request_coverage' },
      ],
    });
    const down = await askWith({ 'wake-parcel': 'truncated' }, tool, { address: raleigh });
    expect(pick(down, 'summary', 'facts')).toEqual({
      summary:
        'Wake County parcels: last sale, within 300 m of 222 W HARGETT ST, RALEIGH, NC, 27601, 2024-11-21 to 2026-11-21: could not be read.',
    });
  });

  it('looks back to the last day of a shorter month', async () => {
    const own = await openService({ mirrors: false, now: '2027-03-31T12:00:00Z' });
    const answer = await own.call(tool, { address: raleigh, monthsBack: 1 });
    await own.close();
    expect(answer.searched[0]?.period).toBe('2027-02-28 to 2027-03-31');
  });

  it('refuses a period beyond ten years', async () => {
    await expect(service.call(tool, { address: raleigh, monthsBack: 121 })).rejects.toMatchObject({ status: 400 });
  });

  it('lists the newest transfers and counts the rest', async () => {
    const more = withRows(40, (_, at) => ({ PIN_NUM: `17035709${at}`, SITE_ADDRESS: `${at} W HARGETT ST` }));
    const { facts = {} } = await askWith({ 'wake-parcel': more, 'raleigh-parcel': more }, tool, { address: raleigh });
    expect(facts.transfers).toHaveLength(8);
    expect(facts.leftOut).toBe(32);
  });
});
