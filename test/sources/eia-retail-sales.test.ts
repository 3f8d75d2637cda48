import { describe, expect, it } from 'vitest';
import { statePrices } from '../../src/sources/eia-retail-sales/client.ts';
import { answering } from './answering.ts';

const row = {
  period: '2026-08',
  stateid: 'NC',
  sectorid: 'RES',
  price: '14.2',
  'price-units': 'cents per kilowatt-hour',
};
const ask = (data: readonly object[]) => statePrices(answering({ response: { data } }), 'NC', 'monthly');

describe('average prices of a state', () => {
  it('are empty only where there is no row, or none with a price', async () => {
    expect(await ask([row])).toMatchObject({ state: 'found', data: [{ centsPerKilowattHour: 14.2 }] });
    expect(await ask([])).toMatchObject({ state: 'empty' });
    expect(await ask([{ ...row, price: null }])).toMatchObject({ state: 'empty' });
  });

  it('are unavailable where the rows are of other states or in an unknown unit', async () => {
    expect(await ask([{ ...row, stateid: 'SC' }])).toMatchObject({ state: 'unavailable' });
    expect(await ask([{ ...row, 'price-units': 'dollars per megawatthour' }])).toMatchObject({ state: 'unavailable' });
  });
});
