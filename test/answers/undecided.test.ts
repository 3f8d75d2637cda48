import { expect, it } from 'vitest';
import { wiredOrAnswer } from '../../src/answers/uncovered.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { LaneLocation } from '../../src/kernel/ports/jurisdictions.ts';

it('an answer of one place is partial where it is not known whether another one speaks for the point too', () => {
  const words = { what: 'parcel', office: 'assessor', limits: [] };
  const citation = {
    sourceName: 'a source',
    sourceUrl: 'https://a.example/',
    fetchedAt: '2026-11-21T12:00:00Z',
    datasetId: 'a',
  };
  const stateWith = (lane: LaneLocation<'parcel'>) => {
    const answer = new AnswerBuilder();
    const at = wiredOrAnswer(answer, lane, undefined, words);
    expect(at).toEqual({ wired: [] });
    answer.take({ state: 'found', data: [1], citation }, { area: 'here' });
    return answer.finish({ summary: 'x' });
  };
  const reason = 'The boundary of Raleigh, NC could not be read.';
  const told = stateWith({ state: 'wired', wired: [], undecided: reason });
  expect(told.state).toBe('partial');
  expect(JSON.stringify(told)).toContain(reason);
  expect(stateWith({ state: 'wired', wired: [] }).state).toBe('found');
});
