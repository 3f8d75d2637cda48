import { expect, it } from 'vitest';
import { noneOf } from '../../src/kernel/lookup.ts';

const citation = { sourceName: 'Source', sourceUrl: 'https://example.gov', fetchedAt: '2026-11-21T00:00:00Z' };

it('a miss in a whole read is empty, in a partial read a failure', () => {
  expect(noneOf({ state: 'found', data: [], citation })).toEqual({ state: 'empty', citation });
  expect(noneOf({ state: 'stale', data: [], citation, reason: 'old copy' })).toEqual({
    state: 'empty',
    citation,
    reason: 'old copy',
  });
  expect(noneOf({ state: 'partial', data: [], citation, reason: 'the first 200 rows' })).toEqual({
    state: 'unavailable',
    source: 'Source',
    reason: 'nothing fits in what could be read; the first 200 rows',
  });
});
