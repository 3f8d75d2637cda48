import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { withColumns } from '../../upstreams/edits.ts';
import { askWith, biloxi, listOf, raleigh } from '../ask.ts';

const tool = 'svc_fema_events';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('groups rows by declaration, keeps statewide ones apart and leaves reservations out', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      declarationCount: { value: 5, unit: 'declarations', citation: 'c1' },
      byIncidentType: [
        { incidentType: 'Tropical Storm', count: 2, latestOn: '2024-09-28', citation: 'c1' },
        { incidentType: 'Hurricane', count: 2, latestOn: '2016-10-10', citation: 'c1' },
        { incidentType: 'Biological', count: 1, latestOn: '2020-03-25', citation: 'c1' },
      ],
      events: [
        {
          id: 'DR-4827-NC',
          recordUrl: 'https://www.fema.gov/disaster/4827',
          type: 'major disaster',
          incidentType: 'Tropical Storm',
          title: 'TROPICAL STORM HELENE',
          declaredOn: '2024-09-28',
          scope: 'county',
          programs: ['IA', 'PA', 'HM'],
          citation: 'c1',
        },
        {
          id: 'EM-3617-NC',
          recordUrl: 'https://www.fema.gov/disaster/3617',
          type: 'emergency',
          incidentType: 'Tropical Storm',
          title: 'TROPICAL STORM HELENE',
          declaredOn: '2024-09-26',
          scope: 'statewide',
          programs: ['PA'],
          citation: 'c1',
        },
        {
          id: 'DR-4487-NC',
          recordUrl: 'https://www.fema.gov/disaster/4487',
          type: 'major disaster',
          incidentType: 'Biological',
          title: 'COVID-19 PANDEMIC',
          declaredOn: '2020-03-25',
          scope: 'statewide',
          programs: ['PA', 'HM'],
          citation: 'c1',
        },
        {
          id: 'DR-4285-NC',
          recordUrl: 'https://www.fema.gov/disaster/4285',
          type: 'major disaster',
          incidentType: 'Hurricane',
          title: 'HURRICANE MATTHEW',
          declaredOn: '2016-10-10',
          scope: 'county',
          programs: ['IA', 'PA', 'HM'],
          citation: 'c1',
        },
        {
          id: 'DR-1134-NC',
          recordUrl: 'https://www.fema.gov/disaster/1134',
          type: 'major disaster',
          incidentType: 'Hurricane',
          title: 'HURRICANE FRAN',
          declaredOn: '1996-09-06',
          scope: 'county',
          programs: ['IA', 'PA', 'HM'],
          citation: 'c1',
        },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain('Cherokee');
    expect(answer.limits.join(' ')).toMatch(/without a county/);
  });

  it('gives the same by county code and by ZIP', async () => {
    const wanted = (await service.call(tool, { address: raleigh })).facts;
    expect((await service.call(tool, { state: 'NC', countyFips3: '183' })).facts).toEqual(wanted);
    expect((await service.call(tool, { zip: '27601' })).facts).toEqual(wanted);
  });

  it('is empty for a county and state without a declaration', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/lists no declaration that designates Harrison County/);
  });

  it.each(['http403', 'http500', 'html200', 'wrongShape'] as const)('is unavailable on %s', async (fault) => {
    expect((await askWith({ openfema: fault }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it.each([
    [{}],
    [{ state: 'NC' }],
    [{ countyFips3: '183' }],
    [{ state: 'NC', countyFips3: 'Wake' }],
    [{ zip: '276' }],
  ])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('gives the dates of the incident where they are known', async () => {
    const dated = withColumns({
      incidentBeginDate: '2024-09-25T00:00:00.000Z',
      incidentEndDate: '2024-10-02T00:00:00.000Z',
    });
    const { facts } = await askWith({ openfema: dated }, tool, { address: raleigh });
    expect(listOf(facts, 'events')[0]).toEqual({
      id: 'DR-4827-NC',
      recordUrl: 'https://www.fema.gov/disaster/4827',
      type: 'major disaster',
      incidentType: 'Tropical Storm',
      title: 'TROPICAL STORM HELENE',
      declaredOn: '2024-09-28',
      incidentBegan: '2024-09-25',
      incidentEnded: '2024-10-02',
      scope: 'county',
      programs: ['IA', 'PA', 'HM'],
      citation: 'c1',
    });
  });
});
