import { describe, expect, test } from 'vitest';
import { nearQuestions } from '../../scripts/search/near.ts';
import { learnWeights } from '../../scripts/search/pack.ts';
import { namesAbroad } from '../../src/catalog/search/outside.ts';
import { unpackWeights } from '../../src/catalog/search/weights.ts';
import { questionWords } from '../../src/catalog/search/words.ts';

const classes = ['svc_noise', 'svc_wells', 'unrelated'];
const examples = [
  ['how loud are the trains here', 0],
  ['noise from the freeway', 0],
  ['loud planes over the house', 0],
  ['how deep is the well', 1],
  ['water wells near the farm', 1],
  ['who drilled that well', 1],
  ['bake a loaf of bread', 2],
  ['a joke about cats', 2],
].map(([text, name]) => ({ words: questionWords(String(text)), classes: [Number(name)], weight: 1 }));

describe('what the search learns', () => {
  test('the same examples give the same weights, and the weights know them', async () => {
    const packed = await learnWeights(examples, classes, 'bank', [1]);
    expect((await learnWeights(examples, classes, 'bank', [1])).equals(packed)).toBe(true);
    const weights = unpackWeights(packed);
    const best = (text: string) => weights.fit(questionWords(text)).shares[0]?.[0];
    expect(best('loud trains by the freeway')).toBe('svc_noise');
    expect(best('depth of water wells')).toBe('svc_wells');
    expect(best('bread')).toBe('unrelated');
    const { shares, known } = weights.fit(questionWords('qqq'));
    expect(known).toBe(0);
    expect(shares.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1);
  });

  test('how a question is put is learned too', async () => {
    const put = [
      ['does it flood', 0],
      ['do the streets flood here', 0],
      ['is the house where it floods', 0],
      ['will it flood', 2],
      ['will the streets flood here', 2],
      ['will the house be where it floods', 2],
    ].map(([text, name]) => ({ words: questionWords(String(text)), classes: [Number(name)], weight: 1 }));
    const weights = unpackWeights(await learnWeights(put, ['svc_flood', 'svc_wells', 'prediction'], 'bank', [1, 2]));
    const best = (text: string) => weights.fit(questionWords(text)).shares[0]?.[0];
    expect(best('does the yard flood')).toBe('svc_flood');
    expect(best('will the yard flood')).toBe('prediction');
  });

  test('a question with the words of a measured one is near it, whatever its number', () => {
    const near = nearQuestions(['is the creek at 12 Mill Rd in the floodway', 'radon']);
    expect(near('is the creek at 99 Mill Rd in the floodway?')).toBe(true);
    expect(near('Is the creek in the floodway at Mill Rd')).toBe(true);
    expect(near('is the pond at 12 Oak Ave in zone X')).toBe(false);
    expect(near('radon zone of the county')).toBe(false);
  });

  test.each([
    ['zoning in Tallinn', true],
    ['warsaw flood zones', false],
    ['kadaster Groningen', true],
    ['planning history of SW11 4NJ', true],
    ['is a house on the river in Cairo, IL in the hazard area', false],
    ['cork flooring, male contractor, permits at 12 Main St', false],
    ['radon in Manchester NH', false],
    ['flood map on the lake in Ontario, CA 91761', false],
  ])('%s lies abroad: %s', (question, abroad) => {
    expect(namesAbroad(question)).toBe(abroad);
  });
});
