import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RecordTypeId, recordTypes, registerKinds } from '../../../src/answers/registers/record-types.ts';
import { stateRegisters } from '../../../src/places/registry/state-registers.ts';
import { firstToKnow } from '../../../src/products/environmental-records-screen/gather.ts';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns, withRows } from '../../upstreams/edits.ts';
import { askWith, chicago, raleigh } from '../ask.ts';

const tool = 'svc_environmental_records_screen';
const federalCards = [
  'epa-npl',
  'epa-sems',
  'epa-acres',
  'epa-ust-finder',
  'epa-rcra',
  'epa-pfas-tools',
  'epa-echo',
] as const;
const cards = [...federalCards, ...stateRegisters('37').map(({ card }) => card.id)];

interface Type {
  type: string;
  list: string;
  count: number;
  radiusMeters: number;
  records: readonly { id?: string; name: string; distanceMeters: number }[];
  leftOut?: number;
}
const typesOf = (facts: unknown) => (facts as { recordTypes: Type[] }).recordTypes;

/** Types that no federal database has. */
const ofStatesAlone = registerKinds.filter((kind) => !['brownfields', 'tanks', 'tankReleases'].includes(kind));
const federalTypes = Object.keys(recordTypes).filter((type) => !ofStatesAlone.some((kind) => kind === type));
const isFederal = ({ list }: Type) => !/^(?:North Carolina|Illinois) /.test(list);

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('searches each record type to its own distance', async () => {
    const answer = await service.call(tool, { address: raleigh });
    const types = Object.fromEntries(
      typesOf(answer.facts)
        .filter(isFederal)
        .map((entry) => [entry.type, entry]),
    );
    expect(Object.keys(types).sort()).toEqual(federalTypes.toSorted());
    expect(types.npl).toEqual({
      type: 'npl',
      list: 'NPL',
      radiusMeters: 1609,
      count: 1,
      records: [
        {
          id: 'NCD000000001',
          name: 'SYNTHETIC PLATING WORKS',
          status: 'NPL Site',
          distanceMeters: 922,
          direction: 'E',
        },
      ],
      citation: 'c1',
    });
    expect(types.nplDeleted).toEqual({
      type: 'nplDeleted',
      list: 'NPL',
      radiusMeters: 805,
      count: 1,
      records: [
        {
          id: 'NCD000000002',
          name: 'SYNTHETIC OLD DUMP',
          status: 'Deleted NPL Site',
          distanceMeters: 583,
          direction: 'NW',
        },
      ],
      citation: 'c1',
    });
    // one of the three tank or waste records lies beyond the quarter mile of its type
    expect(types.tanks).toEqual({
      type: 'tanks',
      list: 'UST Finder',
      radiusMeters: 402,
      count: 1,
      records: [
        {
          id: 'NC0001',
          name: 'SYNTHETIC FUEL STOP',
          address: '10 SYNTHETIC AVE',
          status: 'Open UST(s)',
          distanceMeters: 255,
          direction: 'E',
        },
      ],
      citation: 'c5',
    });
    expect(types.rcraGenerators).toEqual({
      type: 'rcraGenerators',
      list: 'RCRAInfo',
      radiusMeters: 402,
      count: 1,
      records: [
        {
          id: 'NCD000000202',
          recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid=NCD000000202',
          name: 'SYNTHETIC DRY CLEANER',
          status: 'Active',
          distanceMeters: 300,
          direction: 'E',
        },
      ],
      citation: 'c4',
    });
    expect(types.rcraCorrective).toEqual({
      type: 'rcraCorrective',
      list: 'RCRAInfo',
      radiusMeters: 1609,
      count: 1,
      records: [
        {
          id: 'NCD000000204',
          recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid=NCD000000204',
          name: 'SYNTHETIC CIRCUITS',
          status: 'Active',
          distanceMeters: 700,
          direction: 'E',
        },
      ],
      citation: 'c4',
    });
    expect(types.brownfields).toEqual({
      type: 'brownfields',
      list: 'ACRES',
      radiusMeters: 805,
      count: 2,
      records: [
        {
          id: '110000000011',
          recordUrl:
            'https://frs-public.epa.gov/ords/frs_public2/fii_query_detail.disp_program_facility?p_registry_id=110000000011',
          name: 'SYNTHETIC RAIL YARD',
          address: '100 SYNTHETIC ST',
          distanceMeters: 316,
          direction: 'E',
        },
      ],
      leftOut: 1,
      citation: 'c3',
    });
    // the same handler stands under a further type: told in full once
    expect(types.rcraTsdf?.records).toEqual([
      { id: 'NCD000000204', name: 'SYNTHETIC CIRCUITS', distanceMeters: 700, direction: 'E' },
    ]);
    for (const { records, radiusMeters, count, leftOut = 0 } of Object.values(types)) {
      for (const { distanceMeters } of records) expect(distanceMeters).toBeLessThanOrEqual(radiusMeters);
      expect(records.length + leftOut).toBe(count);
    }
  });

  it('lists the records that could not be placed apart, and the databases by name with their editions', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(pick(answer.facts, 'notPlaced', 'radonZone')).toEqual({
      notPlaced: [
        { type: 'sems', count: 1, named: [{ id: 'NCN000000103', name: 'SYNTHETIC DRUM SITE' }], citation: 'c2' },
        {
          type: 'hazardousWaste',
          count: 1,
          named: [{ id: 'NCD000000203', name: 'SYNTHETIC UNPLACED SHOP' }],
          citation: 'c4',
        },
        {
          type: 'facilities',
          count: 1,
          named: [{ id: '110000000103', name: 'SYNTHETIC UNPLACED SHOP' }],
          citation: 'c7',
        },
      ],
      radonZone: { zone: 2, citation: 'c12' },
    });
    const databases = (answer.facts as { databases: { name: string; edition?: string; citation: string }[] }).databases;
    expect(databases.map(({ name, edition }) => [name, edition])).toEqual([
      ['NPL', undefined],
      ['SEMS', undefined],
      ['ACRES', undefined],
      ['RCRAInfo', undefined],
      ['UST Finder', 'state registers, mostly of 2018 to 2021'],
      ['PFAS Analytic Tools', undefined],
      ['ECHO', undefined],
      ['North Carolina DEQ notices of land-use restriction', undefined],
      ['North Carolina DEQ above-ground tank incidents', undefined],
      ['North Carolina DEQ inactive hazardous sites', undefined],
      ['North Carolina DEQ UST incidents', undefined],
      [
        'Map of Radon Zones, county table (US Environmental Protection Agency), mirrored file',
        '1993 map, table published June 2024',
      ],
    ]);
    for (const { citation } of databases) expect(answer.citations[citation]).toBeDefined();
  });

  it('lists up to three records of a type where few types have any, nearest first, and counts the others', async () => {
    const edit = withRows(9, (_, at) => ({ REGISTRY_ID: `1100000001${at}`, PRIMARY_NAME: `SYNTHETIC LOT ${at}` }));
    const service = await openService({ mirrors: false });
    for (const card of cards.filter((id) => id !== 'epa-acres')) service.upstreams.setFault(card, 'http500');
    service.upstreams.setFault('epa-acres', edit);
    const answer = await service.call(tool, { address: raleigh });
    await service.close();
    const [brownfields] = typesOf(answer.facts);
    expect(brownfields).toMatchObject({ type: 'brownfields', count: 9, leftOut: 6 });
    const distances = brownfields?.records.map(({ distanceMeters }) => distanceMeters) ?? [];
    expect(distances).toHaveLength(3);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  });

  it('takes a person out of the name under which a record is filed', async () => {
    const edit = withColumns((row) => ('PRIMARY_NAME' in row ? { PRIMARY_NAME: 'HARDEN, JANE Q RESIDENCE' } : {}));
    const answer = await askWith({ 'epa-acres': edit }, tool, { address: raleigh });
    const types = Object.fromEntries(typesOf(answer.facts).map((entry) => [entry.type, entry]));
    expect(types.brownfields?.records[0]?.name).toBe('[name removed] RESIDENCE');
    expect(JSON.stringify(answer)).not.toMatch(/HARDEN/);
  });

  it('is never a Phase I, and names what it did not search', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.limits.join(' ')).toMatch(/never a Phase I/);
    expect(answer.limits.join(' ')).toMatch(
      /Not searched: lists of tribes .*No state list is read here for: state voluntary cleanup, brownfields/,
    );
  });

  it('shows a searched type without a record as zero', async () => {
    const answer = await service.call(tool, { address: chicago });
    const types = typesOf(answer.facts);
    const ofStates = types.filter((one) => !isFederal(one));
    expect(ofStates.map(({ type, count }) => `${type} ${count > 0}`)).toEqual([
      'stateCleanup true',
      'landfills true',
      'tankReleases true',
      'spills true',
      'oilGasWells true',
    ]);
    expect(types.filter(isFederal)).toHaveLength(federalTypes.length);
    expect(types.filter(isFederal).every(({ count }) => count === 0)).toBe(true);
  });

  it('leaves out a type whose database failed, and names the component', async () => {
    const answer = await askWith({ 'epa-ust-finder': 'http500', 'epa-rcra': 'error200' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    const types = typesOf(answer.facts)
      .filter(isFederal)
      .map(({ type }) => type);
    expect(types).not.toContain('tankReleases');
    expect(types).not.toContain('rcraTsdf');
    expect(types).toContain('brownfields');
    expect(pick(answer.components, 'undergroundTanks', 'hazardousWaste')).toEqual({
      undergroundTanks: {
        state: 'unavailable',
        reason:
          'UST Finder: underground storage tank facilities, releases and tanks answered with an error (HTTP 500). mirror missing: not loaded: load by hand: take the export of the releases from https://www.epa.gov/ust/ust-finder, then place-records mirror load epa-ust-releases <file>',
      },
      hazardousWaste: {
        state: 'unavailable',
        reason:
          'RCRAInfo hazardous waste handlers, through ECHO answered with an error inside a success reply. mirror missing: not loaded: place-records mirror sync epa-frs-facilities',
      },
    });
    expect(answer.summary).toMatch(/not read: .*undergroundTanks/);
  });

  it('answers from the mirrors where every source fails, without corrective action, which they do not know', async () => {
    const service = await openService();
    for (const card of cards) service.upstreams.setFault(card, 'http500');
    const answer = await service.call(tool, { address: raleigh });
    await service.close();
    expect(answer.state).toBe('partial');
    const types = typesOf(answer.facts).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['npl', 'sems', 'brownfields', 'rcraTsdf', 'tanks', 'tankReleases']));
    expect(types).not.toContain('rcraCorrective');
  });

  it('has the lists of the state beside the federal ones, each with its own count, and says which kinds have none', async () => {
    const answer = await service.call(tool, { address: raleigh });
    const ofState = typesOf(answer.facts).filter((one) => !isFederal(one));
    expect(ofState.map(({ type, count, records }) => [type, count, records[0]?.id])).toEqual([
      ['stateCleanup', 2, 'NC-0-1'],
      ['tankReleases', 2, 'NC-3-1'],
      ['landUseControls', 1, 'NC-5-1'],
      ['spills', 1, 'NC-7-1'],
    ]);
    // a name under which a list files a person is not read
    expect(ofState.find(({ type }) => type === 'tankReleases')?.records[0]?.name).toBe('Record NC-3-1');
    expect(answer.components).toMatchObject({ stateLists: { state: 'found' } });
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('reads the others where one list of the state fails, and says so', async () => {
    const answer = await askWith({ 'north-carolina-register-spills': 'http500' }, tool, { address: raleigh });
    const types = typesOf(answer.facts).map(({ type }) => type);
    expect(types).not.toContain('spills');
    expect(types).toContain('landUseControls');
    expect(answer.components).toMatchObject({ stateLists: { state: 'partial' } });
  });

  it('is not covered by lists where the agency of the state publishes none that is read', async () => {
    const answer = await service.call(tool, { latitude: 38.03, longitude: -84.5 });
    expect(answer.components).toMatchObject({ stateLists: { state: 'not_covered' } });
  });

  it('is unavailable where nothing could be read', async () => {
    const all = Object.fromEntries(cards.map((card) => [card, 'http500'] as const));
    const answer = await askWith(all, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
  });

  it('counts a record of a list without positions at the very address, and says what was searched', async () => {
    const answer = await service.call(tool, { address: '100 Gold St, New York, NY 10038' });
    const spills = typesOf(answer.facts).find(({ list }) => list === 'New York DEC spill incidents');
    expect(spills).toMatchObject({ count: 1, records: [{ id: 'NY-7-1', distanceMeters: 0 }] });
    expect(answer.searched.find(({ source }) => source.startsWith('New York DEC spill incidents'))?.area).toBe(
      'the street address',
    );
  });

  it('names the record to know first: contamination nearby, then contamination farther away, then anything else', () => {
    const of = (type: RecordTypeId, ...meters: number[]) => ({
      type,
      list: type,
      records: meters.map((distanceMeters) => ({ distanceMeters })),
      citation: 'S1',
    });
    const firstOf = (...found: ReturnType<typeof of>[]) => {
      const first = firstToKnow(found);
      return first && `${first.type} ${first.distanceMeters}`;
    };
    expect(firstOf(of('tanks', 5), of('npl', 900), of('tankReleases', 40))).toBe('tankReleases 40');
    expect(firstOf(of('tanks', 5), of('tankReleases', 400), of('npl', 900))).toBe('npl 900');
    expect(firstOf(of('stateCleanup', 700), of('stateCleanup', 300))).toBe('stateCleanup 300');
    expect(firstOf(of('npl'), of('tanks', 5))).toBe('tanks 5');
    expect(firstOf(of('npl'))).toBeUndefined();
  });

  it('refuses a call without an address', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
