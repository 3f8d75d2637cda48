import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, hartford, raleigh } from '../ask.ts';

const tool = 'svc_unemployment';
/** From September 2026 back to August 2025; of April 2026 there is no value. */
const monthsWithoutApril = (...rates: readonly number[]) =>
  Array.from({ length: 14 }, (_, at) => ({
    month: new Date(Date.UTC(2026, 8 - at)).toISOString().slice(0, 7),
    unemploymentRatePercent: rates[at % rates.length],
    citation: 'c1',
  })).filter(({ month }) => month !== '2026-04');
const wake = {
  unemploymentRate: { value: 3.4, unit: 'percent', note: 'preliminary', citation: 'c1' },
  period: { value: '2026-09', citation: 'c1' },
  unemploymentRateYearBefore: { value: 3.4, unit: 'percent', citation: 'c1' },
  laborForce: { value: 682_600, citation: 'c1' },
  county: { value: 'Wake County (37183)', citation: 'c1' },
  unemployed: { value: 23_200, citation: 'c1' },
  employed: { value: 659_400, citation: 'c1' },
  months: monthsWithoutApril(3.4, 3.5, 3.6),
};

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the newest month, the year before it and the labor force', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual(wake);
    const months = answer.facts?.months as { month: string; unemploymentRatePercent: number }[];
    expect(months).toHaveLength(13);
    expect(months.map(({ month }) => month)).not.toContain('2026-04');
    expect(JSON.stringify(answer)).not.toContain('99.9');
  });

  it('asks with the key in the address of a GET and never shows it', async () => {
    const before = service.upstreams.requests.length;
    const answer = await service.call(tool, { latitude: 41.8838, longitude: -87.6319 });
    const queried = service.upstreams.requests.slice(before).filter(({ cardId }) => cardId === 'bls-laus');
    expect(queried).toHaveLength(4);
    for (const { method, query } of queried) {
      expect(method).toBe('GET');
      expect(query).toContain('registrationkey=');
    }
    expect(JSON.stringify(answer)).not.toContain('synthetic-bls');
    expect(answer.facts).toEqual({
      unemploymentRate: { value: 5.1, unit: 'percent', citation: 'c1', note: 'preliminary' },
      county: { value: 'Cook County (17031)', citation: 'c1' },
      period: { value: '2026-09', citation: 'c1' },
      unemploymentRateYearBefore: { value: 5.1, unit: 'percent', citation: 'c1' },
      unemployed: { value: 131_000, citation: 'c1' },
      employed: { value: 2_437_000, citation: 'c1' },
      laborForce: { value: 2_568_000, citation: 'c1' },
      months: monthsWithoutApril(5.1, 5.2, 5.3),
    });
  });

  it('asks all series in one POST where no key is configured', async () => {
    const open = await openService({ mirrors: false, settings: { SVC_KEY_BLS: '' } });
    try {
      const answer = await open.call(tool, { address: raleigh });
      expect(answer.facts).toEqual(wake);
      const queried = open.upstreams.requests.filter(({ cardId }) => cardId === 'bls-laus');
      expect(queried.map(({ method }) => method)).toEqual(['POST']);
    } finally {
      await open.close();
    }
  });

  it('takes Connecticut by the set of codes that BLS uses', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(answer.facts).toEqual({
      county: { value: 'Capitol Planning Region (09110)', citation: 'c1' },
      unemploymentRate: { value: 3.6, unit: 'percent', citation: 'c1', note: 'preliminary' },
      period: { value: '2026-09', citation: 'c1' },
      unemploymentRateYearBefore: { value: 3.6, unit: 'percent', citation: 'c1' },
      unemployed: { value: 18_900, citation: 'c1' },
      employed: { value: 506_000, citation: 'c1' },
      laborForce: { value: 524_900, citation: 'c1' },
      months: monthsWithoutApril(3.6, 3.7, 3.8),
    });
  });

  it('is empty where BLS has no such series', async () => {
    const answer = await askWith({}, tool, { address: biloxi });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
  });

  it('reads the mirrored months, then the annual averages, where BLS fails, and says so', async () => {
    const broken = await openService();
    try {
      broken.upstreams.setFault('bls-laus', 'http500');
      const monthly = await broken.call(tool, { address: raleigh });
      expect(monthly.state).toBe('partial');
      expect(monthly.facts).toEqual({
        period: { value: '2026-09', citation: 'c1' },
        unemployed: { value: 20_250, citation: 'c1' },
        county: { value: 'Wake County (37183)', citation: 'c1' },
        unemploymentRate: { value: 3.3, unit: 'percent', citation: 'c1', note: 'preliminary' },
        unemploymentRateYearBefore: { value: 3.3, unit: 'percent', citation: 'c1' },
        employed: { value: 660_100, citation: 'c1' },
        laborForce: { value: 680_400, citation: 'c1' },
        months: [
          { month: '2026-09', unemploymentRatePercent: 3.3, citation: 'c1' },
          { month: '2026-08', unemploymentRatePercent: 3.2, citation: 'c1' },
          { month: '2026-07', unemploymentRatePercent: 3.1, citation: 'c1' },
          { month: '2026-06', unemploymentRatePercent: 3, citation: 'c1' },
          { month: '2026-05', unemploymentRatePercent: 3.3, citation: 'c1' },
          { month: '2026-04', unemploymentRatePercent: 3.2, citation: 'c1' },
          { month: '2026-03', unemploymentRatePercent: 3.1, citation: 'c1' },
          { month: '2026-02', unemploymentRatePercent: 3, citation: 'c1' },
          { month: '2026-01', unemploymentRatePercent: 3.3, citation: 'c1' },
          { month: '2025-12', unemploymentRatePercent: 3.2, citation: 'c1' },
          { month: '2025-11', unemploymentRatePercent: 3.1, citation: 'c1' },
          { month: '2025-10', unemploymentRatePercent: 3, citation: 'c1' },
          { month: '2025-09', unemploymentRatePercent: 3.3, citation: 'c1' },
        ],
      });
      expect(monthly.searched.map(({ state }) => state)).toEqual(['unavailable', 'found']);
      const annual = await broken.call(tool, { address: biloxi });
      expect(annual.state).toBe('partial');
      expect(annual.facts).toEqual({
        period: { value: '2025', citation: 'c2' },
        unemploymentRate: { value: 3.8, note: 'annual average', unit: 'percent', citation: 'c2' },
        county: { value: 'Harrison County, MS', citation: 'c2' },
        unemployed: { value: 3500, citation: 'c2' },
        laborForce: { value: 92_400, citation: 'c2' },
      });
    } finally {
      await broken.close();
    }
  });

  it('is unavailable where neither answers; an error inside a 200 is no empty answer', async () => {
    const answer = await askWith({ 'bls-laus': 'html200' }, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(JSON.stringify(answer.searched)).toContain('mirror sync bls-laus-monthly');
  });

  it('refuses half a point and unknown arguments', async () => {
    await expect(service.call(tool, { latitude: 35 })).rejects.toMatchObject({ status: 400 });
    await expect(service.call(tool, { address: raleigh, year: 2020 })).rejects.toMatchObject({ status: 400 });
  });
});
