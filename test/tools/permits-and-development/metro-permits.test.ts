import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askWith, listOf } from '../ask.ts';

const tool = 'svc_metro_permits';
const pointOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude });
const raleigh = pointOf(samplePlaces.raleigh);
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

const numbers = (facts: unknown) =>
  (facts as { permits: { permitNumber: string }[] } | undefined)?.permits.map(({ permitNumber }) => permitNumber);

describe(tool, () => {
  it('lists the permits around a point, newest first', async () => {
    const answer = await service.call(tool, { city: 'Raleigh, NC', ...raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      permits: [
        {
          permitNumber: 'BLDNR-014231-2026',
          type: 'Non-Residential - Alterations/Repairs',
          work: 'OFFICE',
          status: 'Permit Issued',
          filedOn: '2026-09-12',
          issuedOn: '2026-10-07',
          reportedCostUsd: 185_000,
          address: '222 W HARGETT ST',
          parcelId: '1703570123',
          distanceMeters: 7,
          citation: 'c1',
        },
        {
          permitNumber: 'BLDNR-011887-2026',
          type: 'Non-Residential - New Building',
          work: 'MIXED USE',
          status: 'Inspections Pending',
          filedOn: '2026-03-26',
          issuedOn: '2026-06-14',
          reportedCostUsd: 9_400_000,
          address: '310 W HARGETT ST',
          parcelId: '1703570987',
          distanceMeters: 150,
          citation: 'c1',
        },
      ],
    });
    expect(numbers(answer.facts)).toEqual(['BLDNR-014231-2026', 'BLDNR-011887-2026']);
    expect(answer.facts?.permits).toEqual([
      {
        issuedOn: '2026-10-07',
        reportedCostUsd: 185_000,
        distanceMeters: 7,
        permitNumber: 'BLDNR-014231-2026',
        type: 'Non-Residential - Alterations/Repairs',
        work: 'OFFICE',
        status: 'Permit Issued',
        filedOn: '2026-09-12',
        address: '222 W HARGETT ST',
        parcelId: '1703570123',
        citation: 'c1',
      },
      {
        permitNumber: 'BLDNR-011887-2026',
        type: 'Non-Residential - New Building',
        work: 'MIXED USE',
        status: 'Inspections Pending',
        filedOn: '2026-03-26',
        issuedOn: '2026-06-14',
        reportedCostUsd: 9_400_000,
        address: '310 W HARGETT ST',
        parcelId: '1703570987',
        distanceMeters: 150,
        citation: 'c1',
      },
    ]);
    expect(JSON.stringify(answer)).not.toContain('PLANTED');
  });

  it('bounds by the date of issue', async () => {
    const answer = await service.call(tool, { ...raleigh, sinceDate: '2026-09-01' });
    expect(numbers(answer.facts)).toEqual(['BLDNR-014231-2026']);
    const all = await service.call(tool, { ...raleigh, radiusMeters: 2000, sinceDate: '2019-01-01' });
    expect(numbers(all.facts)).toContain('BLDR-002345-2019');
  });

  it('finds parcels exactly, in the sets of the county and of the cities in it, of any date', async () => {
    const wake = await service.call(tool, { parcelIds: ['1704910697', '0000000001'], state: 'NC', county: 'Wake' });
    expect(numbers(wake.facts)).toEqual(['BLDR-002345-2019']);
    const cook = await service.call(tool, { parcelIds: ['17-09-444-001-0000'], state: 'IL', county: 'Cook' });
    expect(numbers(cook.facts)).toEqual(['100990001', '2026-100990001']);
    const account = await service.call(tool, { parcelIds: ['883000100'], state: 'PA', county: 'Philadelphia' });
    expect(account.facts?.permits).toEqual([
      {
        permitNumber: 'CP-2026-004321',
        status: 'ISSUED',
        type: 'COMMERCIAL BUILDING PERMIT - ALTERATIONS',
        issuedOn: '2026-09-07',
        address: '1515 MARKET ST',
        parcelId: '883000100',
        citation: 'c1',
      },
    ]);
  });

  it('is empty for a parcel without permits, and not covered in a county without a set', async () => {
    const empty = await service.call(tool, { parcelIds: ['9999999999'], state: 'NC', county: 'Wake' });
    expect(empty.state).toBe('empty');
    const away = await service.call(tool, { parcelIds: ['123456'], state: 'MS', county: 'Harrison' });
    expect(away.state).toBe('not_covered');
    expect(away.limits.join(' ')).toContain('never means that no permits exist');
    expect((await service.call(tool, { city: 'Biloxi', ...pointOf(samplePlaces.biloxi) })).state).toBe('not_covered');
  });

  it('is not covered around a point where permits are kept by parcel number alone, and says how to ask', async () => {
    const evanston = await service.call(tool, { latitude: 42.0451, longitude: -87.6877 });
    expect(evanston.state).toBe('not_covered');
    expect(evanston.limits.join(' ')).toContain('ask with parcelIds, state and county');
    expect(evanston.limits.join(' ')).toMatch(/Wired for this question: (?!.*Cook).*Chicago/);
  });

  it('tells what a match by parcel number misses, where it was queried so, and only there', async () => {
    const note = 'a permit without a PIN is not found this way';
    const parcel = await service.call(tool, { parcelIds: ['1704910697'], state: 'NC', county: 'Wake' });
    expect(parcel.limits.join(' ')).toContain(note);
    expect((await service.call(tool, raleigh)).limits.join(' ')).not.toContain(note);
  });

  it('asks no one where the point lies in another city than the named one', async () => {
    const answer = await service.call(tool, { city: 'Durham', ...raleigh });
    expect(answer.state).toBe('unresolved');
    expect(answer.summary).toContain('lies in Raleigh, NC');
  });

  it('is unavailable where the only set fails, partial where one of two does', async () => {
    expect((await askWith({ 'raleigh-permits': 'timeout' }, tool, { city: 'Raleigh', ...raleigh })).state).toBe(
      'unavailable',
    );
    const cook = { parcelIds: ['17094440010000'], state: 'IL', county: 'Cook' };
    expect((await askWith({ 'cook-permits': 'http500' }, tool, cook)).state).toBe('partial');
  });

  it.each([
    { city: 'Raleigh' },
    { parcelIds: ['1703570123'] },
    { parcelIds: [], state: 'NC', county: 'Wake' },
    { parcelIds: ['1703570123'], state: 'NC', county: 'Wake', ...raleigh },
    { ...raleigh, sinceDate: '01/02/2020' },
  ])('refuses %o', async (wrong) => {
    await expect(service.call(tool, wrong)).rejects.toMatchObject({ status: 400 });
  });

  it('says when a permit expires, and counts the permits left out', async () => {
    const many = repeated(11, (index) => ({ work_permit: `M0${index}-I1-GC` }));
    const queried = { parcelIds: ['1000940020'], state: 'NY', county: 'New York' };
    const { facts } = await askWith({ 'nyc-dob-now-permits': many }, tool, queried);
    expect(listOf(facts, 'permits')[0]).toEqual({
      permitNumber: 'M00-I1-GC',
      type: 'General Construction',
      work: 'INTERIOR RENOVATION OF 5TH FLOOR OFFICES',
      status: 'Permit Issued',
      reportedCostUsd: 180_000,
      approvedOn: '2026-09-29',
      issuedOn: '2026-10-02',
      expiresOn: '2027-10-02',
      address: '100 GOLD STREET MANHATTAN',
      parcelId: '1000940020',
      citation: 'c1',
    });
    expect([listOf(facts, 'permits').length, facts?.leftOut]).toEqual([8, 5]);
  });
});
