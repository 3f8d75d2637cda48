import { describe, expect, it } from 'vitest';
import { textField } from '../../../src/places/lanes/published.ts';
import type { LaneFields } from '../../../src/places/schema/lane-table.ts';

const permit: LaneFields<'permits'> = { filedAt: '2026-01-02', estimatedCost: 12_000 };

describe('published fields of a row', () => {
  it('are read by the names of the lane', () => {
    expect([textField(permit)('filedAt'), textField(permit)('estimatedCost')]).toEqual(['2026-01-02', '12000']);
    expect(textField({ title: 'abcdef' }, 4)('title')).toBe('abc…');
  });

  it('do not compile under a name that the lane does not have', () => {
    // each of these lines is an error for the compiler, or `npm run types` fails here
    // @ts-expect-error a mistyped name
    expect(textField(permit)('filledAt')).toBeUndefined();
    // @ts-expect-error a name of the lane `transfers`
    expect(textField(permit)('price')).toBeUndefined();
    // @ts-expect-error a name of the lane `legislation`
    expect(textField(permit)('pageKey')).toBeUndefined();
    // @ts-expect-error a name of the lane `zoning`
    expect(permit.maxStories).toBeUndefined();
  });
});
