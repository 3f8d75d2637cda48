import { describe, expect, it } from 'vitest';
import { missedState, outcomeOf } from '../../src/answers/outcome.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import type { AnswerState } from '../../src/kernel/state.ts';

const citation = { sourceName: 'A list', sourceUrl: 'https://example.com/', fetchedAt: '2026-11-21T12:00:00Z' };
const empty: Lookup<never> = { state: 'empty', citation };
const found: Lookup<string> = { state: 'found', data: 'a row', citation };
const failed: Lookup<never> = { state: 'unavailable', source: 'A list', reason: 'it did not answer' };
const unresolved: Lookup<never> = { state: 'unresolved', source: 'A list', reason: 'no parcel number' };

function answerOf(...lookups: readonly Lookup<string>[]): AnswerBuilder {
  const answer = new AnswerBuilder();
  for (const lookup of lookups) answer.addLookup(lookup, { area: 'the place' });
  return answer;
}

describe('the end of a summary', () => {
  it.each<[AnswerState, string]>([
    ['found', '3 permits'],
    ['stale', '3 permits'],
    ['partial', 'at least 3 permits'],
  ])('what was found, %s', (state, words) => {
    expect(outcomeOf(state, '3 permits', 'no permit')).toBe(words);
  });

  it.each<[AnswerState, string]>([
    ['empty', 'no permit'],
    ['partial', 'nothing in what could be read'],
    ['unresolved', 'could not be queried for this place'],
    ['unavailable', 'could not be read'],
  ])('nothing found, %s', (state, words) => {
    expect(outcomeOf(state, undefined, 'no permit')).toBe(words);
  });
});

describe('the state of an answer that found nothing', () => {
  it('is a failure where a part of it could not be read', () => {
    expect(missedState(answerOf(empty, failed, found), 0)).toBe('unavailable');
    const part: Lookup<string> = { ...found, state: 'partial', reason: 'cut at a limit' };
    expect(missedState(answerOf(part, empty), 0)).toBe('unavailable');
  });

  it('is open where a part of it could not be queried', () => {
    expect(missedState(answerOf(found, unresolved), 0)).toBe('unresolved');
  });

  it('stands where something was found, or nothing was missed', () => {
    expect(missedState(answerOf(failed, found), 1)).toBeUndefined();
    expect(missedState(answerOf(empty), 0)).toBeUndefined();
  });
});
