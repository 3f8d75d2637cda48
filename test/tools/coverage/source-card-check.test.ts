import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verdicts } from '../../answers.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { refusalOf, rowsOf } from './answer-parts.ts';

const { raleigh, newYork } = samplePlaces;
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe('svc_source_card_check', () => {
  test('one card in detail, the cards of a place and of a jurisdiction', async () => {
    const [card] = rowsOf(await house.call('svc_source_card_check', { cardId: 'fema-nfhl' }), 'cards');
    expect(card).toMatchObject({ cardId: 'fema-nfhl', authority: 'official', verificationNote: expect.any(String) });
    const here = rowsOf(await house.call('svc_source_card_check', { place: raleigh.address }), 'cards');
    expect(here.map(({ jurisdictionId }) => jurisdictionId)).toContain('raleigh-nc');
    const there = rowsOf(await house.call('svc_source_card_check', { jurisdiction: 'new-york-ny' }), 'cards');
    expect(new Set(there.map(({ jurisdictionId }) => jurisdictionId))).toEqual(new Set(['new-york-ny']));
  });

  test('an unknown card brings near names, no card', async () => {
    const answer = await house.call('svc_source_card_check', { cardId: 'fema-nfl' });
    expect(answer).toMatchObject({ state: 'empty', summary: expect.stringContaining('fema-nfhl') });
    expect(await refusalOf(house, 'svc_source_card_check', {})).toMatchObject({ code: 'invalid_arguments' });
  });

  test('no verdict words, and small', async () => {
    const answer = await house.call('svc_source_card_check', { place: newYork.address });
    expect(verdicts(answer)).toEqual([]);
    expect(JSON.stringify(answer).length).toBeLessThan(8000);
  });
});
