import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Brief } from '../../../src/products/shared/brief.ts';
import { sameKind, spreadOf, valuePerSize } from '../../../src/products/shared/comparables/select.ts';
import { openService, type TestService } from '../../harness.ts';
import { askPaid, whileFailing } from '../../tools/paid/sold.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const parcel = (fields: object, distanceMeters?: number) => ({
  row: { fields },
  ...(distanceMeters !== undefined && { distanceMeters }),
});

describe('parcels of the same kind', () => {
  const others = [
    parcel({ parcelId: 'a', propertyClass: 'RESIDENTIAL ', landUse: 'Store', neighborhood: '2' }, 10),
    parcel({ parcelId: 'b', propertyClass: 'Commercial', landUse: 'House', neighborhood: '1' }, 20),
    parcel({ parcelId: 'c', propertyClass: 'Residential', landUse: 'House', neighborhood: '1' }, 30),
    parcel({ parcelId: 'd' }, 40),
  ];
  const ids = (own: object) => sameKind({ own: { fields: own }, others })?.parcels.map(({ row }) => row.fields);

  test('have the class of the record, its own neighborhood first', () => {
    expect(ids({ propertyClass: 'Residential', neighborhood: '1', landUse: 'Store' })).toMatchObject([
      { parcelId: 'c' },
      { parcelId: 'a' },
    ]);
  });

  test('have its use where it has no class, and are none where it has neither', () => {
    expect(ids({ landUse: 'house' })).toMatchObject([{ parcelId: 'b' }, { parcelId: 'c' }]);
    expect(sameKind({ own: { fields: { neighborhood: '1' } }, others })).toBeUndefined();
  });
});

test('divides a recorded value by a recorded size only where the record has both', () => {
  expect(valuePerSize({ totalValue: 300000, livingArea: 1500, buildingArea: 3000 })).toBe(200);
  expect(valuePerSize({ totalValue: 300000, buildingArea: 3000 })).toBe(100);
  expect(valuePerSize({ totalValue: 300000, livingArea: 0 })).toBeUndefined();
  expect(valuePerSize({ livingArea: 1500 })).toBeUndefined();
});

test('sums figures up from five on', () => {
  expect(spreadOf([5, 1, 2, 3])).toBeUndefined();
  expect(spreadOf([5, 1, 2, 3, 9])).toEqual({ count: 5, lowest: 1, median: 3, highest: 9 });
  expect(spreadOf([5, 1, 2, 3, 9, 4])).toEqual({ count: 6, lowest: 1, median: 3.5, highest: 9 });
});

describe('sold', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService();
  });
  afterAll(() => service.close());

  const section = (body: object, id: string) => (body as Brief).sections.find((one) => one.id === id);
  const rowsOf = (body: object, id: string) => {
    const table = section(body, id)?.tables?.[0];
    const keys = table?.columns.map(({ key }) => key) ?? [];
    return (table?.rows ?? []).map(({ cells }) => Object.fromEntries(cells.map((cell, at) => [keys[at], cell])));
  };
  const challenge = 'svc-valuation-challenge';

  test('the grid has the parcel first, then those of its class, and neither another class nor an owner', async () => {
    const { body } = await askPaid(service, challenge, { address: samplePlaces.raleigh.address, priceUsd: 1 });
    const rows = rowsOf(body, 'comparable_parcels');
    expect(rows[0]).toMatchObject({ which: 'this parcel', siteAddress: '222 W HARGETT ST', totalValue: 12800000 });
    expect(rows.slice(1).map(({ which }) => which)).toEqual(rows.slice(1).map(() => 'nearby'));
    expect(new Set(rows.map(({ propertyClass }) => propertyClass))).toEqual(new Set(['Exempt']));
    const distances = rows.slice(1).map(({ distance }) => Number(distance));
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(
      rows.every(
        ({ totalValue, livingArea, valuePerSize: by }) =>
          by === Math.round((Number(totalValue) / Number(livingArea)) * 100) / 100,
      ),
    ).toBe(true);
    expect(JSON.stringify(body)).not.toContain('PLANTED');
  });

  test('sales carry what the parcel layer says of what was sold, those of the same class first', async () => {
    const { body } = await askPaid(service, challenge, { address: samplePlaces.raleigh.address, priceUsd: 1 });
    const sales = rowsOf(body, 'comparable_sales');
    expect(sales.map(({ price, sameClass, yearBuilt }) => [price, sameClass, yearBuilt])).toEqual([
      [7400000, true, 1991],
      [3950000, true, 1988],
      [1850000, false, 1925],
    ]);
    expect(section(body, 'comparable_sales')?.facts.map(({ label, value }) => [label, value])).toEqual([
      ['Sales', 3],
      ['Sales of same class', 2],
      ['Class and size from', 'Raleigh and Wake County property layer'],
    ]);
    // the short list of the free tool would say the same once more
    expect(section(body, 'parcel_transfers')).toBeUndefined();
  });

  test('a place whose sales are kept by parcel joins them by number, and counts its own sale for none', async () => {
    const { body } = await askPaid(service, challenge, { address: samplePlaces.chicago.address, priceUsd: 1 });
    const sales = rowsOf(body, 'comparable_sales');
    expect(sales.map(({ price, parcelsInSale }) => [price, parcelsInSale])).toEqual([[410000, 2]]);
  });

  test('a parcel layer that fails is reported, and the sales stand without it', async () => {
    const { charged, body } = await whileFailing(
      (cardId) => ['raleigh-parcel', 'nc-onemap-parcels'].includes(cardId),
      (own) => askPaid(own, challenge, { address: samplePlaces.raleigh.address, priceUsd: 1 }),
    );
    expect(charged).toBe(true);
    // the county's own layer answers in place of the city's
    expect(rowsOf(body, 'comparable_parcels')[0]).toMatchObject({ which: 'this parcel' });
    expect(section(body, 'comparable_parcels')?.note).toMatch(/^Wake County/);
  });
});
