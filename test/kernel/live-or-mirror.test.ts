import { describe, expect, test } from 'vitest';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';

const citation = (sourceName: string) => ({
  sourceName,
  sourceUrl: 'https://example.gov/',
  fetchedAt: '2026-11-21T12:00:00Z',
});
const extent = { area: 'here' };
const live: Lookup<number> = { state: 'found', data: 1, citation: citation('Live') };
const failed: Lookup<number> = { state: 'unavailable', source: 'Live', reason: 'Live did not answer.' };
const mirrored: Lookup<number> = { state: 'found', data: 2, citation: citation('Mirror') };
const nothing: Lookup<number> = { state: 'empty', citation: citation('Mirror') };
const notLoaded: Lookup<number> = { state: 'unavailable', source: 'Mirror', reason: 'It is not loaded.' };

describe('addLiveOrMirror', () => {
  test('leaves the mirror alone where the live source answered', () => {
    const answer = new AnswerBuilder();
    const unread = () => {
      throw new Error('the mirror was read');
    };
    expect(answer.addLiveOrMirror(extent, live, unread)).toEqual({
      cited: { data: 1, citation: 'c1' },
      lookup: live,
      fromMirror: false,
      answered: true,
    });
    expect(answer.state).toBe('found');
  });

  test.each([
    ['gives its data', mirrored, { data: 2, citation: 'c1' }, true, 'partial'],
    ['is empty', nothing, undefined, true, 'partial'],
    ['is not loaded', notLoaded, undefined, false, 'unavailable'],
  ])('takes the mirror where the live source failed, and it %s', (_what, mirror, cited, answered, state) => {
    const answer = new AnswerBuilder();
    const found = answer.addLiveOrMirror(extent, failed, () => mirror);
    expect(found).toEqual({ cited, lookup: mirror, fromMirror: true, answered });
    expect(answer.state).toBe(state);
    expect(answer.finish({ summary: '' }).searched.map(({ source }) => source)).toEqual(['Live', 'Mirror']);
  });
});

test('addPart keeps what each part says about itself', () => {
  const answer = new AnswerBuilder();
  answer.addPart('a', extent, live);
  answer.addPart('b', extent, failed);
  answer.addPart('c', extent, failed, () => mirrored);
  answer.addPart('d', extent, failed, () => nothing);
  answer.addPart('e', extent, failed, () => notLoaded);
  const fromMirror = { state: 'partial', reason: 'read from the mirrored copy: Live did not answer.' };
  expect(answer.components).toEqual({
    a: { state: 'found' },
    b: { state: 'unavailable', reason: 'Live did not answer.' },
    c: fromMirror,
    d: fromMirror,
    e: { state: 'unavailable', reason: 'Live did not answer. It is not loaded.' },
  });
  expect(answer.missing).toEqual(['b', 'e']);
});
