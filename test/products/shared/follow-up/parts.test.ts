import { expect, it } from 'vitest';
import { packetPart, packetParts } from '../../../../src/products/shared/follow-up/parts.ts';

it('a part has the rules that read its facts, those that need none have none', () => {
  const read = packetParts().filter(({ rules }) => rules.length > 0);
  expect(read.map(({ name }) => name)).toEqual([
    ...[
      'parcel',
      'permits',
      'zoning',
      'flood',
      'wetland',
      'soil',
      'landslide',
      'wildfire',
      'radon',
      'tanks',
      'cleanup',
    ],
    ...['utilities', 'utilitiesBesidePower', 'electric', 'cases', 'legislation', 'taxContext', 'taxDates', 'valuation'],
  ]);
  expect(() => packetPart('moon')).toThrow(/no line for moon/);
});

it('what decides counts, and is numbered without a gap', () => {
  const deciding = packetParts().filter(({ decides }) => decides !== undefined);
  expect(deciding.every(({ counts }) => counts)).toBe(true);
  const numbers = deciding.map(({ decides = 0 }) => decides).toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
});
