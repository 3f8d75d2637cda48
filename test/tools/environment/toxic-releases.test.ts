import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { triFile } from '../../upstreams/sources/epa-tri.ts';
import { askWith } from '../ask.ts';

const tool = 'svc_toxic_releases';
const wake = { state: 'NC', county: 'Wake' };
const ofWake = {
  reportingYear: 2024,
  facilities: { count: 3, formCount: 4, formsWithoutQuantities: 1, citation: 'c1' },
  pounds: {
    onSite: 1540.5,
    ofThatAir: 1510.5,
    ofThatWater: 25,
    ofThatUndergroundInjection: 5,
    offSite: 12,
    citation: 'c1',
  },
  dioxinGrams: {
    onSite: 0.0739,
    ofThatAir: 0.0739,
    ofThatWater: 0,
    ofThatUndergroundInjection: 0,
    offSite: 0.001,
    citation: 'c1',
  },
  topFacilities: [
    { name: 'SYNTHETIC POWER', city: 'SYNTHETIC', onSitePounds: 1210.5, chemicalCount: 2, citation: 'c1' },
    { name: 'SYNTHETIC FOODS', city: 'SYNTHETIC', onSitePounds: 330, chemicalCount: 1, citation: 'c1' },
    { name: 'SYNTHETIC TOOLS', city: 'SYNTHETIC', chemicalCount: 1, citation: 'c1' },
  ],
  topChemicals: [
    { chemical: 'Hydrochloric acid', onSitePounds: 1210.5, facilityCount: 1, citation: 'c1' },
    { chemical: 'Ammonia', onSitePounds: 330, facilityCount: 1, citation: 'c1' },
  ],
};
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('sums pounds and grams apart and leaves certified forms without quantities', async () => {
    const answer = await service.call(tool, wake);
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual(ofWake);
    expect(Object.values(answer.citations)[0]?.sourceDate).toBe('reporting year 2024');
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('is empty for a county without a reporting facility', async () => {
    const answer = await service.call(tool, { state: 'NC', county: 'Hyde' });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
  });

  it('says that a newer year could not be read, where an older one could', async () => {
    const service = await openService({ now: '2027-11-21T12:00:00Z', mirrors: false });
    const answer = await service.call(tool, wake);
    await service.close();
    expect(answer.state).toBe('unavailable');
    expect(answer.searched[0]?.reason).toMatch(/file of neither 2026 nor 2025/);
  });

  it('falls back to the mirrored national file with the same sums', async () => {
    const service = await openService();
    service.upstreams.setFault('epa-tri', 'http500');
    const answer = await service.call(tool, wake);
    await service.close();
    expect(answer.state).toBe('partial');
    expect(answer.facts).toEqual(ofWake);
  });

  it.each(['http500', 'http404', 'html200', 'wrongShape', 'emptyBody'] as const)(
    'is unavailable on %s',
    async (fault) => {
      const answer = await askWith({ 'epa-tri': fault }, tool, wake);
      expect(answer.state).toBe('unavailable');
      expect(answer.facts).toBeUndefined();
    },
  );

  it('says what was searched, what it brought, and where to look', async () => {
    expect(pick(await service.call(tool, wake), 'summary', 'searched', 'verifyNext')).toEqual({
      summary:
        '3 facilities of Wake County, NC filed 4 forms for 2024: 1,541 pounds released on site, and 0.0739 grams of dioxins (Toxics Release Inventory).',
      searched: [
        {
          source: 'Toxics Release Inventory, basic data file',
          area: 'Wake County, NC',
          period: 'newest reporting year',
          state: 'found',
        },
      ],
      verifyNext: [
        {
          action: 'Open facilities with earlier years',
          with: 'EPA TRI Toxics Tracker',
          url: 'https://edap.epa.gov/public/extensions/TRIToxicsTracker/TRIToxicsTracker.html',
        },
      ],
    });
    expect((await service.call(tool, { state: 'NC', county: 'Hyde' })).summary).toEqual(
      'The Toxics Release Inventory of the newest year has no form of a facility in Hyde County, NC.',
    );
    expect((await askWith({ 'epa-tri': 'http500' }, tool, wake)).summary).toEqual(
      'The Toxics Release Inventory could not be read for Wake County, NC.',
    );
    // a Form A states no quantities
    const certified = { edit: (text: unknown) => String(text).replaceAll('"R","', '"A","') };
    expect(pick(await askWith({ 'epa-tri': certified }, tool, wake), 'summary', 'facts')).toEqual({
      summary:
        '3 facilities of Wake County, NC filed 4 forms for 2024: no quantities in pounds (Toxics Release Inventory).',
      facts: {
        reportingYear: 2024,
        facilities: { count: 3, formCount: 4, formsWithoutQuantities: 4, citation: 'c1' },
        topFacilities: [
          { name: 'SYNTHETIC POWER', city: 'SYNTHETIC', chemicalCount: 2, citation: 'c1' },
          { name: 'SYNTHETIC FOODS', city: 'SYNTHETIC', chemicalCount: 1, citation: 'c1' },
          { name: 'SYNTHETIC TOOLS', city: 'SYNTHETIC', chemicalCount: 1, citation: 'c1' },
        ],
        topChemicals: [],
      },
    });
  });

  it.each([[{}], [{ state: 'NC' }], [{ ...wake, zip: '27601' }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('lists the largest facilities and chemicals and counts the further ones', async () => {
    const forms = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        triFile
          .split('\n')[1]
          ?.replaceAll('SYNTHETIC POWER', `SYNTHETIC PLANT ${at}`)
          .replace('27601SYNTH1', `27601PLANT${at}`)
          .replace('Hydrochloric acid', `Acid ${at}`),
      ).join('\n');
    const withForms = (count: number) =>
      askWith({ 'epa-tri': { edit: (text) => `${text}${forms(count)}\n` } }, tool, wake);
    const { facts = {} } = await withForms(14);
    const lists = [facts.topFacilities, facts.topChemicals] as readonly unknown[][];
    expect(lists.map(({ length }) => length)).toEqual([6, 5]);
    expect(pick(facts, 'facilities', 'facilitiesLeftOut', 'chemicalsLeftOut')).toEqual({
      facilities: { count: 17, formCount: 18, formsWithoutQuantities: 1, citation: 'c1' },
      facilitiesLeftOut: 11,
      chemicalsLeftOut: 11,
    });
    // three facilities and two chemicals stand in the file: six and five are just as many as are listed
    expect(pick((await withForms(3)).facts, 'facilitiesLeftOut', 'chemicalsLeftOut')).toEqual({});
  });
});
