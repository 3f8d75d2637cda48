import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import type { ParcelFacts } from '../../../src/places/lanes/parcel-facts.ts';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns } from '../../upstreams/edits.ts';
import type { Fault } from '../../upstreams/faults.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { offset } from '../../upstreams/tables.ts';
import { askWith } from '../ask.ts';

const { raleigh, chicago, newYork, olathe } = samplePlaces;
const factsOf = (answer: Answer) => answer.facts as ParcelFacts | undefined;

describe('svc_parcel_lookup', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService();
  });
  afterAll(() => service.close());

  const lookup = (args: object) => service.call('svc_parcel_lookup', args);

  it('finds the parcel of an address, each fact with its citation', async () => {
    const answer = await lookup({ address: raleigh.address });
    expect(answer.state).toBe('found');
    expect(
      pick(factsOf(answer), 'parcelId', 'siteAddress', 'lotArea', 'totalValue', 'yearBuilt', 'centroidPrecision'),
    ).toEqual({
      parcelId: { value: '1703570123', citation: 'c1' },
      siteAddress: { value: '222 W HARGETT ST', citation: 'c1' },
      lotArea: { value: 46000.4, unit: 'ft2', citation: 'c1' },
      totalValue: { value: 12_800_000, unit: 'USD', citation: 'c1', note: 'assessed value, by law the full one' },
      yearBuilt: { value: 1983, citation: 'c1' },
      centroidPrecision: { value: 'parcel', citation: 'c1' },
    });
    const key = factsOf(answer)?.parcelId?.citation ?? '';
    expect(answer.citations[key]).toEqual({
      sourceName: 'Raleigh and Wake County property layer (synthetic)',
      sourceUrl: 'https://maps.raleighnc.gov/arcgis/rest/services/Property/Property/MapServer/0',
      recordUrl: 'https://services.wake.gov/realestate/Account.asp?id=0012345',
      evidence: expect.stringMatching(/^[2-9b-z]{12}-\d+$/),
      recordId: '1703570123',
      fetchedAt: '2026-11-21T12:00:00Z',
    });
    expect(factsOf(answer)?.centroidCitation?.sourceUrl).toMatch(/^https:/);
    // a filler for "no price" is no price
    expect(factsOf(answer)?.lastSalePrice).toBeUndefined();
  });

  it('puts the files of one county together and cites each', async () => {
    const answer = await lookup({ address: chicago.address });
    const facts = factsOf(answer);
    expect(facts?.parcelId?.value).toBe('1709444001');
    expect(facts?.accountId?.value).toBe('17094440010000');
    expect(facts?.township?.value).toBe('South Chicago');
    expect(facts?.township?.citation).not.toBe(facts?.parcelId?.citation);
    expect(answer.citations[facts?.parcelId?.citation ?? '']?.sourceDate).toBe('Parcel 2025');
  });

  it('lists the accounts of a condominium and states only what they share', async () => {
    const east = chicago.longitude + 120 / (111_195 * Math.cos((chicago.latitude * Math.PI) / 180));
    const facts = factsOf(await lookup({ latitude: chicago.latitude, longitude: east }));
    expect(facts?.accounts?.value).toEqual(['17094440021001', '17094440021002']);
    expect(facts?.accountId).toBeUndefined();
    expect(facts?.township?.value).toBe('South Chicago');
  });

  it('reads the publisher’s legend of a land use code', async () => {
    const facts = factsOf(await lookup({ latitude: newYork.latitude, longitude: newYork.longitude }));
    expect(pick(facts, 'parcelId', 'landUse', 'floors')).toEqual({
      parcelId: { value: '1000940020', citation: 'c1' },
      landUse: { value: 'Commercial and office buildings', citation: 'c1' },
      floors: { value: 9, citation: 'c1' },
    });
  });

  it('is empty, with its search extent, where no parcel lies at the point', async () => {
    const answer = await lookup({ latitude: raleigh.latitude + 0.004, longitude: raleigh.longitude + 0.004 });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
    expect(answer.searched.filter((entry) => entry.area.startsWith('the tax parcel at'))).toHaveLength(3);
    expect(answer.summary).toContain('gave no parcel');
  });

  it('falls back to the state where the county is not wired', async () => {
    const answer = await lookup({ latitude: 36.0726, longitude: -79.792 });
    expect(factsOf(answer)?.parcelId?.value).toBe('7864000001');
    expect(factsOf(answer)?.totalValue).toBeUndefined();
  });

  it('is not covered where nothing is wired, and says where to look', async () => {
    const answer = await lookup({ address: olathe.address });
    expect(answer.state).toBe('not_covered');
    expect(answer.limits.join(' ')).toContain('Not covered never means that no records exist');
    expect(answer.verifyNext.map((next) => next.with).join(' ')).toContain('Johnson County');
    expect(answer.verifyNext.map((next) => next.with)).toContain('svc_request_coverage');
  });

  it('says what a layer does not tell that has number, outline and area alone, and who does', async () => {
    const answer = await lookup({ latitude: 39.4735, longitude: -118.7774 });
    expect([answer.state, factsOf(answer)?.depth?.value]).toEqual(['found', 'identity']);
    expect(answer.limits.join(' ')).toContain('number, outline and area alone');
    expect(answer.verifyNext.at(-1)).toMatchObject({
      action: 'Ask for use, year built and values',
      with: expect.stringContaining('Churchill County'),
    });
    const { limits } = await lookup({ address: samplePlaces.biloxi.address });
    expect(limits.join(' ')).not.toContain('outline and area alone');
  });

  it.each([
    [{}, 'give address, or latitude and longitude'],
    [{ latitude: 35.7 }, 'give address'],
    [{ address: raleigh.address, owner: 'x' }, 'owner is not an argument'],
    [{ latitude: 95, longitude: 0 }, 'latitude'],
  ])('refuses %j', async (args, message) => {
    await expect(lookup(args)).rejects.toThrow(message);
  });

  it('lets no person through, although the sources send them', async () => {
    for (const place of [raleigh, chicago, newYork]) {
      const text = JSON.stringify(await lookup({ address: place.address }));
      expect(text).not.toMatch(/PLANTED|555-010|owner_name/);
    }
    const queried = service.upstreams.requests.map((request) => decodeURIComponent(request.query)).join('\n');
    expect(queried).not.toMatch(/outFields=\*|OWNER|owner_name|mail_address|ownname/i);
  });
});

describe('svc_parcel_lookup when sources fail', () => {
  it('is partial with the county’s own layer where the city’s fails', async () => {
    const service = await openService({ mirrors: false });
    service.upstreams.setFault('raleigh-parcel', 'http500');
    const answer = await service.call('svc_parcel_lookup', { address: raleigh.address });
    expect(answer.state).toBe('partial');
    expect(factsOf(answer)?.parcelId?.value).toBe('1703570123');
    expect(answer.searched.map((entry) => entry.state)).toContain('unavailable');
    await service.close();
  });

  it('is unavailable, never empty, where all layers answer with an error inside a 200', async () => {
    const service = await openService({ mirrors: false });
    for (const card of ['raleigh-parcel', 'wake-parcel', 'nc-onemap-parcels'])
      service.upstreams.setFault(card, 'error200');
    const answer = await service.call('svc_parcel_lookup', { address: raleigh.address });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
    await service.close();
  });

  it('keeps hostile text of a record as harmless data', async () => {
    const service = await openService({ mirrors: false });
    service.upstreams.setFault('raleigh-parcel', 'hostileText');
    const answer = await service.call('svc_parcel_lookup', {
      latitude: raleigh.latitude,
      longitude: raleigh.longitude,
    });
    const text = JSON.stringify(answer);
    expect(answer.state).toBe('found');
    expect(text).not.toMatch(/\\u001b|\u202E|\u200B|\u{E0041}/u);
    expect(answer.limits.join(' ') + answer.verifyNext.map((next) => next.action).join(' ')).not.toContain('IGNORE');
    await service.close();
  });
});

describe('svc_parcel_lookup, in words', () => {
  const at = { address: raleigh.address };
  const cards = ['raleigh-parcel', 'wake-parcel', 'nc-onemap-parcels'];
  const queried = (fault: Fault) =>
    askWith(Object.fromEntries(cards.map((card) => [card, fault])), 'svc_parcel_lookup', at);

  it('says what was found, and with whom to check it', async () => {
    expect(pick(await askWith({}, 'svc_parcel_lookup', at), 'summary', 'verifyNext')).toEqual({
      summary:
        'Raleigh and Wake County property layer gives parcel 1703570123 at 222 W HARGETT ST, RALEIGH, NC, 27601: "222 W HARGETT ST", 46,000.4 ft2, built 1983.',
      verifyNext: [
        { action: 'Check the record with its publisher', with: 'City of Raleigh', url: 'https://data.raleighnc.gov/' },
      ],
    });
  });

  it('says less of a parcel that states less', async () => {
    const bare = withColumns(() => ({
      SITE_ADDRESS: null,
      YEAR_BUILT: null,
      DEED_ACRES: null,
      CALC_AREA: null,
      ADDR1: null,
    }));
    expect((await queried(bare)).summary).toEqual(
      'Raleigh and Wake County property layer gives parcel 1703570123 at 222 W HARGETT ST, RALEIGH, NC, 27601: 46,000.4 ft2.',
    );
  });

  it('tells layers without a parcel from layers that could not be read', async () => {
    const place = { latitude: raleigh.latitude + 0.004, longitude: raleigh.longitude + 0.004 };
    expect(pick(await askWith({}, 'svc_parcel_lookup', place), 'summary', 'verifyNext')).toEqual({
      summary:
        'Parcel layers (Raleigh and Wake County property layer, Wake County parcels, NC OneMap statewide parcels) were queried at 35.7823, -78.6391; they gave no parcel; a street, water or a gap between parcels gives none either.',
      verifyNext: [
        { action: 'Check the record with its publisher', with: 'City of Raleigh', url: 'https://data.raleighnc.gov/' },
      ],
    });
    expect(pick(await queried('error200'), 'summary', 'verifyNext')).toEqual({
      summary:
        'Parcel layers (Raleigh and Wake County property layer, Wake County parcels, NC OneMap statewide parcels) were queried at 222 W HARGETT ST, RALEIGH, NC, 27601; they could not be read.',
      verifyNext: [
        { action: 'Check the record with its publisher', with: 'City of Raleigh', url: 'https://data.raleighnc.gov/' },
      ],
    });
    expect(pick(await askWith({}, 'svc_parcel_lookup', { address: olathe.address }), 'summary', 'verifyNext')).toEqual({
      summary: 'No parcel source was queried for 100 E SANTA FE ST, OLATHE, KS, 66061: none is wired here.',
      verifyNext: [
        {
          action: 'Look it up with the official assessor',
          with: 'assessor of Johnson County, KS (state agency)',
          url: 'https://www.ksrevenue.gov/pvdindex.html',
        },
        { action: 'Ask for coverage of this place', with: 'svc_request_coverage' },
      ],
    });
  });
});

describe('svc_parcel_lookup, facts of one county', () => {
  it('gives what the county keeps beside the map: account, township, neighborhood, tax code', async () => {
    const { facts = {} } = await askWith({}, 'svc_parcel_lookup', { address: chicago.address });
    expect(
      pick(facts, 'accountId', 'township', 'townshipCode', 'neighborhood', 'taxCode', 'municipality', 'recordYear'),
    ).toEqual({
      accountId: { value: '17094440010000', citation: 'c3' },
      township: { value: 'South Chicago', citation: 'c3' },
      townshipCode: { value: '76', citation: 'c3' },
      neighborhood: { value: '76030', citation: 'c3' },
      taxCode: { value: '76001', citation: 'c3' },
      municipality: { value: 'CITY OF CHICAGO', citation: 'c3' },
      recordYear: { value: 2026, citation: 'c3' },
    });
  });

  it('names every account of the land where a lot holds several', async () => {
    const { latitude, longitude } = offset(chicago, 120, 0);
    const { facts = {} } = await askWith({}, 'svc_parcel_lookup', { latitude, longitude });
    expect(pick(facts, 'parcelId', 'accountId', 'accounts')).toEqual({
      parcelId: { value: '1709444002', citation: 'c1' },
      accounts: { value: ['17094440021001', '17094440021002'], citation: 'c3' },
    });
  });

  it('gives the price of the last sale where one is recorded', async () => {
    const sold = withColumns({ TOTSALPRICE: 1_850_000 });
    const { facts = {} } = await askWith({ 'raleigh-parcel': sold, 'wake-parcel': sold }, 'svc_parcel_lookup', {
      address: raleigh.address,
    });
    expect(pick(facts, 'lastSaleDate', 'lastSalePrice')).toEqual({
      lastSaleDate: { value: '2002-04-01', citation: 'c1' },
      lastSalePrice: { value: 1_850_000, unit: 'USD', citation: 'c1' },
    });
  });
});
