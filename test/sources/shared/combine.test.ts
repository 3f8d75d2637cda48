import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../../src/kernel/lookup.ts';
import { combineLookups } from '../../../src/sources/shared/combine.ts';

const citation = (fetchedAt: string) => ({ sourceName: 'S', sourceUrl: 'https://example.gov', fetchedAt });
const found = <T>(data: T, at = '2026-11-21T12:00:00Z'): Lookup<T> => ({
  state: 'found',
  data,
  citation: citation(at),
});
const down: Lookup<number> = { state: 'unavailable', source: 'S', reason: 'S did not answer.' };
const empty: Lookup<number> = { state: 'empty', citation: citation('2026-11-21T12:00:00Z') };

describe('several questions to one source', () => {
  it('are found together, dated by the oldest reading', () => {
    expect(combineLookups(found(1), { a: found(2, '2026-11-20T00:00:00Z'), b: empty })).toEqual({
      state: 'found',
      data: { main: 1, further: { a: 2 } },
      citation: citation('2026-11-20T00:00:00Z'),
    });
  });

  it('are partial where a further one failed; the same reason is said once', () => {
    expect(combineLookups(found(1), { a: down, b: down })).toMatchObject({
      state: 'partial',
      reason: 'a, b: S did not answer.',
    });
  });

  it('are what the main question is where that brought nothing', () => {
    expect(combineLookups(down, { a: found(2) })).toBe(down);
    expect(combineLookups(empty, { a: found(2) })).toBe(empty);
  });

  it('stay stale where the main answer is stale', () => {
    const stale: Lookup<number> = {
      state: 'stale',
      data: 1,
      citation: citation('2026-01-01T00:00:00Z'),
      reason: 'old',
    };
    expect(combineLookups(stale, { a: down })).toMatchObject({ state: 'stale', reason: 'old a: S did not answer.' });
  });
});
