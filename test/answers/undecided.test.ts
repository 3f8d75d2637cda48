import { expect, it } from 'vitest';
import { offices } from '../../src/answers/offices.ts';
import { configuredOrAnswer } from '../../src/answers/uncovered.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { LaneLocation } from '../../src/places/schema/port.ts';

it('an answer of one place is partial where it is not known whether another one speaks for the point too', () => {
  const words = { what: 'parcel', office: offices.assessor, limits: [] };
  const citation = {
    sourceName: 'a source',
    sourceUrl: 'https://a.example/',
    fetchedAt: '2026-11-21T12:00:00Z',
    datasetId: 'a',
  };
  const stateWith = (lane: LaneLocation<'parcel'>) => {
    const answer = new AnswerBuilder();
    const at = configuredOrAnswer(answer, lane, undefined, words);
    expect(at).toMatchObject({ configured: [] });
    answer.addLookup({ state: 'found', data: [1], citation }, { area: 'here' });
    return answer.finish({ summary: 'x' });
  };
  const reason = 'The boundary of Raleigh, NC could not be read.';
  const told = stateWith({ state: 'configured', configured: [], undecided: reason });
  expect(told.state).toBe('partial');
  expect(JSON.stringify(told)).toContain(reason);
  expect(stateWith({ state: 'configured', configured: [] }).state).toBe('found');
});
