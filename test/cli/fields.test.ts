import { Command } from 'commander';
import { expect, test, vi } from 'vitest';
import { addFieldsCommand } from '../../src/cli/fields.ts';
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

async function printed(source: string): Promise<string> {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  try {
    const program = new Command().exitOverride();
    addFieldsCommand(program);
    await program.parseAsync(['fields', source], { from: 'user' });
  } finally {
    write.mockRestore();
  }
  return lines.join('');
}

test("a city's permits and a line of the parcel layers show their columns as a federal source does", async () => {
  const permits = await printed('wichita-ks-permits');
  expect(permits).toMatch(/filedAt +day +\S+ +filed; a moment becomes the day at the place; never after today/);
  expect(permits).toMatch(/estimatedCost +money +\S+ +in USD; 0 means not stated/);
  expect(permits).toMatch(/(Seen|Read|Known|Not)[^\n]*: /);
  const layer = await printed('autauga-county-al-parcels');
  expect(layer).toMatch(/parcelId +id +PARCELID/);
});

test('what has to agree within a row, and with the outline, is shown', async () => {
  const parcels = await printed('las-vegas-nv-parcel');
  expect(parcels).toMatch(/lotArea .*has to fit the outline of the parcel/);
  expect(await printed('openfema')).toContain('firstRateMapOn is not after asOf');
});
