import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { biloxi, hartford, raleigh } from '../ask.ts';
import { reload } from '../paid/mirrored.ts';

const tool = 'svc_radon_zone';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the zone of the county in the words of the map, and says what it is not', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      zone: { value: 2, citation: 'c1' },
      meaning: { value: 'predicted average indoor screening level from 2 to 4 pCi/L', citation: 'c1' },
      county: { value: 'Wake, NC', citation: 'c1', note: 'as the table names it' },
    });
    expect(answer.limits.join(' ')).toMatch(/not a measurement/);
  });

  it('knows Connecticut by its old county, however the place is coded', async () => {
    for (const args of [{ address: hartford }, { state: 'CT', county: 'Hartford' }]) {
      expect((await service.call(tool, args)).facts).toEqual({
        zone: { value: 3, citation: 'c1' },
        meaning: { value: 'predicted average indoor screening level below 2 pCi/L', citation: 'c1' },
        county: { value: 'Hartford, CT', citation: 'c1', note: 'as the table names it' },
      });
    }
  });

  it('tells a Virginian city from the county of its name', async () => {
    expect((await service.call(tool, { state: 'VA', county: 'Richmond city' })).facts).toEqual({
      zone: { value: 1, citation: 'c1' },
      meaning: { value: 'predicted average indoor screening level above 4 pCi/L', citation: 'c1' },
      county: { value: 'Richmond city, VA', citation: 'c1', note: 'as the table names it' },
    });
    expect((await service.call(tool, { state: 'VA', county: 'Richmond County' })).facts).toEqual({
      zone: { value: 3, citation: 'c1' },
      meaning: { value: 'predicted average indoor screening level below 2 pCi/L', citation: 'c1' },
      county: { value: 'Richmond, VA', citation: 'c1', note: 'as the table names it' },
    });
  });

  it('is empty for a county that the table does not name', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
  });

  it('names the command that loads the table where it is missing', async () => {
    const bare = await openService({ mirrors: false });
    const answer = await bare.call(tool, { address: raleigh });
    await bare.close();
    expect(answer.state).toBe('unavailable');
    expect(answer.searched[0]?.reason).toContain('place-records mirror sync epa-radon-zones');
  });

  it('chooses no county where a ZIP code lies in several, or only the state is known', async () => {
    const split = await service.call(tool, { address: '02055' });
    expect(pick(split, 'state', 'summary', 'searched', 'facts')).toEqual({
      state: 'unresolved',
      summary: "EPA's Map of Radon Zones was queried for Minot, MA 02055; it gave no zone.",
      searched: [
        {
          source: 'Map of Radon Zones, county table',
          area: 'Minot, MA 02055',
          period: '1993',
          recordScope: 'zone of the county',
          state: 'unresolved',
          reason: 'the place lies in one of several counties: Plymouth County (25023), Norfolk County (25021)',
        },
      ],
    });
    const stateOnly = await service.call(tool, { address: 'North Carolina' });
    expect(pick(stateOnly, 'state', 'summary', 'searched', 'facts')).toEqual({
      state: 'unresolved',
      summary: "EPA's Map of Radon Zones was queried for North Carolina; it gave no zone.",
      searched: [
        {
          source: 'Map of Radon Zones, county table',
          area: 'North Carolina',
          period: '1993',
          recordScope: 'zone of the county',
          state: 'unresolved',
          reason: 'the county of the place is not known',
        },
      ],
    });
  });

  it('takes no county of Virginia for the city of its name, and an old copy without the row for empty', async () => {
    const own = await openService();
    try {
      const rows = [{ 'County,State': 'Fairfax, VA', 'COUNTY LABEL': 'Fairfax County', STATE: 'Virginia', Zone: '1' }];
      await reload(own, 'epa-radon-zones', {
        content: JSON.stringify({ data: rows }),
        retrievedAt: '2001-01-01T00:00:00Z',
      });
      const county = await own.call(tool, { state: 'VA', county: 'Fairfax County' });
      expect([county.state, county.facts?.zone]).toEqual(['stale', { value: 1, citation: 'c1' }]);
      const city = await own.call(tool, { state: 'VA', county: 'Fairfax city' });
      expect([city.state, city.facts, city.summary]).toEqual([
        'empty',
        undefined,
        "EPA's Map of Radon Zones was queried for Fairfax city; it gave no zone.",
      ]);
    } finally {
      await own.close();
    }
  });

  it.each([[{}], [{ state: 'NC' }], [{ county: 'Wake' }], [{ address: raleigh, zone: 1 }]])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );

  it('finds an independent city outside Virginia under its name without the word city', async () => {
    const answer = await service.call(tool, { state: 'MO', county: 'St. Louis city' });
    expect(answer.summary).toBe(
      "EPA's Map of Radon Zones puts St. Louis city in zone 2: predicted average indoor screening level from 2 to 4 pCi/L (county average of 1993).",
    );
    expect(answer.searched).toEqual([
      {
        source: 'Map of Radon Zones, county table (US Environmental Protection Agency), mirrored file',
        area: 'St. Louis city',
        period: '1993',
        recordScope: 'zone of the county',
        state: 'found',
      },
    ]);
    const none = await service.call(tool, { state: 'MD', county: 'Baltimore city' });
    expect([none.state, none.facts, none.summary, Object.keys(none.citations)]).toEqual([
      'empty',
      undefined,
      "EPA's Map of Radon Zones was queried for Baltimore city; it gave no zone.",
      ['c1', 'c2'],
    ]);
    expect(none.verifyNext).toEqual([
      {
        action: 'See how to test, and what the state knows beyond the map of 1993',
        with: 'EPA and the state radon program',
        url: 'https://www.epa.gov/radon/epa-map-radon-zones-0',
      },
    ]);
  });
});
