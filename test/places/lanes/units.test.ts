import { expect, test } from 'vitest';
import { parsePlace } from '../../../src/place/parse.ts';
import { houseNumber } from '../../../src/places/lanes/house-query.ts';
import { ofUnit, type ParcelRows } from '../../../src/places/lanes/parcel-tables.ts';
import { statesUnit } from '../../../src/places/lanes/street.ts';
import { register } from '../../part-reading.ts';

test.each([
  ['100 Gold St Apt 5B, New York, NY 10038', '100 Gold St', 'Apt 5B'],
  ['100 Gold St, Apt 5B, New York, NY', '100 Gold St', 'Apt 5B'],
  ['100 Gold St #5B, New York, NY', '100 Gold St', '#5B'],
  ['12 Maple Ct, Springfield, IL', '12 Maple Ct', undefined],
])('the unit of "%s" stands apart from its street line', (text, streetLine, unit) => {
  const parsed = parsePlace(text);
  expect([parsed.streetLine, parsed.unit]).toEqual([streetLine, unit]);
});

test.each([
  ['100 GOLD ST APT 5B', 'Apt 5B', true],
  ['100 GOLD ST 5B', '#5B', true],
  ['100 GOLD ST # 5-B', 'Unit 5B', true],
  ['100 GOLD ST UNIT B', 'Unit B', true],
  ['100 GOLD ST', 'Apt 5B', false],
  ['100 GOLD ST 5A', 'Apt 5B', false],
])('%s is of %s: %s', (line, unit, is) => expect(statesUnit(line, unit)).toBe(is));

test('of the lots that share a spot the one of the unit is the parcel, where one alone states it', () => {
  const row = (parcelId: string, siteAddress?: string) => ({
    fields: { parcelId, ...(siteAddress && { siteAddress }) },
  });
  const rows = (...data: readonly object[]) => ({ state: 'found', data, citation: register }) as unknown as ParcelRows;
  const numbers = (found: ParcelRows) => ('data' in found ? found.data.map(({ fields }) => fields.parcelId) : []);
  const lots = rows(row('1', '100 GOLD ST'), row('2', '100 GOLD ST APT 5A'), row('3', '100 GOLD ST APT 5B'));
  const of = (unit?: string) => numbers(ofUnit(lots, { ...(unit && { unit }) } as never));
  expect([of('Apt 5B'), of('Apt 9'), of()]).toEqual([['3'], ['1', '2', '3'], ['1', '2', '3']]);
});

test.each([
  ['27W130 Roosevelt Rd', '27W130'],
  ['W255N499 Grandview Blvd', 'W255N499'],
  ['N4321 County Road M', 'N4321'],
  ['94-123 Pupupuhi St', '94-123'],
  ['Main St & 3rd Ave', undefined],
])('the house number of "%s" is %s', (line, number) => expect(houseNumber([line])).toBe(number));
