import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { datasets } from '../../src/mirror/datasets.generated.ts';
import { datasetRows } from '../../src/mirror/engine/dataset-row.ts';

const files = readdirSync(new URL('../../src/mirror/datasets', import.meta.url)).map((name) =>
  name.replace(/\.ts$/, ''),
);

test('every dataset has a row and a file of its name', () => {
  expect([...datasetRows().keys()].toSorted()).toEqual(files.toSorted());
  expect(datasets.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
});

test('addresses name a year or part where the dataset has editions or parts in several files', () => {
  for (const { id, sourceUrl, listed = '', alsoAt = [], parts, editions, vintage } of datasets) {
    const addresses = [sourceUrl, listed, ...alsoAt].join(' ');
    if (parts) expect(addresses, id).toMatch(/\{(part|yy)\}/);
    if (/\{(year|yy)/.test(addresses) && !/\{part\}/.test(addresses)) expect(editions, id).toBeDefined();
    if (typeof vintage === 'object')
      expect(Object.keys(datasets.find((one) => one.id === id)?.columns ?? {}), id).toContain(vintage.column);
  }
});

test('keys and positions are stored columns', () => {
  for (const { id, keys, columns, parts, point } of datasets) {
    const names = Object.keys(columns);
    const wanted = [
      ...keys.flat(),
      ...(parts ? [parts.column] : []),
      ...(point ? [point.latitude, point.longitude] : []),
    ];
    expect(names, id).toEqual(expect.arrayContaining(wanted));
  }
});
