import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { withRows } from '../../upstreams/edits.ts';
import { askWith, hartford, raleigh } from '../ask.ts';

const tool = 'svc_environmental_history';
const cards = ['epa-npl', 'epa-sems', 'epa-acres', 'epa-rcra', 'epa-tri'] as const;
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the registers of the county with dates, and what of it lies within a mile of the address', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.facts).toEqual({
      nationalPriorities: {
        count: 2,
        byDistance: [{ withinMeters: 1609, count: 2 }],
        sites: [
          {
            epaId: 'NCD000000001',
            name: 'SYNTHETIC PLATING WORKS',
            status: 'NPL Site',
            proposedOn: '1983-09-08',
            listedOn: '1984-09-21',
            constructionCompletedOn: '2007-09-27',
          },
          {
            epaId: 'NCD000000002',
            name: 'SYNTHETIC OLD DUMP',
            status: 'Deleted NPL Site',
            listedOn: '1990-02-21',
            deletedOn: '2011-10-05',
          },
        ],
        citation: 'c1',
      },
      otherSuperfund: {
        count: 4,
        archivedSiteCount: 1,
        withoutCoordinates: 2,
        byDistance: [{ withinMeters: 1609, count: 2 }],
        citation: 'c2',
      },
      brownfields: { count: 2, byDistance: [{ withinMeters: 1609, count: 2 }], citation: 'c3' },
      hazardousWasteHandlers: { count: 4, citation: 'c4' },
      toxicReleases: {
        reportingYear: 2024,
        facilityCount: 3,
        onSitePounds: 1540.5,
        onSiteDioxinGrams: 0.0739,
        citation: 'c5',
      },
    });
  });

  it('states no distances for a county queried by name', async () => {
    const answer = await service.call(tool, { state: 'NC', county: 'Wake' });
    expect(answer.facts?.nationalPriorities).not.toHaveProperty('byDistance');
  });

  it('finds Connecticut under its old county', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(answer.facts).toEqual({
      nationalPriorities: {
        count: 1,
        byDistance: [{ withinMeters: 1609, count: 0 }],
        sites: [
          { epaId: 'CTD000000001', name: 'SYNTHETIC SOLVENTS', status: 'Proposed NPL Site', proposedOn: '2024-03-07' },
        ],
        citation: 'c1',
      },
      otherSuperfund: {
        count: 1,
        archivedSiteCount: 0,
        withoutCoordinates: 0,
        byDistance: [{ withinMeters: 1609, count: 1 }],
        citation: 'c2',
      },
      hazardousWasteHandlers: { count: 1, citation: 'c4' },
    });
  });

  it('is partial where one register fails, from the mirrors where all do, unavailable without either', async () => {
    const one = await askWith({ 'epa-npl': 'http500' }, tool, { address: raleigh });
    expect(one.state).toBe('partial');
    expect(one.summary).toMatch(/not read: nationalPriorities/);
    const all = Object.fromEntries(cards.map((card) => [card, 'http500'] as const));
    expect((await askWith(all, tool, { address: raleigh })).state).toBe('unavailable');
    const service = await openService();
    for (const card of cards) service.upstreams.setFault(card, 'http500');
    const answer = await service.call(tool, { address: raleigh });
    await service.close();
    expect(answer.state).toBe('partial');
    expect(answer.facts).toEqual({
      otherSuperfund: {
        count: 2,
        archivedSiteCount: 0,
        withoutCoordinates: 1,
        byDistance: [{ withinMeters: 1609, count: 1 }],
        citation: 'c1',
      },
      brownfields: { count: 1, byDistance: [{ withinMeters: 1609, count: 1 }], citation: 'c2' },
      hazardousWasteHandlers: { count: 1, citation: 'c2' },
      toxicReleases: {
        reportingYear: 2024,
        facilityCount: 3,
        onSitePounds: 1540.5,
        onSiteDioxinGrams: 0.0739,
        citation: 'c3',
      },
    });
  });

  it.each([[{}], [{ state: 'NC' }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('lists the first sites of a long list and counts the rest', async () => {
    const { facts = {} } = await askWith(
      {
        'epa-npl': withRows(30, (_, at) => ({
          Site_EPA_ID: `NCD0000009${String(at).padStart(2, '0')}`,
          Site_Name: `SYNTHETIC ${at}`,
        })),
      },
      tool,
      { county: 'Wake', state: 'NC' },
    );
    const { sites, ...counts } = facts.nationalPriorities as { sites: object[] };
    expect(sites).toHaveLength(5);
    expect(counts).toEqual({ count: 30, leftOut: 25, citation: 'c1' });
  });
});
