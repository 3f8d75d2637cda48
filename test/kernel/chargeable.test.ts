import { describe, expect, test } from 'vitest';
import { isChargeable, soldStates } from '../../src/kernel/chargeable.ts';
import { answerStates } from '../../src/kernel/state.ts';

const facts = { zone: { value: 'AE', citation: 'c1' } };

describe('an answer', () => {
  test.each(answerStates)('that is %s is charged where the source gave something, and only with facts', (state) => {
    expect(isChargeable({ state, facts })).toBe(['found', 'partial', 'stale'].includes(state));
    expect(isChargeable({ state })).toBe(false);
    expect(isChargeable({ state, facts: {}, records: [] })).toBe(false);
  });

  test('is charged for records as for facts', () => {
    expect(isChargeable({ state: 'found', records: [{} as never] })).toBe(true);
    expect(
      isChargeable({ state: 'found', facts: { row: 1 } }, soldStates, ({ facts }) => 'date' in (facts ?? {})),
    ).toBe(false);
    expect(
      isChargeable({ state: 'found', facts: { date: 1 } }, soldStates, ({ facts }) => 'date' in (facts ?? {})),
    ).toBe(true);
  });

  test('that is searched and empty is charged only where the route sells it', () => {
    expect(isChargeable({ state: 'empty' }, [...soldStates, 'empty'])).toBe(true);
    expect(isChargeable({ state: 'unavailable', facts }, [...soldStates, 'empty'])).toBe(false);
    expect(isChargeable({ state: 'partial' }, [...soldStates, 'empty'])).toBe(false);
  });
});
