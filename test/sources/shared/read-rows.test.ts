import { expect, test } from 'vitest';
import type { Lookup } from '../../../src/kernel/lookup.ts';
import { readRows, shapesOf } from '../../../src/sources/shared/table-rows.ts';
import { testCard } from '../rig.ts';

const card = testCard();
const citation = { sourceName: card.name, sourceUrl: card.datasetUrl, fetchedAt: '2026-11-21T12:00:00.000Z' };
const found = <T>(data: T): Lookup<T> => ({ state: 'found', data, citation });

function judging() {
  const refused: string[] = [];
  return { refused, sources: { refuse: ({ id }: { readonly id: string }) => refused.push(id) } as never };
}

const numbers = (row: unknown) => (typeof row === 'number' ? row : undefined);

test('rows that all read stay what they were', () => {
  const { sources, refused } = judging();
  expect(readRows(sources, card, found([1, 0]), numbers)).toEqual(found([1, 0]));
  expect(readRows(sources, card, found([]), numbers)).toEqual(found([]));
  expect(readRows(sources, card, { state: 'empty', citation }, numbers)).toEqual({ state: 'empty', citation });
  expect(refused).toEqual([]);
});

test('a row that does not read is counted, and what was missing before is still said', () => {
  const { sources } = judging();
  expect(readRows(sources, card, found([1, 'two', 3]), numbers)).toEqual({
    state: 'partial',
    data: [1, 3],
    citation,
    reason: '1 of 3 rows could not be read and are left out.',
    missing: 'failed',
  });
  const cut: Lookup<readonly unknown[]> = { state: 'partial', data: [1, {}], citation, reason: 'The first 2 rows.' };
  expect(readRows(sources, card, cut, numbers)).toMatchObject({
    reason: 'The first 2 rows. 1 of 2 rows could not be read and are left out.',
  });
});

test('a source of which no row reads is refused, never empty', () => {
  const { sources, refused } = judging();
  expect(readRows(sources, card, found(['one', 'two']), numbers).state).toBe('unavailable');
  expect(refused).toEqual([card.id]);
});

test('shapes on the ground: an outline is needed, and a shape of no class is missing', () => {
  const { sources, refused } = judging();
  const square = [
    [
      [-78.64, 35.77],
      [-78.63, 35.77],
      [-78.63, 35.78],
      [-78.64, 35.77],
    ],
  ];
  const row = (zone: unknown, rings: unknown = square) => ({ zone, geometry: { rings } });
  const zoneOf = ({ zone }: { readonly zone: unknown }) => (typeof zone === 'string' ? zone : undefined);
  expect(shapesOf(sources, card, found([row('AE'), row('X')]), zoneOf)).toMatchObject({ state: 'found' });
  expect(shapesOf(sources, card, found([row('AE'), row(7)]), zoneOf)).toMatchObject({
    state: 'partial',
    data: [{ of: 'AE', rings: square }],
    reason: '1 of 2 rows could not be read and are left out.',
  });
  expect(refused).toEqual([]);
  expect(shapesOf(sources, card, found([row('AE'), row('X', [])]), zoneOf).state).toBe('unavailable');
  expect(refused).toEqual([card.id]);
});
