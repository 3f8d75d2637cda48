import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns } from '../../upstreams/edits.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askWith, biloxi, chicago, hartford, newYork, raleigh } from '../ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_wildfire_risk', () => {
  const tool = 'svc_wildfire_risk';

  it("gives the publisher's class with the publisher's legend and the county's modelled frequency", async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      hazardClass: { value: 3, note: 'Publisher\'s legend: "Moderate"', citation: 'c1' },
      cellSize: { value: 270, unit: 'm', citation: 'c1' },
      county: { eventsPerYear: 1.25, expectedAnnualLossUsd: 100_004, citation: 'c2' },
    });
    expect(answer.citations.c1).toEqual({
      sourceDate: '2023 edition',
      sourceName: 'Wildfire Hazard Potential 2023, classified (270 m) (synthetic)',
      sourceUrl: 'https://doi.org/10.2737/RDS-2015-0047-4',
      evidence: expect.stringMatching(/^[2-9b-z]{12}-\d+$/),
      fetchedAt: '2026-11-21T12:00:00Z',
    });
    expect(JSON.stringify(answer)).not.toMatch(/RISK_|91\.5|99\.9|Relatively/);
  });

  it('names non-burnable land as the legend does, and never as a low class', async () => {
    const answer = await service.call(tool, { address: newYork });
    expect(answer.facts).toEqual({
      hazardClass: { value: 6, note: expect.stringContaining('Non-burnable'), citation: 'c1' },
      cellSize: { value: 270, unit: 'm', citation: 'c1' },
    });
  });

  it('tells a cell without data from a failure, and a value outside the legend from both', async () => {
    const empty = await service.call(tool, { address: chicago });
    expect(empty.components?.hazardPotential).toEqual({ state: 'empty' });
    expect(empty.facts?.hazardClass).toBeUndefined();
    const unknown = await service.call(tool, { address: hartford });
    expect(unknown.components?.hazardPotential).toEqual({
      state: 'unavailable',
      reason:
        'Wildfire Hazard Potential 2023, classified (270 m) answered in a shape that this service does not know; the source may have changed.',
    });
    expect(unknown.state).toBe('partial');
  });

  it("gives the zone of California's map, with whose map it is, and asks for none elsewhere", async () => {
    const { address } = samplePlaces.sanFrancisco;
    const answer = await service.call(tool, { address });
    expect(answer.facts?.stateZone).toEqual({
      severity: 'NonWildland',
      responsibilityArea: 'local',
      citation: expect.stringMatching(/^c\d$/),
    });
    expect(answer.summary).toMatch(/; the State Fire Marshal's map of local areas says "NonWildland"\.$/);
    const failed = await askWith({ 'calfire-fhsz': 'error200' }, tool, { address });
    expect([failed.state, failed.facts?.stateZone]).toEqual(['partial', undefined]);
    expect(failed.summary).toMatch(/fire hazard severity zones could not be read in full/);
    expect(JSON.stringify((await service.call(tool, { address: raleigh })).searched)).not.toContain('severity');
  });

  it('asks Connecticut by both codes', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(Object.values(answer.citations).map(({ recordId }) => recordId)).toContain('09110');
  });

  it('falls back to the mirrored county table and says so', async () => {
    const own = await openService();
    try {
      own.upstreams.setFault('fema-nri', 'http500');
      const answer = await own.call(tool, { address: raleigh });
      expect(answer.state).toBe('partial');
      expect(answer.components?.countyFrequency).toEqual({
        state: 'partial',
        reason: expect.stringMatching(/mirrored copy/),
      });
      expect(answer.facts?.county).toEqual({ eventsPerYear: 1.25, expectedAnnualLossUsd: 100_000, citation: 'c2' });
    } finally {
      await own.close();
    }
  });

  it('is unavailable where neither answers', async () => {
    const answer = await askWith({ 'usfs-whp': 'error200', 'fema-nri': 'html200' }, tool, { address: biloxi });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
  });

  it('says what was searched, what it brought, and whom to ask', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(pick(answer, 'summary', 'searched', 'verifyNext')).toEqual({
      summary:
        'The 2023 Wildfire Hazard Potential map puts the 270 m cell at the point in class 3 (legend: "Moderate"); the National Risk Index models 1.25 wildfire events a year for the county.',
      searched: [
        {
          source: 'Wildfire Hazard Potential 2023, classified (270 m)',
          area: 'the 270 m cell at the point',
          period: '2023 edition',
          state: 'found',
        },
        {
          source: 'National Risk Index, counties (frequencies and expected losses)',
          area: 'Wake County',
          state: 'found',
        },
      ],
      verifyNext: [
        {
          action: 'See the map and how it was made',
          with: 'USDA Forest Service Research Data Archive',
          url: 'https://doi.org/10.2737/RDS-2015-0047-4',
        },
        {
          action: 'Ask for the local fire hazard map and building rules',
          with: 'state forestry agency or fire marshal',
        },
      ],
    });
    expect((await service.call(tool, { address: chicago })).summary).toEqual(
      'The 2023 Wildfire Hazard Potential map has no value at the point.',
    );
    expect((await service.call(tool, { address: hartford })).summary).toEqual(
      'The Wildfire Hazard Potential map could not be read; the National Risk Index models 1.25 wildfire events a year for the county.',
    );
    expect((await service.call(tool, { address: newYork })).summary).toEqual(
      'The 2023 Wildfire Hazard Potential map puts the 270 m cell at the point in class 6 (legend: "Non-burnable").',
    );
  });

  it('gives of the county what its index gives', async () => {
    const bare = withColumns({ WFIR_AFREQ: null });
    const loss = await askWith({ 'fema-nri': bare }, tool, { address: raleigh });
    expect(pick(loss, 'facts', 'summary')).toEqual({
      summary:
        'The 2023 Wildfire Hazard Potential map puts the 270 m cell at the point in class 3 (legend: "Moderate").',
      facts: {
        hazardClass: { value: 3, citation: 'c1', note: 'Publisher\'s legend: "Moderate"' },
        cellSize: { value: 270, unit: 'm', citation: 'c1' },
        county: { expectedAnnualLossUsd: 100004, citation: 'c2' },
      },
    });
    const often = await askWith({ 'fema-nri': withColumns({ WFIR_EALT: null }) }, tool, { address: raleigh });
    expect(often.facts?.county).toEqual({ eventsPerYear: 1.25, citation: 'c2' });
  });

  it.each([{}, { address: raleigh, latitude: 35 }, { address: 5 }])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
