import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { raleigh } from '../ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe('svc_data_center_watch', () => {
  const tool = 'svc_data_center_watch';

  it('lists searches, the most local first, and runs none', async () => {
    const before = service.upstreams.requests.length;
    const answer = await service.call(tool, { state: 'NC', county: 'Wake', municipality: 'Apex' });
    expect(service.upstreams.requests.length).toBe(before);
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      queries: [
        {
          topic: 'rezoning_and_site_plans',
          search: '"data center" OR "data processing facility" OR "server farm" OR "hyperscale" Apex',
          with: 'planning department and planning board agendas of Apex',
          looksFor: 'rezoning cases, site plans, special use permits, neighborhood meeting notices',
          citation: 'c1',
        },
        {
          topic: 'code_definition',
          search: '"data center" definition zoning Apex',
          with: 'code of ordinances of Apex (svc_ordinance_leads)',
          looksFor: 'whether and where the use is allowed, noise and setback rules, moratoria',
          citation: 'c1',
        },
        {
          topic: 'incentives',
          search: '"data center" "tax abatement" OR "economic development agreement" Wake County',
          with: 'governing board minutes of Wake County',
          looksFor: 'agreements, public hearings, project code names',
          citation: 'c1',
        },
        {
          topic: 'state_legislation',
          search: '"data center" North Carolina',
          with: 'legislature of North Carolina',
          url: 'https://www.ncleg.gov/',
          looksFor: 'bills on siting, sales tax exemption, water and power reporting',
          citation: 'c1',
        },
        {
          topic: 'utility_dockets',
          search: '"large load" OR "data center" tariff OR "service agreement" North Carolina',
          with: 'utility commission of North Carolina',
          looksFor: 'large-load tariffs, special contracts, new lines and substations',
          citation: 'c1',
        },
        {
          topic: 'air_permits',
          search: 'NAICS 518210 Apex, North Carolina',
          with: 'EPA ECHO facility search, then the state air agency',
          url: 'https://echo.epa.gov/facilities/facility-search',
          looksFor: 'permits for backup generators',
          citation: 'c1',
        },
        {
          topic: 'water_and_wastewater',
          search: '"data center" cooling water OR "industrial discharge" Apex',
          with: 'water utility and environmental agency of North Carolina',
          looksFor: 'capacity requests, withdrawals, discharge permits',
          citation: 'c1',
        },
        {
          topic: 'transmission_and_load',
          search: '"large load interconnection" North Carolina',
          with: 'Federal Energy Regulatory Commission, eLibrary, and the regional grid operator',
          url: 'https://elibrary.ferc.gov/',
          looksFor: 'interconnection filings and load forecasts',
          citation: 'c1',
        },
        {
          topic: 'known_sites',
          search: 'North Carolina, Wake County',
          with: 'IM3 Open Source Data Center Atlas, Pacific Northwest National Laboratory (from OpenStreetMap, not official)',
          url: 'https://im3.pnnl.gov/datacenter-atlas',
          looksFor: 'sites that exist and were mapped',
          citation: 'c1',
        },
      ],
    });
    const queries = answer.facts?.queries as readonly { topic: string; search: string; with: string }[];
    expect(queries[0]).toEqual({
      topic: 'rezoning_and_site_plans',
      search: expect.stringMatching(/Apex$/),
      with: 'planning department and planning board agendas of Apex',
      looksFor: 'rezoning cases, site plans, special use permits, neighborhood meeting notices',
      citation: 'c1',
    });
    expect(queries.map(({ topic }) => topic)).toContain('utility_dockets');
    expect(answer.summary).toMatch(/none was run and no project was found or ruled out/);
  });

  it('asks the state level alone where only the state is known', async () => {
    const answer = await service.call(tool, { state: 'MS' });
    const queries = answer.facts?.queries as readonly { topic: string }[];
    expect(queries.map(({ topic }) => topic)).not.toContain('rezoning_and_site_plans');
    expect(JSON.stringify(queries)).toMatch(/Mississippi/);
  });

  it('uses the county and city of an address', async () => {
    expect(JSON.stringify((await service.call(tool, { address: raleigh })).facts)).toMatch(/Raleigh.*Wake County/);
  });

  it('is unresolved where the state is none', async () => {
    expect((await service.call(tool, { state: 'ZZ' })).state).toBe('unresolved');
  });

  it.each([{}, { county: 'Wake' }, { municipality: 'Apex' }])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
