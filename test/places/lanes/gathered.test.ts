import { describe, expect, test } from 'vitest';
import { AnswerBuilder } from '../../../src/kernel/answer-builder.ts';
import type { Lookup } from '../../../src/kernel/lookup.ts';
import { gatheredLookup } from '../../../src/places/lanes/gathered.ts';

const citation = { sourceName: 'Register', sourceUrl: 'https://example.org/', fetchedAt: '2026-11-21T12:00:00.000Z' };
const reason = 'a page limit was reached';

const gathered = (lookup: Lookup<readonly number[]>, rows: readonly number[]) => {
  const answer = new AnswerBuilder();
  answer.addLookup(lookup, { area: 'here' });
  return gatheredLookup(answer, 'Register', rows);
};

describe('rows gathered of one register', () => {
  test.each([
    ['found', { state: 'found', data: [1], citation }, [1], { state: 'found', data: [1] }],
    ['found without a row of the kind', { state: 'found', data: [1], citation }, [], { state: 'empty' }],
    ['empty', { state: 'empty', citation }, [], { state: 'empty' }],
    // what was not read whole is never said to hold nothing
    [
      'partial without rows',
      { state: 'partial', data: [], citation, reason },
      [],
      { state: 'partial', data: [], reason },
    ],
    ['failed', { state: 'unavailable', source: 'Register', reason }, [], { state: 'unavailable', reason }],
  ] as const)('%s', (_name, lookup, rows, expected) => {
    expect(gathered(lookup, rows)).toMatchObject(expected);
  });
});
