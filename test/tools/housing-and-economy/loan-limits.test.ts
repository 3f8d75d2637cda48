import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, hartford, newYork, raleigh } from '../ask.ts';

const tool = 'svc_loan_limits';
let service: TestService;
let fresh: TestService;
beforeAll(async () => {
  service = await openService();
  fresh = await openService({ mirrors: false });
});
afterAll(async () => {
  await service.close();
  await fresh.close();
});

const baseline = { kind: 'baseline', baselineUsd: 832_750, ceilingUsd: 1_249_125, citation: 'c2' };
const ofWake = {
  county: { value: 'Wake County, NC', citation: 'c1', note: 'listed under 37183 (counties)' },
  allUnits: {
    value: { one: 832_750, two: 1_066_250, three: 1_288_800, four: 1_601_750 },
    unit: 'USD',
    citation: 'c1',
  },
  area: baseline,
};

/** At an address of Wake County the map of USDA is read too, before the areas of the limits are cited. */
const inTown = { insideUsdaIneligibleArea: { value: true, citation: 'c2' }, area: { ...baseline, citation: 'c3' } };

describe(tool, () => {
  it('gives the 2026 limit by address, and by state and county', async () => {
    const byAddress = await service.call(tool, { address: raleigh });
    expect(byAddress.state).toBe('found');
    expect(byAddress.facts).toEqual({
      limit: { value: 832_750, unit: 'USD', citation: 'c1' },
      year: 2026,
      units: 1,
      ...ofWake,
      ...inTown,
    });
    const byCounty = await service.call(tool, { state: 'NC', county: 'Wake', units: 2 });
    expect(byCounty.facts).toEqual({
      limit: { value: 1_066_250, unit: 'USD', citation: 'c1' },
      units: 2,
      year: 2026,
      ...ofWake,
    });
  });

  it('compares a proposed amount without advice', async () => {
    const above = await service.call(tool, { address: newYork, proposedLoanAmountUsd: 1_300_000 });
    expect(above.facts?.comparison).toEqual({
      relation: 'above_limit',
      differenceUsd: 50_875,
      proposedLoanAmountUsd: 1_300_000,
      citation: 'c1',
    });
    const equal = await service.call(tool, { address: newYork, proposedLoanAmountUsd: 1_249_125 });
    expect(equal.facts?.comparison).toEqual({
      relation: 'at_or_below_limit',
      differenceUsd: 0,
      proposedLoanAmountUsd: 1_249_125,
      citation: 'c1',
    });
  });

  it('takes Connecticut by planning region and says so', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(answer.facts?.county).toEqual({
      note: 'listed under 09110 (ct-planning-regions-2022)',
      value: 'Capitol Planning Region, CT',
      citation: 'c1',
    });
  });

  it('says what was searched, what it brought, and where to look', async () => {
    expect(
      pick(await service.call(tool, { address: raleigh, units: 2 }), 'summary', 'searched', 'limits', 'verifyNext'),
    ).toEqual({
      summary:
        "The 2026 conforming limit in Wake County, NC is $1,066,250 for 2 units, the baseline limit (FHFA full county list); USDA's rural housing loans leave the point out.",
      searched: [
        {
          source: 'Conforming loan limit values, full county list (Federal Housing Finance Agency), mirrored file',
          area: 'Wake County',
          period: '2026',
          recordScope: 'full county list of conforming loan limit values',
          state: 'found',
        },
        {
          source: 'USDA rural housing loans, ineligible areas',
          area: 'the point',
          state: 'found',
        },
      ],
      limits: [
        'Limits of one calendar year.',
        'A comparison of two amounts; it says nothing about eligibility or terms.',
        "USDA's map is one of several tests.",
      ],
      verifyNext: [{ action: 'Confirm with the lender which limits apply to the loan', with: 'lender' }],
    });
    const none = await service.call(tool, { state: 'WY', county: 'Albany' });
    expect(pick(none, 'state', 'summary', 'facts', 'searched', 'verifyNext')).toEqual({
      state: 'empty',
      summary: 'The FHFA list of 2026 conforming loan limits was queried for Albany County; it gave no limit.',
      searched: [
        {
          source: 'Conforming loan limit values, full county list (Federal Housing Finance Agency), mirrored file',
          area: 'Albany County',
          period: '2026',
          recordScope: 'full county list of conforming loan limit values',
          state: 'empty',
        },
      ],
      verifyNext: [
        {
          action: 'Look the county up in the published list',
          with: 'FHFA',
          url: 'https://www.fhfa.gov/data/conforming-loan-limit-cll-values',
        },
      ],
    });
    expect(pick(await service.call(tool, { address: 'North Carolina' }), 'state', 'summary')).toEqual({
      state: 'unresolved',
      summary: 'The FHFA list of 2026 conforming loan limits was queried for North Carolina; it gave no limit.',
    });
  });

  it.each([
    ['Los Angeles County, CA', 'high_cost_ceiling', 1_249_125],
    ['Arlington County, VA', 'high_cost_ceiling', 1_249_125],
    ['Denver County, CO', 'high_cost', 862_500],
    ['Honolulu County, HI', 'statutory', 1_249_125],
    ['Maui County, HI', 'statutory_high_cost', 1_299_500],
    ['Anchorage Municipality, AK', 'statutory', 1_249_125],
    ['Wake County, NC', 'baseline', 832_750],
  ])('answers from the list in the package where none is loaded: %s', async (name, kind, limit) => {
    const [county = '', state = ''] = name.split(', ');
    const answer = await fresh.call(tool, { state, county });
    expect(answer).toMatchObject({
      state: 'found',
      facts: { limit: { value: limit }, county: { value: name }, area: { kind } },
      citations: { c1: { sourceDate: '2026', fetchedAt: '2025-12-06T00:00:00Z' } },
    });
  });

  it('tells a point outside of the areas of USDA from a map that could not be read', async () => {
    const outside = await service.call(tool, { address: biloxi });
    expect(outside.facts?.insideUsdaIneligibleArea).toEqual({ value: false, citation: 'c2' });
    const renumbered = (body: unknown) => ('layers' in (body as object) ? { layers: [{ id: 4, name: 'RBS' }] } : body);
    const moved = await askWith({ 'usda-rural-eligibility': { edit: renumbered } }, tool, { address: raleigh });
    expect([moved.state, moved.facts?.insideUsdaIneligibleArea]).toEqual(['partial', undefined]);
    const failed = await askWith({ 'usda-rural-eligibility': 'error200' }, tool, { address: raleigh });
    expect([failed.state, failed.facts?.insideUsdaIneligibleArea]).toEqual(['partial', undefined]);
    expect(failed.summary).toMatch(/USDA's map of rural housing loans could not be read/);
  });

  it('refuses an address beside the state or county of another place', async () => {
    await expect(service.call(tool, { address: raleigh, state: 'CA', county: 'Los Angeles' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('North Carolina'),
    });
  });

  it('refuses five units and a negative amount', async () => {
    await expect(service.call(tool, { address: raleigh, units: 5 })).rejects.toMatchObject({ status: 400 });
    await expect(service.call(tool, { address: raleigh, proposedLoanAmountUsd: -1 })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('sets a proposed amount beside the limit', async () => {
    const answer = await service.call(tool, { address: raleigh, units: 2, proposedLoanAmountUsd: 900_000 });
    expect(answer.facts).toEqual({
      limit: { value: 1_066_250, unit: 'USD', citation: 'c1' },
      units: 2,
      year: 2026,
      ...ofWake,
      ...inTown,
      comparison: {
        proposedLoanAmountUsd: 900_000,
        relation: 'at_or_below_limit',
        differenceUsd: 166_250,
        citation: 'c1',
      },
    });
  });

  it('says by how much an amount is above the limit', async () => {
    const answer = await service.call(tool, { address: raleigh, proposedLoanAmountUsd: 900_000 });
    expect(answer.facts).toEqual({
      limit: { value: 832_750, unit: 'USD', citation: 'c1' },
      units: 1,
      year: 2026,
      ...ofWake,
      ...inTown,
      comparison: { proposedLoanAmountUsd: 900_000, relation: 'above_limit', differenceUsd: 67_250, citation: 'c1' },
    });
  });
});
