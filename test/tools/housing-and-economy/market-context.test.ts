import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_market_context';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('puts prices, rents, jobs and housing together, each with its own date', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      prices: {
        latestYear: { value: 2025, citation: 'c1' },
        county: { value: 'Wake, NC', citation: 'c1' },
        latestIndex: { value: 160.1, unit: 'index', citation: 'c1' },
        changeOneYear: { value: 4, unit: 'percent', citation: 'c1' },
        changeFiveYears: { value: 21.67, unit: 'percent', citation: 'c1' },
        changeTenYears: { value: 48.02, unit: 'percent', citation: 'c1' },
      },
      rents: {
        rents: {
          twoBedrooms: 1613,
          efficiency: 1401,
          oneBedroom: 1441,
          threeBedrooms: 1998,
          fourBedrooms: 2522,
          unit: 'USD per month',
          citation: 'c2',
        },
        area: { note: 'fiscal year 2027', value: 'Raleigh, NC MSA', citation: 'c2' },
      },
      jobs: {
        unemploymentRate: { value: 3.4, unit: 'percent', citation: 'c3', note: 'preliminary' },
        period: { value: '2026-09', citation: 'c3' },
        unemploymentRateYearBefore: { value: 3.4, unit: 'percent', citation: 'c3' },
        laborForce: { value: 682_600, citation: 'c3' },
      },
      housing: {
        housingUnits: { value: 2210, unit: 'units', citation: 'c4', note: '± 96' },
        area: { value: 'census tract 37183050100', citation: 'c4' },
        vacant: { value: 1760, unit: 'units', citation: 'c4', note: '± 23' },
        ownerOccupied: { value: 1910, unit: 'units', citation: 'c4', note: '± 22' },
        renterOccupied: { value: 1760, unit: 'units', citation: 'c4', note: '± 23' },
        medianHomeValue: { value: 512_300, unit: 'USD', citation: 'c4', note: '± 28,400' },
        medianGrossRent: { value: 1488, unit: 'USD per month', citation: 'c4', note: '± 61' },
      },
      zipRents: {
        zip: '27601',
        twoBedrooms: 1750,
        fiscalYear: 2027,
        unit: 'USD per month',
        oneBedroom: 1560,
        threeBedrooms: 2160,
        citation: 'c5',
      },
      statePrices: { state: 'NC', quarter: '2026Q3', index: 532.5, changeOneYearPercent: 4.72, citation: 'c6' },
    });
    expect(answer.summary).toMatch(/^County price index 160\.1 in 2025, 4% on the year; HUD rent \$1,613 a month /);
    expect(answer.limits.join(' ')).toMatch(/none describes a property/);
  });

  it('keeps within the size of an answer, and states each part', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(tokensOf(answer)).toBeLessThanOrEqual(2000);
    expect(Object.keys(answer.components ?? {}).length).toBeGreaterThanOrEqual(4);
    for (const { state, reason } of Object.values(answer.components ?? {})) {
      if (state !== 'found' && state !== 'stale') expect(reason).toBeTruthy();
    }
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('is partial where one part fails, and names it', async () => {
    const answer = await askWith({ 'bls-laus': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.components?.jobs?.state).toMatch(/unavailable|partial/);
  });

  it('refuses a call without an address', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
