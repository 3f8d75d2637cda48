import { expect, test } from 'vitest';
import { setCell } from '../../../src/reports/pdf/typeset.ts';

const ruler = { width: (text: string) => text.length * 5, has: () => true };
const textOf = (lines: ReturnType<typeof setCell>) =>
  lines.map(({ fragments }) => fragments.map(({ text }) => text).join(''));

test('the lines of a cell are parted by a space for those who hear or copy them', () => {
  const cell = [[{ text: 'rooftop' }], [{ text: 'Parcel 0012345', style: 'muted' as const }]];
  expect(textOf(setCell(cell, 200, { size: 9 }, ruler))).toEqual(['rooftop ', 'Parcel 0012345']);
});

test('a word that is wider than its column is broken without a space', () => {
  expect(textOf(setCell([[{ text: 'abcdefgh' }]], 20, { size: 9 }, ruler))).toEqual(['abcd', 'efgh']);
});
