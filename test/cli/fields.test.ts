import { expect, test } from 'vitest';
import { describeField } from '../../src/fields/describe.ts';
import { sourceCards } from '../../src/sources/cards.ts';
import { nplSites } from '../../src/sources/epa-npl/client.ts';
import { withTableColumns } from '../../src/sources/sentinel/table-columns.ts';
import { tablesOf } from '../../src/sources/tables.generated.ts';

test('a field says which column it is, which date, and what it may be', () => {
  expect(describeField('listedOn', nplSites.fields.listedOn)).toEqual({
    name: 'listedOn',
    type: 'day',
    columns: 'Listing_Date',
    rules: ['listed', "the publisher's own day", 'never after today'],
  });
});

test('every day of a field table says which day it is, every area and length its unit', async () => {
  const tables = await Promise.all(Object.values(tablesOf).map((load) => load()));
  const fields = tables.flatMap((all) => Object.values(all).flatMap((table) => Object.entries(table.fields)));
  expect(fields.length).toBeGreaterThan(100);
  const silent = fields.filter(
    ([, { row }]) =>
      (row.type === 'day' && !row.means) || ((row.type === 'area' || row.type === 'length') && row.unit === undefined),
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('the probe of a layer with one table is held against the columns of the table', async () => {
  const card = sourceCards.find(({ id }) => id === 'epa-npl');
  if (!card) throw new Error('no card');
  expect((await withTableColumns(card)).probe?.columns).toEqual(nplSites.columns);
});
