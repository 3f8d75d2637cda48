import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, newYork, raleigh } from '../ask.ts';

const tool = 'svc_local_legislation';
const philadelphia = '1515 Market St, Philadelphia, PA 19102';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

type Listed = readonly { number: string; topics: readonly string[]; names?: string }[];
const listed = (answer: { facts?: Record<string, unknown> | undefined }) => (answer.facts?.matters ?? []) as Listed;

describe(tool, () => {
  it('lists matters of the topics, those that name the address first, and counts those elsewhere', async () => {
    const answer = await service.call(tool, { address: chicago, domains: ['short_term_rental', 'zoning'] });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      systems: [
        {
          name: 'Chicago City Clerk eLMS matters',
          from: '2026-08-23',
          introducedMatterCount: 6,
          topicMatterCount: 4,
          elsewhereMatterCount: 1,
          citation: 'c1',
        },
      ],
      matters: [
        {
          number: 'O2026-0099002',
          title: 'SYNTHETIC Zoning Reclassification Map No. 1-F at 115-125 N LaSalle St - App No. 99001',
          topics: ['zoning'],
          names: 'address',
          type: 'Ordinance',
          status: '4-In Committee, Referred',
          introducedOn: '2026-11-09',
          url: 'https://chicityclerkelms.chicago.gov/Matter/?matterId=SYNTHETIC-99002',
          citation: 'c1',
        },
        {
          number: 'O2026-0099001',
          title: 'SYNTHETIC amendment of Municipal Code Chapter 4-14 regarding shared housing units',
          topics: ['short_term_rental'],
          type: 'Ordinance',
          status: '4-In Committee, Referred',
          introducedOn: '2026-11-09',
          url: 'https://chicityclerkelms.chicago.gov/Matter/?matterId=SYNTHETIC-99001',
          citation: 'c1',
        },
        {
          number: 'O2026-0099004',
          title: 'SYNTHETIC amendment of Municipal Code Title 17 regarding planned development',
          topics: ['zoning'],
          type: 'Ordinance',
          status: '5-Passed',
          introducedOn: '2026-09-22',
          decidedOn: '2026-10-22',
          url: 'https://chicityclerkelms.chicago.gov/Matter/?matterId=SYNTHETIC-99004',
          citation: 'c1',
        },
      ],
    });
    expect(listed(answer)[0]).toEqual({
      number: 'O2026-0099002',
      names: 'address',
      status: '4-In Committee, Referred',
      url: 'https://chicityclerkelms.chicago.gov/Matter/?matterId=SYNTHETIC-99002',
      title: 'SYNTHETIC Zoning Reclassification Map No. 1-F at 115-125 N LaSalle St - App No. 99001',
      topics: ['zoning'],
      type: 'Ordinance',
      introducedOn: '2026-11-09',
      citation: 'c1',
    });
    expect(listed(answer).map(({ number }) => number)).toEqual(['O2026-0099002', 'O2026-0099001', 'O2026-0099004']);
    expect(answer.facts?.systems).toEqual([
      {
        introducedMatterCount: 6,
        topicMatterCount: 4,
        elsewhereMatterCount: 1,
        name: 'Chicago City Clerk eLMS matters',
        from: '2026-08-23',
        citation: 'c1',
      },
    ]);
    expect(answer.searched[0]).toEqual({
      period: 'introduced 2026-08-23 to 2026-11-21',
      source: 'Chicago City Clerk eLMS matters',
      area: 'Chicago, IL',
      recordScope: 'ordinances and resolutions of the City Council, by words in the title',
      state: 'found',
    });
    expect(answer.searched[1]).toEqual({
      area: 'Cook County, IL',
      state: 'empty',
      source: 'Cook County Board of Commissioners matters (Legistar)',
      period: 'introduced 2026-07-24 to 2026-11-21',
      recordScope: 'matters of the County Board, by words in the title',
    });
  });

  it('keeps persons out: appointments, honors, requesters and sponsors', async () => {
    for (const address of [chicago, philadelphia]) {
      const answer = await service.call(tool, { address });
      expect(answer.state).toBe('found');
      expect(JSON.stringify(answer)).not.toMatch(/planted|555-010/i);
    }
  });

  it('takes a planned action for its words, with the county board beside the city council', async () => {
    const answer = await service.call(tool, { address: chicago, ownerActions: ['contest_assessment'] });
    expect(listed(answer)).toEqual([
      {
        number: '26-9902',
        topics: ['contest_assessment'],
        title: 'SYNTHETIC change of the property tax relief ordinance',
        type: 'Ordinance',
        status: 'IN COMMITTEE',
        introducedOn: '2026-10-22',
        url: 'https://cook-county.legistar.com/gateway.aspx?m=l&id=9001',
        citation: 'c2',
      },
    ]);
    expect(answer.facts?.systems).toEqual([
      {
        elsewhereMatterCount: 1,
        name: 'Cook County Board of Commissioners matters (Legistar)',
        from: '2026-07-24',
        introducedMatterCount: 3,
        topicMatterCount: 2,
        citation: 'c2',
      },
    ]);
    const unit = await service.call(tool, { address: philadelphia, ownerActions: ['add_dwelling_unit'] });
    expect(listed(unit)).toEqual([
      {
        number: '269901',
        url: 'https://phila.legistar.com/gateway.aspx?m=l&id=9000',
        title: 'SYNTHETIC: amending Title 14, "Zoning and Planning", by accessory dwelling units',
        topics: ['add_dwelling_unit'],
        type: 'Bill',
        status: 'IN COMMITTEE',
        introducedOn: '2026-11-01',
        citation: 'c1',
      },
    ]);
  });

  it('lists five matters, those at the address and on its street first, and counts the others', async () => {
    const titles = [
      ...Array.from({ length: 6 }, (_, at) => `SYNTHETIC zoning text amendment ${at}`),
      'SYNTHETIC zoning of N LaSalle St',
      'SYNTHETIC zoning at 121 N LaSalle St',
    ];
    const matters = (count: number) =>
      repeated(count, (at) => ({
        ...{ title: titles.at(at - count), recordNumber: `O2026-1${at}`, matterId: `SYNTHETIC-${at}` },
      }));
    const args = { address: chicago, domains: ['zoning'] };
    const answer = await askWith({ 'chicago-legislation': matters(8) }, tool, args);
    expect(listed(answer).map(({ number, names }) => [number, names])).toEqual([
      ['O2026-17', 'address'],
      ['O2026-16', 'street'],
      ['O2026-10', undefined],
      ['O2026-11', undefined],
      ['O2026-12', undefined],
    ]);
    expect(answer.facts?.mattersLeftOut).toBe(3);
    expect(answer.summary).toEqual(
      '8 council matters on zoning for 121 N LASALLE ST, CHICAGO, IL, 60602 (2 naming the address or its street), searched in Chicago City Clerk eLMS matters since 2026-08-23 and Cook County Board of Commissioners matters (Legistar) since 2026-07-24.',
    );
    const five = await askWith({ 'chicago-legislation': matters(5) }, tool, args);
    expect([listed(five).length, five.facts?.mattersLeftOut]).toEqual([5, undefined]);
  });

  it('says what was searched and what could not be read', async () => {
    expect((await service.call(tool, { address: chicago })).summary).toEqual(
      '5 council matters on 13 topics for 121 N LASALLE ST, CHICAGO, IL, 60602 (2 naming the address or its street, 2 more naming other sites), searched in Chicago City Clerk eLMS matters since 2026-08-23 and Cook County Board of Commissioners matters (Legistar) since 2026-07-24.',
    );
    const both = { 'chicago-legislation': 'http500', 'cook-county-legislation': 'http500' } as const;
    expect(pick(await askWith(both, tool, { address: chicago }), 'state', 'summary', 'facts', 'verifyNext')).toEqual({
      state: 'unavailable',
      summary:
        'Chicago City Clerk eLMS matters and Cook County Board of Commissioners matters (Legistar) could not be read for 121 N LASALLE ST, CHICAGO, IL, 60602, so council matters are not known.',
      verifyNext: [
        {
          action: 'Read the matter, its text and its next hearing',
          with: 'Office of the City Clerk, City of Chicago',
          url: 'https://chicityclerkelms.chicago.gov/',
        },
        {
          action: 'Read the matter, its text and its next hearing',
          with: 'Cook County Board of Commissioners',
          url: 'https://cook-county.legistar.com/Legislation.aspx',
        },
      ],
    });
    expect(pick(await service.call(tool, { address: biloxi }), 'summary', 'searched', 'verifyNext')).toEqual({
      summary: 'No council legislation source was queried for 140 LAMEUSE ST, BILOXI, MS, 39530: none is wired here.',
      searched: [
        {
          source: 'wired council legislation sources',
          area: '140 LAMEUSE ST, BILOXI, MS, 39530',
          state: 'not_covered',
          reason:
            'No legislation source is wired for Harrison County, MS. Not covered never means that no records exist.',
        },
      ],
      verifyNext: [
        {
          action: 'Look it up with the official clerk',
          with: 'clerk of Biloxi, MS (outside its limits: Harrison County)',
        },
        { action: 'Ask for coverage of this place', with: 'svc_request_coverage' },
      ],
    });
  });

  it.each([
    ['San Francisco Board', { latitude: 37.7793, longitude: -122.4193 }],
    ['King County Council', { latitude: 47.6036, longitude: -122.3294 }],
    ['Honolulu City Council', { latitude: 21.3045, longitude: -157.8556 }],
    ['Maui County Council', { latitude: 20.8893, longitude: -156.505 }],
  ])('reads the %s by the county of a point', async (council, point) => {
    const answer = await service.call(tool, { ...point, domains: ['short_term_rental'] });
    expect(listed(answer).map(({ number }) => number)).toEqual(['269951']);
    expect(answer.summary).toContain(council);
  });

  it('is empty where no title mentions the topic, which is not to say that there is no law', async () => {
    const answer = await service.call(tool, { address: philadelphia, domains: ['water_and_utilities'] });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
    expect(answer.summary).toMatch(/^No council matter on water and utilities for .*, searched in .* since 2026-07-24/);
  });

  it.each([
    [raleigh, /BoardDocs/],
    [newYork, /token/],
    [biloxi, /never means that no records exist/],
  ])('%s is not covered, with the reason, the office and the places that are', async (address, why) => {
    const answer = await service.call(tool, { address });
    expect(answer.state).toBe('not_covered');
    expect(answer.limits.join(' ')).toMatch(why);
    expect(answer.limits.join(' ')).toMatch(/wired for Chicago, IL; Cook County, IL; .*Philadelphia, PA/);
    expect(answer.verifyNext[0]?.action).toMatch(/clerk/);
  });

  it('is partial where one council does not answer, unavailable where none does', async () => {
    const args = { address: chicago, domains: ['zoning'] };
    const partial = await askWith({ 'cook-county-legislation': 'http500' }, tool, args);
    expect(partial.state).toBe('partial');
    expect(partial.summary).toMatch(/Cook County Board of Commissioners .* could not be read/);
    for (const fault of ['http500', 'html200', 'wrongShape'] as const) {
      const none = await askWith({ 'philadelphia-legislation': fault }, tool, { address: philadelphia });
      expect(none.state).toBe('unavailable');
      expect(none.facts).toBeUndefined();
    }
  });

  it.each([
    [{ address: chicago, domains: ['crime'] }],
    [{ address: chicago, ownerActions: [] }],
    [{ domains: ['zoning'] }],
    [{ address: chicago, sponsor: 'x' }],
  ])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ status: 400 });
  });
});
