import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { datasets } from '../../src/mirror/datasets.ts';
import { readDataset } from '../../src/mirror/engine/dataset.ts';

const idsIn = (folder: string, ending: string) =>
  readdirSync(new URL(`../../${folder}`, import.meta.url)).map((name) => name.replace(ending, ''));

test('every file of data/datasets is a dataset, and every table beside the mirror belongs to one', () => {
  const ids = datasets.map(({ id }) => id);
  expect(ids.toSorted()).toEqual(idsIn('data/datasets', '.json').toSorted());
  expect(ids).toEqual(expect.arrayContaining(idsIn('src/mirror/datasets', '.ts')));
});

test('a dataset without a file is refused, by its name', () => {
  expect(() => readDataset('no-such-dataset', {})).toThrow(/no-such-dataset\.json/);
});

test('addresses name a year or part where the dataset has editions or parts in several files', () => {
  for (const { id, sourceUrl, listed = '', alsoAt = [], parts, editions, vintage, columns } of datasets) {
    const addresses = [sourceUrl, listed, ...alsoAt].join(' ');
    if (parts) expect(addresses, id).toMatch(/\{(part|yy)\}/);
    if (/\{(year|yy)/.test(addresses) && !/\{part\}/.test(addresses)) expect(editions, id).toBeDefined();
    if (typeof vintage === 'object') expect(Object.keys(columns), id).toContain(vintage.column);
  }
});

test('keys and parts are stored columns', () => {
  for (const { id, keys, columns, parts } of datasets) {
    const names = Object.keys(columns);
    expect(names, id).toEqual(expect.arrayContaining([...keys.flat(), ...(parts ? [parts.column] : [])]));
  }
});
