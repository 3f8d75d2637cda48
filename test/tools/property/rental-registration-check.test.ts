import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withRows } from '../../upstreams/edits.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { offset } from '../../upstreams/tables.ts';
import { askWith, biloxi, chicago, newYork, philadelphia, raleigh } from '../ask.ts';

const tool = 'svc_rental_registration_check';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the entry of exactly the queried building, its scope and the days since its end', async () => {
    const answer = await service.call(tool, { address: newYork });
    expect(answer.state).toBe('found');
    expect(answer.facts?.entries).toEqual([
      {
        recordScope: 'long-term registration',
        match: 'address',
        registrationId: '100201',
        address: '100 GOLD STREET MANHATTAN',
        registeredOn: '2025-09-27',
        endsOn: '2026-09-27',
        endedDaysAgo: 55,
        citation: 'c1',
      },
    ]);
    expect(answer.limits.join(' ')).toContain('1 other address on the same tax parcel: "12 SPRUCE STREET MANHATTAN"');
    expect(JSON.stringify(answer)).not.toContain('PLANTED');
  });

  it('gives both buildings of the lot where only a point is known, and says so', async () => {
    const { latitude, longitude } = samplePlaces.newYork;
    const answer = await service.call(tool, { latitude, longitude });
    expect(answer.facts?.entries).toEqual([
      {
        recordScope: 'long-term registration',
        match: 'tax parcel',
        registrationId: '100202',
        address: '12 SPRUCE STREET MANHATTAN',
        registeredOn: '2026-09-02',
        endsOn: '2027-08-28',
        citation: 'c1',
      },
      {
        recordScope: 'long-term registration',
        match: 'tax parcel',
        registrationId: '100201',
        address: '100 GOLD STREET MANHATTAN',
        registeredOn: '2025-09-27',
        endsOn: '2026-09-27',
        endedDaysAgo: 55,
        citation: 'c1',
      },
    ]);
    expect(answer.limits.join(' ')).toContain('several buildings may stand');
  });

  it('gives a short-term license of the building once, with its renewal, and none of the neighbors', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.facts?.entries).toEqual([
      {
        recordScope: 'short-term license',
        match: 'address',
        registrationId: '2901177',
        address: '121 N LASALLE ST 14TH',
        type: 'Shared Housing Unit Operator',
        status: 'AAI (issued)',
        registeredOn: '2026-06-04',
        endsOn: '2028-06-03',
        citation: 'c2',
      },
    ]);
    expect(answer.facts?.entries).toHaveLength(1);
  });

  it('asks each register of a city by street line and tells their scopes apart', async () => {
    const answer = await service.call(tool, { address: philadelphia });
    expect(answer.facts?.entries).toEqual([
      {
        recordScope: 'long-term registration',
        match: 'address',
        registrationId: '711234',
        address: '1515 MARKET ST',
        type: 'Rental',
        status: 'Active',
        registeredOn: '2024-09-12',
        endsOn: '2027-03-21',
        units: 12,
        citation: 'c1',
      },
    ]);
    expect(answer.searched.map(({ state }) => state)).toEqual(['found', 'empty']);
  });

  it('limits a miss to the named register', async () => {
    const answer = await service.call(tool, offset(samplePlaces.newYork, -150, 0));
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/long-term registration.*limited to these registers/);
    expect(answer.limits.join(' ')).toContain('Short-term rentals are registered elsewhere');
    expect(answer.facts).toBeUndefined();
  });

  it('does not call a register that is kept by address empty where only a point is known', async () => {
    const { latitude, longitude } = samplePlaces.chicago;
    const answer = await service.call(tool, { latitude, longitude });
    expect(answer.state).toBe('unresolved');
    expect(answer.summary).toContain('nothing in what could be read');
    expect(answer.searched).toContainEqual(expect.objectContaining({ state: 'unresolved' }));
  });

  it('is not covered where no register is wired, with the reason', async () => {
    expect((await service.call(tool, { address: biloxi })).state).toBe('not_covered');
    expect((await service.call(tool, { address: raleigh })).limits.join(' ')).toContain('not verified here');
  });

  it('is unavailable where the register or the lot cannot be read', async () => {
    for (const card of ['nyc-hpd-registrations', 'nyc-pluto']) {
      const answer = await askWith({ [card]: 'http500' }, tool, { address: newYork });
      expect([card, answer.state]).toEqual([card, 'unavailable']);
      expect(answer.facts).toBeUndefined();
    }
  });

  it('is a failure where one register says nothing and the other fails: the entry may be in that one', async () => {
    const away = await askWith({ 'chicago-short-term-licenses': 'http500' }, tool, { address: chicago });
    expect(pick(away, 'state', 'summary')).toEqual({
      state: 'unavailable',
      summary: expect.stringContaining('nothing in what could be'),
    });
    const list = await askWith({ 'chicago-house-share-prohibited': 'http500' }, tool, { address: chicago });
    expect(pick(list, 'state', 'summary')).toEqual({
      state: 'partial',
      summary: expect.stringContaining('at least 1 entry'),
    });
  });

  it('is sold with an entry or an exact-source no-match, never where a source failed', () => {
    const sold = service.service.registry.paidTool('svc-rental-registration-check')?.paid;
    expect(sold).toEqual({
      priceUsdc: '0.01',
      rails: ['evm', 'solana'],
      chargesWhen: 'the named register answered for the building, with entries or with an exact-source no-match',
      freeWhen: expect.stringContaining('no-match is charged'),
      chargesOn: ['found', 'partial', 'stale', 'empty'],
      tags: ['rental registration', 'landlord', 'short-term rental', 'local'],
    });
    expect(sold && 'chargesOn' in sold && sold.chargesOn).toEqual(['found', 'partial', 'stale', 'empty']);
  });

  it('refuses a call without a place', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });

  it('lists the first entries and counts the rest', async () => {
    const more = withRows(40, (_, at) => ({ registrationid: `9${at}` }));
    const { facts = {} } = await askWith({ 'nyc-hpd-registrations': more }, tool, { address: newYork });
    expect(facts.entries).toHaveLength(6);
    expect(facts.leftOut).toBe(33);
  });
});
