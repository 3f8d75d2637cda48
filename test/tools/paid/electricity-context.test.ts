import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askRoute, askWhere, rows } from './answers.ts';

const electricity = 'svc-electricity-context';
const { raleigh, chicago, biloxi } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const call = (slug: string, given: object) => askRoute(service, slug, given);

describe(electricity, () => {
  test('gives candidates and the state averages of the newest month and year, each beside the year before', async () => {
    const answer = await call(electricity, { address: raleigh.address });
    expect(answer.components).toMatchObject({ utilities: { state: 'found' }, statePrices: { state: 'found' } });
    expect(answer.facts).toEqual({
      utilities: {
        territoriesAtPoint: [
          {
            eiaId: '99001',
            name: 'MADE-UP POWER COMPANY',
            type: 'INVESTOR OWNED',
            state: 'NC',
            customers: 1_400_000,
            alsoListedInCounty: true,
            citation: 'c1',
          },
          {
            eiaId: '99002',
            name: 'MADE-UP RIVER ELECTRIC MEMBER CORP',
            type: 'COOPERATIVE',
            state: 'NC',
            alsoListedInCounty: false,
            citation: 'c1',
          },
        ],
        listedInCounty: [
          { name: 'Made-up Power Company', eiaId: '99001', citation: 'c2' },
          { name: 'Town of Made-up (NC)', eiaId: '99004', citation: 'c2' },
        ],
      },
      monthlyPrices: [
        {
          state: 'NC',
          sector: 'residential',
          period: '2026-09',
          centsPerKilowattHour: 14.2,
          yearBeforeCentsPerKilowattHour: 12.5,
          citation: 'c3',
        },
        {
          state: 'NC',
          sector: 'commercial',
          period: '2026-09',
          centsPerKilowattHour: 10.65,
          yearBeforeCentsPerKilowattHour: 9.37,
          citation: 'c3',
        },
        {
          state: 'NC',
          sector: 'industrial',
          period: '2026-08',
          centsPerKilowattHour: 7.73,
          yearBeforeCentsPerKilowattHour: 6.79,
          citation: 'c3',
        },
      ],
      annualPrices: [
        {
          state: 'NC',
          sector: 'residential',
          period: '2025',
          centsPerKilowattHour: 14.2,
          yearBeforeCentsPerKilowattHour: 14.06,
          citation: 'c4',
        },
        {
          state: 'NC',
          sector: 'commercial',
          period: '2025',
          centsPerKilowattHour: 10.65,
          yearBeforeCentsPerKilowattHour: 10.54,
          citation: 'c4',
        },
        {
          state: 'NC',
          sector: 'industrial',
          period: '2024',
          centsPerKilowattHour: 7.73,
          yearBeforeCentsPerKilowattHour: 7.65,
          citation: 'c4',
        },
      ],
    });
    expect(rows(answer, 'monthlyPrices')).toEqual([
      {
        sector: 'residential',
        period: '2026-09',
        centsPerKilowattHour: 14.2,
        yearBeforeCentsPerKilowattHour: 12.5,
        state: 'NC',
        citation: 'c3',
      },
      {
        sector: 'commercial',
        period: '2026-09',
        state: 'NC',
        centsPerKilowattHour: 10.65,
        yearBeforeCentsPerKilowattHour: 9.37,
        citation: 'c3',
      },
      {
        sector: 'industrial',
        period: '2026-08',
        yearBeforeCentsPerKilowattHour: 6.79,
        state: 'NC',
        centsPerKilowattHour: 7.73,
        citation: 'c3',
      },
    ]);
    expect(rows(answer, 'annualPrices')).toEqual([
      {
        period: '2025',
        state: 'NC',
        sector: 'residential',
        centsPerKilowattHour: 14.2,
        yearBeforeCentsPerKilowattHour: 14.06,
        citation: 'c4',
      },
      {
        period: '2025',
        state: 'NC',
        sector: 'commercial',
        centsPerKilowattHour: 10.65,
        yearBeforeCentsPerKilowattHour: 10.54,
        citation: 'c4',
      },
      {
        period: '2024',
        state: 'NC',
        sector: 'industrial',
        centsPerKilowattHour: 7.73,
        yearBeforeCentsPerKilowattHour: 7.65,
        citation: 'c4',
      },
    ]);
  });

  test('is sold where one of the two answers, and names the other', async () => {
    const noPrices = await askWhere(electricity, { address: biloxi.address }, () => undefined);
    expect([noPrices.charged, noPrices.components?.statePrices?.state]).toEqual([true, 'empty']);
    expect(noPrices.summary).toContain('EIA publishes no average price of MS');
    const noMap = await askWhere(electricity, { address: raleigh.address }, ({ upstreams }) =>
      upstreams.setFault('hifld-electric-territories', 'http500'),
    );
    expect([noMap.charged, noMap.state, noMap.components?.utilities?.state]).toEqual([true, 'partial', 'unavailable']);
    expect(noMap.facts?.utilities).toBeUndefined();
  });

  test('a missing key is said, and never an empty answer', async () => {
    const setting = { SVC_KEY_EIA: '' };
    const answer = await askWhere(electricity, { address: raleigh.address }, () => undefined, true, setting);
    expect([answer.charged, answer.state]).toEqual([true, 'partial']);
    expect(answer.components?.statePrices).toEqual({
      state: 'unavailable',
      reason: expect.stringContaining('SVC_KEY_EIA'),
    });
    expect(answer.summary).toContain('could not be read');
  });

  test('is free where neither has anything', async () => {
    const answer = await askWhere(electricity, { address: chicago.address }, ({ upstreams }) =>
      upstreams.setFault('eia-retail-sales', 'http429'),
    );
    expect([answer.charged, answer.facts]).toEqual([false, undefined]);
  });
});
