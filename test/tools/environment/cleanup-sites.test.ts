import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withRows } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, raleigh, withinMile } from '../ask.ts';

const tool = 'svc_cleanup_sites';
const registered = (registryId: string) => ({
  registryId,
  recordUrl: `https://frs-public.epa.gov/ords/frs_public2/fii_query_detail.disp_program_facility?p_registry_id=${registryId}`,
});
const railYard = {
  name: 'SYNTHETIC RAIL YARD',
  ...registered('110000000011'),
  address: '100 SYNTHETIC ST',
  distanceMeters: 316,
  direction: 'E',
};
/** Beside the National Priorities List: each site once, and those without coordinates apart. */
const otherSuperfund = {
  byDistance: withinMile(0, 1, 1),
  archivedByDistance: withinMile(0, 1, 1),
  sites: [
    {
      epaId: 'NCN000000101',
      name: 'SYNTHETIC BATTERY SHOP',
      status: 'Not on the NPL',
      distanceMeters: 632,
      direction: 'E',
    },
    {
      epaId: 'NCN000000102',
      name: 'SYNTHETIC TANNERY',
      status: 'Not on the NPL',
      archived: true,
      distanceMeters: 700,
      direction: 'N',
    },
  ],
  withoutCoordinates: { inZip: 1, inCounty: 2, named: [{ epaId: 'NCN000000103', name: 'SYNTHETIC DRUM SITE' }] },
  citation: 'c2',
};
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('tells listed from deleted and open from archived sites, each once, with distance, and counts by ring', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(pick(answer.facts, 'radiusMeters', 'nationalPriorities', 'otherSuperfund', 'brownfields')).toEqual({
      radiusMeters: 1609,
      nationalPriorities: {
        byDistance: withinMile(0, 0, 1),
        deletedByDistance: withinMile(0, 1, 1),
        sites: [
          {
            epaId: 'NCD000000002',
            name: 'SYNTHETIC OLD DUMP',
            status: 'Deleted NPL Site',
            listedOn: '1990-02-21',
            deletedOn: '2011-10-05',
            distanceMeters: 583,
            direction: 'NW',
          },
          {
            epaId: 'NCD000000001',
            name: 'SYNTHETIC PLATING WORKS',
            status: 'NPL Site',
            listedOn: '1984-09-21',
            distanceMeters: 922,
            direction: 'E',
          },
        ],
        citation: 'c1',
      },
      otherSuperfund,
      brownfields: {
        byDistance: withinMile(1, 2, 2),
        sites: [
          railYard,
          {
            name: 'SYNTHETIC LAUNDRY',
            ...registered('110000000012'),
            address: '100 SYNTHETIC ST',
            distanceMeters: 707,
            direction: 'E',
          },
        ],
        citation: 'c3',
      },
    });
  });

  it('is empty where three lists answered and have nothing, and says which', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
    expect(answer.searched.map(({ state }) => state)).toEqual(['empty', 'empty', 'empty']);
  });

  it('keeps to the radius', async () => {
    const answer = await service.call(tool, { address: biloxi, radiusMeters: 300 });
    expect(answer.state).toBe('empty');
  });

  it('reads the mirrored tables where the live ones fail, and is partial', async () => {
    const service = await openService();
    try {
      for (const card of ['epa-npl', 'epa-sems', 'epa-acres']) service.upstreams.setFault(card, 'http500');
      const answer = await service.call(tool, { address: raleigh });
      expect(answer.state).toBe('partial');
      expect(answer.facts).toEqual({
        radiusMeters: 1609,
        nationalPriorities: {
          byDistance: withinMile(0, 0, 1),
          sites: [
            {
              epaId: 'NCD000000001',
              name: 'SYNTHETIC PLATING WORKS',
              status: 'Currently on the Final NPL',
              distanceMeters: 924,
              direction: 'E',
            },
          ],
          citation: 'c1',
        },
        otherSuperfund: {
          byDistance: withinMile(0, 1, 1),
          sites: [
            {
              epaId: 'NCN000000101',
              name: 'SYNTHETIC BATTERY SHOP',
              status: 'Not on the NPL',
              distanceMeters: 628,
              direction: 'E',
            },
          ],
          withoutCoordinates: {
            inZip: 1,
            inCounty: 1,
            named: [{ epaId: 'NCN000000103', name: 'SYNTHETIC DRUM SITE' }],
          },
          citation: 'c1',
        },
        brownfields: {
          byDistance: withinMile(1, 1, 1),
          sites: [
            {
              name: 'SYNTHETIC RAIL YARD',
              ...registered('110000000011'),
              address: '1 SYNTHETIC ST',
              distanceMeters: 314,
              direction: 'E',
            },
          ],
          citation: 'c2',
        },
      });
      expect(answer.components?.brownfields).toEqual({
        state: 'partial',
        reason: expect.stringMatching(/mirrored copy/),
      });
      // only the state whose file is loaded can be answered from it
      const elsewhere = await service.call(tool, { address: biloxi });
      expect(elsewhere.components?.brownfields).toEqual({
        state: 'unavailable',
        reason: expect.stringMatching(/--part ms/),
      });
    } finally {
      await service.close();
    }
  });

  it('is unavailable without live lists and mirrors, partial where one list fails', async () => {
    const down = { 'epa-npl': 'http500', 'epa-sems': 'error200', 'epa-acres': 'error200' } as const;
    expect((await askWith(down, tool, { address: raleigh })).state).toBe('unavailable');
    const one = await askWith({ 'epa-acres': 'timeout' }, tool, { address: raleigh });
    expect(one.state).toBe('partial');
    expect(one.facts?.brownfields).toBeUndefined();
    expect(one.summary).toMatch(/1 of 3 lists could not be read/);
  });

  it.each([[{}], [{ address: raleigh, radiusMeters: 0 }], [{ address: raleigh, radiusMeters: 99_999 }]])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );

  it('lists the nearest and says how many further ones it leaves out', async () => {
    const { facts = {}, summary } = await askWith(
      {
        'epa-npl': withRows(12, (_, at) => ({ Site_EPA_ID: `NCD0000009${String(at).padStart(2, '0')}` })),
        'epa-acres': withRows(20, (_, at) => ({ REGISTRY_ID: `1100000009${at}` })),
        'epa-sems': withRows(30, (_, at) => ({ epa_id: `NCN0000009${String(at).padStart(2, '0')}` })),
      },
      tool,
      { address: raleigh },
    );
    expect([
      pick(facts.nationalPriorities, 'byDistance', 'deletedByDistance', 'leftOut'),
      pick(facts.otherSuperfund, 'byDistance', 'archivedByDistance', 'leftOut'),
      pick(facts.brownfields, 'byDistance', 'leftOut'),
    ]).toEqual([
      {
        byDistance: withinMile(0, 0, 11),
        deletedByDistance: withinMile(0, 1, 1),
        leftOut: 7,
      },
      {
        byDistance: withinMile(0, 26, 26),
        archivedByDistance: withinMile(0, 1, 1),
        leftOut: 22,
      },
      {
        byDistance: withinMile(19, 20, 20),
        leftOut: 15,
      },
    ]);
    expect(summary).toBe(
      'EPA\'s cleanup lists, 1609 m around the point: 11 on or proposed for the National Priorities List (nearest "SYNTHETIC PLATING WORKS", 922 m E), 1 deleted from it; 27 other Superfund sites (and 1 of the ZIP without coordinates); 20 brownfields.',
    );
  });

  it('counts brownfields that have no position and measures none of them', async () => {
    const unplaced = {
      edit: (body: unknown) => {
        const { features } = body as { features?: readonly object[] };
        return features
          ? { ...(body as object), features: features.map((one, at) => (at === 0 ? one : { ...one, geometry: null })) }
          : body;
      },
    };
    const { facts } = await askWith({ 'epa-acres': unplaced }, tool, { address: raleigh });
    expect(facts?.brownfields).toEqual({
      byDistance: withinMile(1, 1, 1),
      sites: [railYard],
      withoutCoordinates: 1,
      citation: 'c3',
    });
  });
});
