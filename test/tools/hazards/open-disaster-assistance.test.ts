import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { askWith, chicago, listOf, raleigh } from '../ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe('svc_open_disaster_assistance', () => {
  const tool = 'svc_open_disaster_assistance';

  it('keeps open registrations apart from other declarations, with days left and the nearest centers', async () => {
    const answer = await service.call(tool, { address: raleigh, monthsBack: 36 });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      openForRegistration: [
        {
          id: 'DR-4827-NC',
          recordUrl: 'https://www.fema.gov/disaster/4827',
          lastFilingOn: '2026-12-15',
          daysLeft: 24,
          incidentType: 'Tropical Storm',
          title: 'TROPICAL STORM HELENE',
          declaredOn: '2024-09-28',
          scope: 'county',
          citation: 'c1',
        },
      ],
      otherDeclarations: [
        {
          id: 'EM-3617-NC',
          recordUrl: 'https://www.fema.gov/disaster/3617',
          scope: 'statewide',
          programs: ['PA'],
          incidentType: 'Tropical Storm',
          title: 'TROPICAL STORM HELENE',
          declaredOn: '2024-09-26',
          citation: 'c1',
        },
      ],
      recoveryCenters: [
        {
          name: 'Synthetic Recovery Center',
          distanceMeters: 2000,
          street: '1 Synthetic Plaza',
          city: 'Synthetic City',
          zip: '27601',
          disasterNumber: '4827',
          citation: 'c2',
        },
        {
          name: 'Synthetic Recovery Center East',
          street: '1 Synthetic Plaza',
          city: 'Synthetic City',
          zip: '27601',
          disasterNumber: '4827',
          distanceMeters: 30_000,
          citation: 'c2',
        },
      ],
    });
    expect(answer.limits.join(' ')).toMatch(/not eligibility/);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED|555-010/);
  });

  it('keeps an open registration that was declared before the period', async () => {
    const answer = await service.call(tool, { address: raleigh, monthsBack: 1 });
    expect(answer.facts?.openForRegistration).toEqual([
      {
        id: 'DR-4827-NC',
        recordUrl: 'https://www.fema.gov/disaster/4827',
        incidentType: 'Tropical Storm',
        title: 'TROPICAL STORM HELENE',
        declaredOn: '2024-09-28',
        scope: 'county',
        lastFilingOn: '2026-12-15',
        daysLeft: 24,
        citation: 'c1',
      },
    ]);
    expect(answer.facts?.otherDeclarations).toBeUndefined();
  });

  it('answers a county by name with the centers of its state', async () => {
    const answer = await service.call(tool, { state: 'NC', county: 'Wake' });
    expect(answer.facts?.recoveryCenters).toHaveLength(3);
    expect(answer.summary).toMatch(/3 open recovery centers in the state/);
  });

  it('closes on the day after the last filing date', async () => {
    const later = await openService({ now: '2026-12-16T12:00:00Z', mirrors: false });
    try {
      const answer = await later.call(tool, { address: raleigh, monthsBack: 36 });
      expect(answer.facts?.openForRegistration).toEqual([]);
      expect(answer.facts?.otherDeclarations).toEqual([
        {
          id: 'DR-4827-NC',
          recordUrl: 'https://www.fema.gov/disaster/4827',
          lastFilingOn: '2026-12-15',
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
          incidentType: 'Tropical Storm',
          title: 'TROPICAL STORM HELENE',
          declaredOn: '2024-09-26',
          scope: 'statewide',
          programs: ['PA'],
          citation: 'c1',
        },
      ]);
    } finally {
      await later.close();
    }
  });

  it('is empty with its search extent where neither source has anything', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/Cook County, IL since 2025-05-21/);
  });

  it('is partial where one source fails, unavailable where both do', async () => {
    const one = await askWith({ openfema: 'http403' }, tool, { address: raleigh });
    expect(one.state).toBe('partial');
    expect(one.summary).toMatch(/open registrations are unknown/);
    const both = await askWith({ openfema: 'http403', 'fema-drc': 'error200' }, tool, { address: raleigh });
    expect(both.state).toBe('unavailable');
  });

  it.each([{}, { state: 'NC' }, { latitude: 35 }, { address: raleigh, monthsBack: 0 }])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('counts what one list leaves out where the other is short', async () => {
    const many = repeated(7, (index) => ({
      disasterNumber: 4900 + index,
      femaDeclarationString: `DR-${4900 + index}-NC`,
      declarationDate: '2026-09-28T00:00:00.000Z',
      lastIAFilingDate: null,
    }));
    const { facts } = await askWith({ openfema: many }, tool, { address: raleigh });
    expect([listOf(facts, 'otherDeclarations').length, facts?.declarationsLeftOut]).toEqual([5, 1]);
  });

  it('lists five of each and counts the others', async () => {
    const many = {
      openfema: repeated(14, (index) => ({
        disasterNumber: 4900 + index,
        femaDeclarationString: `DR-${4900 + index}-NC`,
        declarationDate: '2026-09-28T00:00:00.000Z',
      })),
      'fema-drc': repeated(8, (index) => ({ drc_name: `Synthetic Center ${index}` })),
    };
    const { facts } = await askWith(many, tool, { address: raleigh });
    const counts = ['openForRegistration', 'otherDeclarations', 'recoveryCenters'].map(
      (name) => listOf(facts, name).length,
    );
    expect([counts, facts?.declarationsLeftOut, facts?.centersLeftOut]).toEqual([[2, 5, 5], 5, 3]);
  });
});
