import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, chicago, hartford, raleigh } from '../ask.ts';

const tool = 'svc_coastal_county_overlays';
const beaufortNc = { latitude: 34.7182, longitude: -76.6639 };
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the evacuation zone that is called first in Florida, and asks for none elsewhere', async () => {
    const tampa = { latitude: 27.9478, longitude: -82.4584 };
    const answer = await service.call(tool, tampa);
    expect(answer.facts?.evacuationZone).toEqual({ zone: 'A', citation: expect.stringMatching(/^c\d$/) });
    expect(answer.summary).toMatch(/; evacuation zone "A"\.$/);
    const inland = await service.call(tool, { latitude: 28.5383, longitude: -81.3792 });
    expect(inland.components?.evacuationZone).toEqual({ state: 'empty' });
    expect(inland.summary).toMatch(/; in no evacuation zone\.$/);
    const failed = await askWith({ 'fdem-evacuation-zones': 'error200' }, tool, tampa);
    expect([failed.state, failed.facts?.evacuationZone]).toEqual(['partial', undefined]);
    expect(failed.summary).toMatch(/; evacuation zones could not be read\.$/);
    expect((await service.call(tool, { address: biloxi })).components?.evacuationZone).toBeUndefined();
  });

  it('gives the barrier unit and the flood zones at a point, and a further unit near it', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      floodZones: [
        {
          zone: 'VE',
          coastalWaveZone: true,
          meaning: 'Coastal 1% annual chance flood with wave action; base flood elevation determined',
          citation: 'c1',
        },
        { zone: 'X', coastalWaveZone: false, subtype: 'AREA OF MINIMAL FLOOD HAZARD', citation: 'c1' },
      ],
      coastalBarrierUnits: [{ barrierUnit: 'MS-99', name: 'Synthetic Point', unitType: 'System Unit', citation: 'c2' }],
      coastalBarrierUnitsNearby: [
        {
          barrierUnit: 'MS-98P',
          name: 'Synthetic Island',
          unitType: 'Otherwise Protected Area',
          withinMeters: 150,
          citation: 'c2',
        },
      ],
      stateProgram: {
        program: 'Mississippi Coastal Program, coastal area',
        statute: 'Miss. Code 57-15-6(1)(f)',
        verification: 'statute_text',
        citation: 'c3',
      },
      nationalProgram: { standing: 'participates', citation: 'c4' },
    });
    expect(answer.verifyNext[0]?.with).toBe('US Fish and Wildlife Service');
    expect(answer.summary).toMatch(
      /give flood Zone VE.* and coastal barrier unit MS-99; the statute of Mississippi Coastal Program, coastal area names Harrison County, MS/,
    );
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('names the state program whose statute names the county, with its citation', async () => {
    const answer = await service.call(tool, { ...beaufortNc, county: 'Carteret' });
    expect(answer.facts?.stateProgram).toMatchObject({
      program: 'Coastal Area Management Act',
      statute: 'G.S. 113A-103(2)',
      verification: 'statute_text',
    });
    expect(answer.components?.stateProgram).toEqual({ state: 'found' });
    expect(answer.verifyNext[0]).toEqual({
      with: 'Coastal Area Management Act, North Carolina',
      action: 'Ask whether the program applies and what it asks of this place',
      url: 'https://www.deq.nc.gov/about/divisions/coastal-management',
    });
    expect(answer.limits.join(' ')).not.toMatch(/county given/);
    const wrong = await service.call(tool, { ...beaufortNc, county: 'Dare' });
    expect(wrong.limits.join(' ')).toMatch(/county given is not the county of the point, Carteret County, NC/);
  });

  it('is found without a barrier unit inland, and empty where neither map draws anything', async () => {
    const inland = await service.call(tool, { address: raleigh });
    expect(inland.components).toEqual({
      floodMap: { state: 'found' },
      coastalBarriers: { state: 'empty' },
      stateProgram: {
        state: 'not_covered',
        reason:
          'no statute of the table (North Carolina, South Carolina, Virginia, Connecticut, Washington, Maryland, Delaware, Alabama, Georgia, Mississippi, Louisiana) names Wake County, NC; other coasts have programs too',
      },
    });
    expect(inland.facts?.coastalBarrierUnits).toBeUndefined();
    const nothing = await service.call(tool, { address: chicago });
    expect(nothing.state).toBe('empty');
    expect(nothing.facts).toBeUndefined();
    const unmapped = await service.call(tool, { address: hartford });
    expect(unmapped.components?.floodMap?.state).toBe('not_covered');
    expect(unmapped.summary).toMatch(/no digital flood map/);
  });

  it('is partial where one map fails, unavailable where both do', async () => {
    const partial = await askWith({ 'usfws-cbrs': 'error200' }, tool, { address: biloxi });
    expect(partial.state).toBe('partial');
    expect(partial.summary).toMatch(/coastal barrier maps that could not be read/);
    const none = await askWith({ 'usfws-cbrs': 'http500', 'fema-nfhl': 'http500' }, tool, { address: biloxi });
    expect(none.state).toBe('unavailable');
    expect(none.facts).toBeUndefined();
  });

  it.each([[{ county: 'Carteret' }], [{ latitude: 34.7 }], [{ address: biloxi, state: 'MS' }]])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ status: 400 });
    },
  );
});
