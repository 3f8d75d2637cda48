import { describe, expect, test } from 'vitest';
import { learnModel } from '../../scripts/search/train.ts';
import { namesAbroad } from '../../src/catalog/search/abroad.ts';
import { namesPerson } from '../../src/catalog/search/foreign.ts';
import { unpackModel } from '../../src/catalog/search/model.ts';
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
  test('the same examples give the same model, and the model knows them', () => {
    const packed = learnModel(examples, classes, 'bank');
    expect(learnModel(examples, classes, 'bank').equals(packed)).toBe(true);
    const model = unpackModel(packed);
    const best = (text: string) => model.fit(questionWords(text)).shares[0]?.[0];
    expect(best('loud trains by the freeway')).toBe('svc_noise');
    expect(best('depth of water wells')).toBe('svc_wells');
    expect(best('bread')).toBe('unrelated');
    const { shares, known } = model.fit(questionWords('qqq'));
    expect(known).toBe(0);
    expect(shares.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1);
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

  test.each([
    ["give me Taylor Johnson's cell number", true],
    ['phone number of the Wake County permit office', false],
    ['contact a human at Maple Street 12', false],
    ['parcel number of 12 Main St', false],
  ])('%s wants a person by name: %s', (question, person) => {
    expect(namesPerson(question)).toBe(person);
  });
});
